-- The views through which the version before the last one read and wrote.
DROP VIEW "posts", "forgotten_posts", "own_rows", "activity_counts";
