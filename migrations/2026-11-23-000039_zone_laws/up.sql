-- Which editions of the laws of time zones were met: where a new one comes, everybody's hours
-- are looked up again.
CREATE TABLE zone_laws (
    edition TEXT PRIMARY KEY,
    met_at TIMESTAMP NOT NULL
);
