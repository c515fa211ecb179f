DROP TABLE bookmarks;
DROP TABLE notes;
