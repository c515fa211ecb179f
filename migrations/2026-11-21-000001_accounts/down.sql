DROP TABLE api_tokens;
DROP TABLE refresh_tokens;
DROP TABLE sessions;
DROP TABLE tickets;
DROP TABLE accounts;
