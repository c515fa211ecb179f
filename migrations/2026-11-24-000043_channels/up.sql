-- Where news of matches go beside letters: a webhook or a browser of somebody. `address` is a
-- secret; of a webhook `keys` is what its signing secret is computed from.
CREATE TABLE ways (
    account_id TEXT NOT NULL,
    id TEXT NOT NULL,
    form TEXT NOT NULL,
    name TEXT NOT NULL,
    address TEXT NOT NULL,
    keys TEXT NOT NULL,
    made_at TIMESTAMP NOT NULL,
    failures INTEGER NOT NULL,
    failing_since TIMESTAMP,
    retry_at TIMESTAMP,
    sent_at TIMESTAMP,
    off_at TIMESTAMP,
    off_why TEXT,
    PRIMARY KEY (account_id, id)
);
CREATE INDEX ways_by_address ON ways (address);

-- What goes by one of them, once a notice and way.
CREATE TABLE deliveries (
    account_id TEXT NOT NULL,
    way_id TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    match_id TEXT,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    due_at TIMESTAMP NOT NULL,
    claimed_by TEXT,
    error TEXT,
    created_at TIMESTAMP NOT NULL,
    sent_at TIMESTAMP,
    PRIMARY KEY (account_id, way_id, id)
);
CREATE INDEX deliveries_due ON deliveries (due_at) WHERE state IN ('queued', 'claimed');
CREATE INDEX deliveries_newest ON deliveries (account_id, created_at);
CREATE INDEX deliveries_by_time ON deliveries (created_at);

-- The keys by which push services know this one (VAPID, RFC 8292).
CREATE TABLE push_keys (
    ordinal INTEGER NOT NULL PRIMARY KEY,
    public_key TEXT NOT NULL,
    pkcs8 TEXT NOT NULL,
    made_at TIMESTAMP NOT NULL
);
