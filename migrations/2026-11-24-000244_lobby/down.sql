DROP TABLE habits;
DROP TABLE counted;
DROP TABLE answers;
ALTER TABLE matches DROP COLUMN timing;
DROP INDEX seats_by_named;
ALTER TABLE seats DROP COLUMN named_at;
ALTER TABLE seats DROP COLUMN named_id;
