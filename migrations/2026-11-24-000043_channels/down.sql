DROP TABLE push_keys;
DROP TABLE deliveries;
DROP TABLE ways;
