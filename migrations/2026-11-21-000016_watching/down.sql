DROP TABLE watching;
