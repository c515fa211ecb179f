-- Pending notices, which every passing turn adds, are in an index of their own; those that ended
-- are looked for by when.
DROP INDEX notices_by_state;
CREATE INDEX notices_by_end ON notices (ended_at) WHERE ended_at IS NOT NULL;
