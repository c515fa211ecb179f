-- What people at a table write to each other: never part of the stream of the match. `number`
-- is the place among the lines of the match, `version` that of the match when a line was
-- written: who comes later reads from there. A line that was removed keeps its place, and
-- nothing of what it said.
CREATE TABLE talk_lines (
    match_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    version BIGINT NOT NULL,
    said TEXT NOT NULL,
    event BIGINT,
    spot TEXT,
    written_at TIMESTAMP NOT NULL,
    removed_at TIMESTAMP,
    PRIMARY KEY (match_id, number),
    UNIQUE (match_id, id),
    UNIQUE (match_id, account_id, idempotency_key)
);
CREATE INDEX talk_lines_by_account ON talk_lines (account_id, written_at);

-- Up to which line somebody has read.
CREATE TABLE talk_read (
    account_id TEXT NOT NULL,
    match_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    PRIMARY KEY (account_id, match_id)
);

-- Who agrees that spectators read the talk of a match once it is over.
CREATE TABLE talk_shown (
    match_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    agreed_at TIMESTAMP NOT NULL,
    PRIMARY KEY (match_id, account_id)
);

-- Lines that somebody thinks the operator should see, as they were then: whoever wrote one
-- may remove it.
CREATE TABLE reports (
    match_id TEXT NOT NULL,
    line_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    author_id TEXT NOT NULL,
    why TEXT NOT NULL,
    said TEXT NOT NULL,
    reported_at TIMESTAMP NOT NULL,
    PRIMARY KEY (match_id, line_id, account_id)
);
