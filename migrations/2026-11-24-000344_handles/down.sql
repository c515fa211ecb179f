DROP TABLE closed_handles;
