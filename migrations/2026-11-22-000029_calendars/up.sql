-- What people have said of the hours in which they sleep and the days they are off.
CREATE TABLE hours (
    account_id TEXT PRIMARY KEY NOT NULL REFERENCES accounts (id),
    zone TEXT NOT NULL,
    quiet_from INTEGER NOT NULL,
    days_off TEXT NOT NULL,
    changed_at TIMESTAMP,
    looked_up_at TIMESTAMP NOT NULL,
    pending BOOLEAN NOT NULL
);
CREATE INDEX hours_pending ON hours (account_id) WHERE pending;
CREATE INDEX hours_looked_up ON hours (looked_up_at);

-- What the streams of matches promise of those hours: they hold a salted digest, the
-- calendar lies here and is forgotten with the account.
CREATE TABLE calendars (
    match_id TEXT NOT NULL,
    digest TEXT NOT NULL,
    account_id TEXT NOT NULL,
    salt TEXT NOT NULL,
    calendar TEXT NOT NULL,
    PRIMARY KEY (match_id, digest)
);
CREATE INDEX calendars_by_account ON calendars (account_id);
