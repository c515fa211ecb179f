DROP INDEX matches_under_way;
DROP TABLE silences;
