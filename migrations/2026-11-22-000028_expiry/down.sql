DROP TABLE silences;
