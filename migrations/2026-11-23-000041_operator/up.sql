-- Since when somebody may not sign in, because the operator says so.
ALTER TABLE accounts ADD COLUMN frozen_at TIMESTAMP;

-- What became of a report: by `id` the operator names it, `about` says what `line_id` is.
ALTER TABLE reports ADD COLUMN id TEXT NOT NULL DEFAULT '';
ALTER TABLE reports ADD COLUMN about TEXT NOT NULL DEFAULT 'line';
ALTER TABLE reports ADD COLUMN settled_at TIMESTAMP;
ALTER TABLE reports ADD COLUMN settled_by TEXT;
ALTER TABLE reports ADD COLUMN note TEXT;
UPDATE reports SET id = line_id || '-' || account_id;
CREATE INDEX reports_by_id ON reports (id);
CREATE INDEX reports_by_time ON reports (reported_at);

-- What the operator did: only ever appended to. Servers look here whether to look again.
CREATE TABLE audit (
    id TEXT NOT NULL PRIMARY KEY,
    done_at TIMESTAMP NOT NULL,
    done_by TEXT NOT NULL,
    what TEXT NOT NULL,
    whom TEXT,
    in_match TEXT,
    detail TEXT NOT NULL,
    why TEXT NOT NULL
);
