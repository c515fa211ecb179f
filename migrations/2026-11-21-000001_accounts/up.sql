-- Every key but those of handle and address begins with the account.
CREATE TABLE accounts (
    id TEXT NOT NULL PRIMARY KEY,
    handle TEXT NOT NULL,
    handle_key TEXT NOT NULL UNIQUE,
    email TEXT NOT NULL,
    email_key TEXT NOT NULL UNIQUE,
    confirmed_at TIMESTAMP,
    password_hash TEXT NOT NULL,
    muted TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    closed_at TIMESTAMP
);

-- One-time links sent by letter: to confirm an address or to reset a password.
CREATE TABLE tickets (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    token_hash TEXT NOT NULL,
    purpose TEXT NOT NULL,
    email TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    expires_at TIMESTAMP NOT NULL,
    used_at TIMESTAMP,
    PRIMARY KEY (account_id, token_hash)
);

CREATE TABLE sessions (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    id TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    expires_at TIMESTAMP NOT NULL,
    ended_at TIMESTAMP,
    PRIMARY KEY (account_id, id)
);

CREATE TABLE refresh_tokens (
    account_id TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    session_id TEXT NOT NULL,
    issued_at TIMESTAMP NOT NULL,
    used_at TIMESTAMP,
    PRIMARY KEY (account_id, token_hash),
    FOREIGN KEY (account_id, session_id) REFERENCES sessions (account_id, id)
);

CREATE TABLE api_tokens (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    scopes TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    last_used_at TIMESTAMP,
    revoked_at TIMESTAMP,
    PRIMARY KEY (account_id, id),
    UNIQUE (account_id, token_hash)
);
