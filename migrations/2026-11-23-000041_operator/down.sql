DROP TABLE audit;
DROP INDEX reports_by_time;
DROP INDEX reports_by_id;
ALTER TABLE reports DROP COLUMN note;
ALTER TABLE reports DROP COLUMN settled_by;
ALTER TABLE reports DROP COLUMN settled_at;
ALTER TABLE reports DROP COLUMN about;
ALTER TABLE reports DROP COLUMN id;
ALTER TABLE accounts DROP COLUMN frozen_at;
