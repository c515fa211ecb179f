-- Whoever is awaited, by match: every process looks every few seconds for seats among them
-- that play by themselves.
CREATE INDEX seats_awaited ON seats (match_id, account_id, resigned)
WHERE awaited_since IS NOT NULL;
