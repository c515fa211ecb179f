-- The code with which others may watch a private match, where its host allows it.
CREATE TABLE watching (
    match_id TEXT NOT NULL PRIMARY KEY,
    code TEXT NOT NULL,
    made_at TIMESTAMP NOT NULL
);
