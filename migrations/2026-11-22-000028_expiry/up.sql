-- In which matches nothing has happened since then, so that their people were told; and
-- when to look again where their end is put off.
CREATE TABLE silences (
    match_id TEXT PRIMARY KEY NOT NULL,
    since TIMESTAMP NOT NULL,
    told_at TIMESTAMP NOT NULL,
    look_at TIMESTAMP
);
