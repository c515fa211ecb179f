DROP TABLE calendars;
DROP TABLE hours;
