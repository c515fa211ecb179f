-- What the clocks of a match say, and whether the platform plays a seat now. Like all of this
-- table it follows from the stream.
ALTER TABLE seats ADD COLUMN due_at TIMESTAMP;
ALTER TABLE seats ADD COLUMN call_at TIMESTAMP;
ALTER TABLE seats ADD COLUMN lapse_at TIMESTAMP;
ALTER TABLE seats ADD COLUMN stand_in TEXT;
ALTER TABLE seats ADD COLUMN plays_by_itself BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE seats SET plays_by_itself = TRUE
    WHERE awaited_since IS NOT NULL AND (account_id LIKE 'robot:%' OR resigned);
CREATE INDEX seats_by_call ON seats (call_at) WHERE call_at IS NOT NULL;
CREATE INDEX seats_by_lapse ON seats (lapse_at) WHERE lapse_at IS NOT NULL;
CREATE INDEX seats_by_themselves ON seats (match_id) WHERE plays_by_itself;

-- Who was called for the last time, before which time is over; and when to look again
-- where that time is put off.
CREATE TABLE last_calls (
    match_id TEXT NOT NULL,
    seat INTEGER NOT NULL,
    due_at TIMESTAMP NOT NULL,
    account_id TEXT NOT NULL,
    letter_id TEXT NOT NULL,
    look_at TIMESTAMP,
    PRIMARY KEY (match_id, seat)
);
