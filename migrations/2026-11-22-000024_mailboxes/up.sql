-- The mailbox, as a hash, of letters that strangers can have sent to it: so many go there
-- within an hour, whoever asks for them.
ALTER TABLE letters ADD COLUMN mailbox TEXT;
CREATE INDEX letters_by_mailbox ON letters (mailbox, sent_at);
