DROP INDEX matches_by_change;
DROP TABLE silences;
