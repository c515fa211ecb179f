-- Since when somebody was called for the last time before their time is over.
ALTER TABLE last_calls ADD COLUMN called_at TIMESTAMP;
UPDATE last_calls SET called_at = due_at;

-- Up to which event the rows of a match were written by a Turnwise that fills all their columns.
-- An older one leaves it behind; the rows are then written anew.
ALTER TABLE matches ADD COLUMN projected BIGINT NOT NULL DEFAULT 0;
UPDATE matches SET projected = version WHERE status = 'ended' OR status = 'cancelled';
CREATE INDEX matches_to_project ON matches (id) WHERE projected <> version;
