-- When Turnwise was last there, in whichever process: one row, written anew each minute.
CREATE TABLE pulses (
    id INTEGER PRIMARY KEY NOT NULL,
    at TIMESTAMP NOT NULL
);

-- When no process was there.
CREATE TABLE outages (
    from_at TIMESTAMP PRIMARY KEY NOT NULL,
    to_at TIMESTAMP NOT NULL
);
