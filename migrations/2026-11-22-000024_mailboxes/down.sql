DROP INDEX letters_by_mailbox;
ALTER TABLE letters DROP COLUMN mailbox;
