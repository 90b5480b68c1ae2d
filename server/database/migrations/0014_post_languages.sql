ALTER TABLE "archive_sources" ADD COLUMN "other_languages" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "language" text;--> statement-breakpoint
CREATE INDEX "posts_other_language" ON "posts" USING btree ("source","sample","language") WHERE language is not null;