-- An address belongs to whoever has confirmed it: only then does it stand in email_key,
-- which no two accounts share. Until then a stand-in does, and several people may claim
-- one address. address_key is the address in lower case, confirmed or not.
ALTER TABLE accounts ADD COLUMN address_key TEXT NOT NULL DEFAULT '';
UPDATE accounts SET address_key = email_key WHERE closed_at IS NULL;
UPDATE accounts SET email_key = 'unconfirmed-' || id
    WHERE confirmed_at IS NULL AND closed_at IS NULL;
CREATE INDEX accounts_by_address ON accounts (address_key);

-- Letters with links that were asked for before are void.
ALTER TABLE accounts ADD COLUMN password_set_at TIMESTAMP;
