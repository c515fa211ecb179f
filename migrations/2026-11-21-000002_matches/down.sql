DROP TABLE answered;
DROP TABLE match_secrets;
DROP TABLE seats;
DROP TABLE matches;
DROP TABLE events;
