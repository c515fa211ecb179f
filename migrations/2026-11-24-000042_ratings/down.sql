DROP TABLE rating_turns;
DROP TABLE ratings;
DROP TABLE rating_steps;
DROP TABLE results;
DROP INDEX matches_by_end;
DROP TABLE outcomes;
