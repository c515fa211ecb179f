DROP TABLE unwanted;
DROP TABLE addressed;
DROP TABLE invitations;
