-- From when on anybody can take a seat over whose person does not come. Like all of this table
-- it follows from the stream.
ALTER TABLE seats ADD COLUMN open_at TIMESTAMP;
CREATE INDEX seats_by_opening ON seats (open_at) WHERE open_at IS NOT NULL;
-- What was stored before has no such seats: resigned ones are written anew.
UPDATE matches SET projected = 0 WHERE status = 'running'
    AND id IN (SELECT match_id FROM seats WHERE resigned OR stand_in IS NOT NULL);
