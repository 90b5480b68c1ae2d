ALTER TABLE "posts" DROP COLUMN "evidence";--> statement-breakpoint
ALTER TABLE "posts" DROP COLUMN "excerpt";--> statement-breakpoint
ALTER TABLE "posts" DROP COLUMN "excerpt_start";--> statement-breakpoint
ALTER TABLE "posts" DROP COLUMN "text_characters";