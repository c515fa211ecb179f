DROP INDEX accounts_by_address;
UPDATE accounts SET email_key = address_key
    WHERE confirmed_at IS NULL AND closed_at IS NULL AND NOT EXISTS (
        SELECT 1 FROM accounts AS other
        WHERE other.address_key = accounts.address_key AND other.id <> accounts.id
    );
ALTER TABLE accounts DROP COLUMN address_key;
ALTER TABLE accounts DROP COLUMN password_set_at;
