-- Drops the views that an earlier version used to read and write the tables under their old names.
DROP VIEW "posts", "forgotten_posts", "own_rows", "activity_counts";
