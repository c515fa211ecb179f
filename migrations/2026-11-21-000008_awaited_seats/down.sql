DROP INDEX seats_awaited;
