DROP TABLE answered;
DROP TABLE signing_keys;
DROP TABLE sealed;
DROP TABLE match_secrets;
DROP TABLE seats;
DROP TABLE matches;
DROP TABLE events;
