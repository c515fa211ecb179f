DROP TABLE zone_laws;
