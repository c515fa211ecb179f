-- What somebody should hear of: written in the transaction of what happened. Each ends once:
-- a letter covers it, or it is dropped for a reason.
CREATE TABLE notices (
    account_id TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    match_id TEXT NOT NULL,
    version BIGINT NOT NULL,
    data TEXT NOT NULL,
    urgent BOOLEAN NOT NULL,
    happened_at TIMESTAMP NOT NULL,
    ready_at TIMESTAMP NOT NULL,
    state TEXT NOT NULL,
    reason TEXT,
    letter_id TEXT,
    ended_at TIMESTAMP,
    PRIMARY KEY (account_id, id)
);
CREATE INDEX notices_pending ON notices (account_id, ready_at) WHERE state = 'pending';
CREATE INDEX notices_by_letter ON notices (account_id, letter_id) WHERE letter_id IS NOT NULL;
CREATE INDEX notices_by_state ON notices (state, ended_at);

-- How often somebody wants letters about matches, and when to look next whether one is due.
CREATE TABLE mailboxes (
    account_id TEXT NOT NULL PRIMARY KEY,
    rhythm TEXT NOT NULL,
    every INTEGER NOT NULL,
    hour INTEGER NOT NULL,
    next_at TIMESTAMP,
    daily_at TIMESTAMP,
    claims BIGINT NOT NULL
);
CREATE INDEX mailboxes_due ON mailboxes (next_at) WHERE next_at IS NOT NULL;
INSERT INTO mailboxes SELECT id, 'at_once', 3, 18, NULL, NULL, 0 FROM accounts;

-- The same for one match, where it differs.
CREATE TABLE match_rhythms (
    account_id TEXT NOT NULL,
    match_id TEXT NOT NULL,
    rhythm TEXT NOT NULL,
    every INTEGER NOT NULL,
    hour INTEGER NOT NULL,
    PRIMARY KEY (account_id, match_id)
);

-- When somebody was last seen in front of the page of a match.
CREATE TABLE presence (
    account_id TEXT NOT NULL,
    match_id TEXT NOT NULL,
    seen_at TIMESTAMP NOT NULL,
    PRIMARY KEY (account_id, match_id)
);
CREATE INDEX presence_by_time ON presence (seen_at);
