DELETE FROM reports WHERE settled_at IS NOT NULL;
CREATE TABLE reports_by_thing (
    match_id TEXT NOT NULL,
    line_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    author_id TEXT NOT NULL,
    why TEXT NOT NULL,
    said TEXT NOT NULL,
    reported_at TIMESTAMP NOT NULL,
    id TEXT NOT NULL DEFAULT '',
    about TEXT NOT NULL DEFAULT 'line',
    settled_at TIMESTAMP,
    settled_by TEXT,
    note TEXT,
    PRIMARY KEY (match_id, line_id, account_id)
);
INSERT INTO reports_by_thing (match_id, line_id, account_id, author_id, why, said, reported_at, id,
        about, settled_at, settled_by, note)
    SELECT match_id, line_id, account_id, author_id, why, said, reported_at, id,
        about, settled_at, settled_by, note FROM reports;
DROP TABLE reports;
ALTER TABLE reports_by_thing RENAME TO reports;
CREATE INDEX reports_by_id ON reports (id);
CREATE INDEX reports_by_time ON reports (reported_at);
