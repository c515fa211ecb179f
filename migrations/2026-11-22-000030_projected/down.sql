DROP INDEX matches_to_project;
ALTER TABLE matches DROP COLUMN projected;
ALTER TABLE last_calls DROP COLUMN called_at;
