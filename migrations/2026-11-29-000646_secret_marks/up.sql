-- By what the secrets that this database was served with are known again: a keyed hash of nothing
-- but a fixed text, of which no secret can be told. The greatest ordinal is that of the one that
-- holds.
CREATE TABLE secret_marks (
    ordinal INTEGER NOT NULL PRIMARY KEY,
    mark TEXT NOT NULL,
    made_at TIMESTAMP NOT NULL
);
