//! Tests of the board of The Great Zimbabwe.
