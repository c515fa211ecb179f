-- The secret addresses under which people follow what waits for them, one of each kind: of the
-- token in one only the hash is kept.
CREATE TABLE feeds (
    account_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    made_at TIMESTAMP NOT NULL,
    used_at TIMESTAMP,
    PRIMARY KEY (account_id, kind)
);
