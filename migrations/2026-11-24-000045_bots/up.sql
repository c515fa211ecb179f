-- Whether a program plays under an account: it is shown wherever somebody is named.
ALTER TABLE accounts ADD COLUMN is_bot BOOLEAN NOT NULL DEFAULT FALSE;
