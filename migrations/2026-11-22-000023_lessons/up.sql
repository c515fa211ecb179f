-- What somebody has been told while learning a game, so that it is told once. The lesson
-- `begun` says that they want to be taught, `enough` that they do not any more.
CREATE TABLE lessons (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    game TEXT NOT NULL,
    lesson TEXT NOT NULL,
    learned_at TIMESTAMP NOT NULL,
    PRIMARY KEY (account_id, game, lesson)
);
