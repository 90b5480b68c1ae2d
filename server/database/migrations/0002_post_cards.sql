ALTER TABLE "posts" ADD COLUMN "card" text;--> statement-breakpoint
-- Until the archive is rescored, older posts show the beginning of their text.
UPDATE "posts" SET "card" = json_build_object(
  'title', "title", 'subreddit', "community", 'persona', "persona", 'opportunityScore', "opportunity_score",
  'signals', "signals", 'excerpt', left("selftext", 360), 'excerptStart', 0, 'textCharacters', length("selftext"),
  'evidence', coalesce((
    select json_agg(json_build_object('signal', one->0, 'field', one->1, 'start', one->2, 'end', one->3, 'points', one->4))
    from json_array_elements("evidence") as one), '[]'))::text;--> statement-breakpoint
ALTER TABLE "posts" ALTER COLUMN "card" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" DROP COLUMN "evidence";
