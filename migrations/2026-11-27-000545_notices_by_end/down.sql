DROP INDEX notices_by_end;
CREATE INDEX notices_by_state ON notices (state, ended_at);
