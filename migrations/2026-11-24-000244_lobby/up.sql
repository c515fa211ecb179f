-- Whom the person of a seat has named to take it over, and when; and how fast a match is played
-- that is not over, as JSON. Like all of these tables they follow from the stream.
ALTER TABLE seats ADD COLUMN named_id TEXT;
ALTER TABLE seats ADD COLUMN named_at TIMESTAMP;
CREATE INDEX seats_by_named ON seats (named_id) WHERE named_id IS NOT NULL;
ALTER TABLE matches ADD COLUMN timing TEXT;
UPDATE matches SET projected = 0 WHERE status = 'open' OR status = 'running';

-- How long the people of a match took to answer: of each the latest waits, when each was over and
-- how many minutes of it counted, as JSON. They follow from the stream up to the version that
-- `counted` names.
CREATE TABLE answers (
    match_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    waits TEXT NOT NULL,
    PRIMARY KEY (match_id, account_id)
);
CREATE INDEX answers_of_account ON answers (account_id);
CREATE TABLE counted (
    match_id TEXT PRIMARY KEY,
    version BIGINT NOT NULL,
    counted_at TIMESTAMP NOT NULL
);

-- What that comes to for a person: the median, in counted minutes.
CREATE TABLE habits (
    account_id TEXT PRIMARY KEY,
    minutes INTEGER NOT NULL
);
