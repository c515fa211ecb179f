DROP TABLE reports;
DROP TABLE talk_shown;
DROP TABLE talk_read;
DROP TABLE talk_lines;
