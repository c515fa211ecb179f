DROP TABLE last_calls;
DROP INDEX seats_by_themselves;
DROP INDEX seats_by_lapse;
DROP INDEX seats_by_call;
ALTER TABLE seats DROP COLUMN plays_by_itself;
ALTER TABLE seats DROP COLUMN stand_in;
ALTER TABLE seats DROP COLUMN lapse_at;
ALTER TABLE seats DROP COLUMN call_at;
ALTER TABLE seats DROP COLUMN due_at;
