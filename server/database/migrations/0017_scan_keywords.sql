CREATE TABLE "scan_keywords" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"keyword" text NOT NULL,
	"list" text,
	"enabled" boolean DEFAULT true NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "scan_keywords_once" ON "scan_keywords" USING btree (lower("keyword"));