-- Handles of accounts that were closed not long ago, as keyed hashes: nobody else is called so
-- while people may still take them for who was.
CREATE TABLE closed_handles (
    hash TEXT NOT NULL PRIMARY KEY,
    until TIMESTAMP NOT NULL
);
