-- An invitation by address is one by its match; by its id alone it is only looked for.
DROP INDEX addressed_id;
CREATE INDEX addressed_of_id ON addressed (id);
