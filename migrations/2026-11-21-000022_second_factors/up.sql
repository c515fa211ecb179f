-- Codes of an authenticator (RFC 6238). Its secret is computed from the server's secret and
-- the salt, so that this row alone makes no code. It is asked for once it is confirmed.
CREATE TABLE second_factors (
    account_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id),
    salt TEXT NOT NULL,
    confirmed_at TIMESTAMP,
    last_period BIGINT NOT NULL
);

CREATE TABLE recovery_codes (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    code_hash TEXT NOT NULL,
    PRIMARY KEY (account_id, code_hash)
);
