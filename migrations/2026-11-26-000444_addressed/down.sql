DROP INDEX addressed_of_id;
CREATE UNIQUE INDEX addressed_id ON addressed (id);
