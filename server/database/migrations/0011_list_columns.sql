ALTER TABLE "posts" ADD COLUMN "excerpt" text;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "excerpt_start" integer;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "text_characters" integer;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "reason" json;