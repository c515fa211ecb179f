-- Who is invited to a match by their handle, and what they answered.
CREATE TABLE invitations (
    match_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    by_id TEXT NOT NULL,
    invited_at TIMESTAMP NOT NULL,
    declined_at TIMESTAMP,
    why TEXT NOT NULL,
    PRIMARY KEY (match_id, account_id)
);
CREATE INDEX invitations_of_account ON invitations (account_id);

-- Who is invited by an address, whether somebody here has it or not. `mailbox` is a keyed
-- hash of it; the address itself is forgotten once the invitation is over. `account_id` is
-- whose it has turned out to be, which whoever has invited them is not told.
CREATE TABLE addressed (
    match_id TEXT NOT NULL,
    id TEXT NOT NULL,
    by_id TEXT NOT NULL,
    address TEXT NOT NULL,
    mailbox TEXT NOT NULL,
    account_id TEXT,
    invited_at TIMESTAMP NOT NULL,
    written_at TIMESTAMP,
    declined_at TIMESTAMP,
    why TEXT NOT NULL,
    PRIMARY KEY (match_id, id)
);
CREATE UNIQUE INDEX addressed_id ON addressed (id);
CREATE UNIQUE INDEX addressed_once ON addressed (match_id, by_id, mailbox);
CREATE INDEX addressed_by ON addressed (by_id, invited_at);
CREATE INDEX addressed_to ON addressed (mailbox, written_at);
CREATE INDEX addressed_of_account ON addressed (account_id);

-- Mailboxes to which no invitation is ever sent again, as keyed hashes.
CREATE TABLE unwanted (
    mailbox TEXT PRIMARY KEY,
    since TIMESTAMP NOT NULL
);
