DROP INDEX seats_by_opening;
ALTER TABLE seats DROP COLUMN open_at;
