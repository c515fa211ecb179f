-- The streams. Rows are only ever added; triggers (store/src/db/guard.rs) see to it.
CREATE TABLE events (
    match_id TEXT NOT NULL,
    version BIGINT NOT NULL,
    kind TEXT NOT NULL,
    schema_number INTEGER NOT NULL,
    data TEXT NOT NULL,
    seat INTEGER,
    actor TEXT NOT NULL,
    command TEXT,
    draw BIGINT,
    recorded_at TIMESTAMP NOT NULL,
    salt TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (match_id, version)
);

-- What the lobby shows of each match, rebuilt from its stream.
CREATE TABLE matches (
    id TEXT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    title TEXT NOT NULL,
    visibility TEXT NOT NULL,
    status TEXT NOT NULL,
    seats INTEGER NOT NULL,
    config TEXT NOT NULL,
    host_id TEXT NOT NULL,
    version BIGINT NOT NULL,
    hash TEXT NOT NULL,
    opened_at TIMESTAMP NOT NULL,
    started_at TIMESTAMP,
    ended_at TIMESTAMP,
    changed_at TIMESTAMP NOT NULL
);
CREATE INDEX matches_by_status ON matches (status, id);
CREATE INDEX matches_by_game ON matches (game, id);

CREATE TABLE seats (
    match_id TEXT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    account_id TEXT NOT NULL,
    awaited_since TIMESTAMP,
    resigned BOOLEAN NOT NULL,
    place INTEGER,
    points INTEGER,
    PRIMARY KEY (match_id, seat)
);
CREATE INDEX seats_by_account ON seats (account_id, match_id);

-- What must not be in the stream while the match runs.
CREATE TABLE match_secrets (
    match_id TEXT NOT NULL PRIMARY KEY,
    seed TEXT NOT NULL,
    invitation TEXT NOT NULL
);

-- What the streams promise by a digest and do not hold: what people were called when
-- they joined. Erased when an account closes.
CREATE TABLE sealed (
    match_id TEXT NOT NULL,
    digest TEXT NOT NULL,
    account_id TEXT NOT NULL,
    salt TEXT NOT NULL,
    handle TEXT NOT NULL,
    PRIMARY KEY (match_id, digest)
);
CREATE INDEX sealed_by_account ON sealed (account_id);

-- The keys that sign receipts; the one with the greatest ordinal signs.
CREATE TABLE signing_keys (
    ordinal INTEGER NOT NULL PRIMARY KEY,
    public_key TEXT NOT NULL,
    pkcs8 TEXT NOT NULL,
    made_at TIMESTAMP NOT NULL
);

-- Which request led to which versions, so that a repeated one gets the same answer.
CREATE TABLE answered (
    account_id TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    match_id TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    from_version BIGINT NOT NULL,
    to_version BIGINT NOT NULL,
    recorded_at TIMESTAMP NOT NULL,
    PRIMARY KEY (account_id, idempotency_key)
);
