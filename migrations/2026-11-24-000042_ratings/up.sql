-- What ended matches say about who plays how well; all of it follows from the streams and can be
-- made anew. One row a match that was looked at: whether it moves ratings, or why not.
CREATE TABLE outcomes (
    match_id TEXT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    ended_at TIMESTAMP NOT NULL,
    verdict TEXT NOT NULL
);
CREATE INDEX outcomes_by_game ON outcomes (game, ended_at, match_id);
CREATE INDEX matches_by_end ON matches (status, ended_at, id);

-- Everybody who had a seat of it.
CREATE TABLE results (
    match_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    game TEXT NOT NULL,
    ended_at TIMESTAMP NOT NULL,
    seat INTEGER NOT NULL,
    part TEXT NOT NULL,
    counts BOOLEAN NOT NULL,
    standing INTEGER,
    only_against BOOLEAN NOT NULL,
    place INTEGER,
    points INTEGER,
    sources TEXT NOT NULL,
    waits INTEGER NOT NULL,
    stood_in INTEGER NOT NULL,
    PRIMARY KEY (match_id, account_id)
);
CREATE INDEX results_by_game ON results (game, ended_at, match_id);
CREATE INDEX results_by_account ON results (account_id, game, ended_at, match_id);

-- What it did to their ratings, in thousandths of a point.
CREATE TABLE rating_steps (
    match_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    game TEXT NOT NULL,
    ended_at TIMESTAMP NOT NULL,
    nth BIGINT NOT NULL,
    rating_before BIGINT NOT NULL,
    spread_before BIGINT NOT NULL,
    rating_after BIGINT NOT NULL,
    spread_after BIGINT NOT NULL,
    PRIMARY KEY (match_id, account_id)
);
CREATE INDEX rating_steps_by_game ON rating_steps (game, ended_at, match_id);
CREATE INDEX rating_steps_by_account ON rating_steps (account_id, game, ended_at, match_id);

-- How well people play a game by the newest of them.
CREATE TABLE ratings (
    account_id TEXT NOT NULL,
    game TEXT NOT NULL,
    rating BIGINT NOT NULL,
    spread BIGINT NOT NULL,
    matches BIGINT NOT NULL,
    rated_at TIMESTAMP NOT NULL,
    PRIMARY KEY (account_id, game)
);
CREATE INDEX ratings_best ON ratings (game, rating);

-- Whoever rates matches of a game counts up here first, so that no two do it at once.
CREATE TABLE rating_turns (
    game TEXT NOT NULL PRIMARY KEY,
    turns BIGINT NOT NULL
);
