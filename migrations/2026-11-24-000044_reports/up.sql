-- What is reported anew once a report was settled is another report: the first one stays with
-- what was noted about it. So a report is told apart by its name, too.
CREATE TABLE reports_by_name (
    match_id TEXT NOT NULL,
    line_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    author_id TEXT NOT NULL,
    why TEXT NOT NULL,
    said TEXT NOT NULL,
    reported_at TIMESTAMP NOT NULL,
    id TEXT NOT NULL,
    about TEXT NOT NULL,
    settled_at TIMESTAMP,
    settled_by TEXT,
    note TEXT,
    PRIMARY KEY (match_id, line_id, account_id, id)
);
INSERT INTO reports_by_name (match_id, line_id, account_id, author_id, why, said, reported_at, id,
        about, settled_at, settled_by, note)
    SELECT match_id, line_id, account_id, author_id, why, said, reported_at, id,
        about, settled_at, settled_by, note FROM reports;
DROP TABLE reports;
ALTER TABLE reports_by_name RENAME TO reports;
CREATE INDEX reports_by_id ON reports (id);
CREATE INDEX reports_by_time ON reports (reported_at);
CREATE INDEX reports_by_account ON reports (account_id, reported_at);
CREATE INDEX reports_open ON reports (match_id, line_id, reported_at) WHERE settled_at IS NULL;
