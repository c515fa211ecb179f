-- What somebody writes to themselves about a match. `saves` counts how often it was saved:
-- who saves says after which one, so that nothing written elsewhere is lost.
CREATE TABLE notes (
    account_id TEXT NOT NULL,
    match_id TEXT NOT NULL,
    said TEXT NOT NULL,
    saves BIGINT NOT NULL,
    saved_at TIMESTAMP NOT NULL,
    PRIMARY KEY (account_id, match_id)
);

-- Events that somebody wants to find again.
CREATE TABLE bookmarks (
    account_id TEXT NOT NULL,
    match_id TEXT NOT NULL,
    event BIGINT NOT NULL,
    name TEXT NOT NULL,
    made_at TIMESTAMP NOT NULL,
    PRIMARY KEY (account_id, match_id, event)
);
