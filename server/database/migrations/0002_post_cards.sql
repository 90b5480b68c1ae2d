ALTER TABLE "posts" ADD COLUMN "excerpt" text;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "excerpt_start" integer;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "text_characters" integer;--> statement-breakpoint
-- Until the archive is rescored, older posts show the beginning of their text.
UPDATE "posts" SET "excerpt" = left("selftext", 360), "excerpt_start" = 0, "text_characters" = length("selftext");--> statement-breakpoint
ALTER TABLE "posts" ALTER COLUMN "excerpt" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ALTER COLUMN "excerpt_start" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ALTER COLUMN "text_characters" SET NOT NULL;
