-- Whom somebody does not want to meet. Nobody but its owner is ever told of a block.
CREATE TABLE blocks (
    account_id TEXT NOT NULL,
    blocked_id TEXT NOT NULL,
    blocked_at TIMESTAMP NOT NULL,
    PRIMARY KEY (account_id, blocked_id)
);
CREATE INDEX blocks_by_blocked ON blocks (blocked_id);
