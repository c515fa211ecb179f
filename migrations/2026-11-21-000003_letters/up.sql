-- The outbox: written in the transaction of what a letter tells, sent afterwards.
CREATE TABLE letters (
    account_id TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    match_id TEXT,
    version BIGINT,
    data TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    due_at TIMESTAMP NOT NULL,
    claimed_by TEXT,
    error TEXT,
    created_at TIMESTAMP NOT NULL,
    sent_at TIMESTAMP,
    PRIMARY KEY (account_id, id)
);
CREATE INDEX letters_by_state ON letters (state, due_at);
CREATE INDEX letters_by_account ON letters (account_id, created_at);
