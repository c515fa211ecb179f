DROP TABLE presence;
DROP TABLE match_rhythms;
DROP TABLE mailboxes;
DROP TABLE notices;
