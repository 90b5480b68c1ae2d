CREATE TABLE "sources" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"title" text NOT NULL,
	"communities" text[] DEFAULT '{}' NOT NULL,
	"every_hours" integer DEFAULT 24 NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"added_by" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	"purged_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "attribution" text;--> statement-breakpoint
CREATE UNIQUE INDEX "sources_feed" ON "sources" USING btree ("address") WHERE "sources"."kind" = 'feed';--> statement-breakpoint
CREATE UNIQUE INDEX "sources_name" ON "sources" USING btree ("name") WHERE "sources"."kind" <> 'feed';