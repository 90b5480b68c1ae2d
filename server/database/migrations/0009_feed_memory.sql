CREATE TABLE "feed_items" (
	"address" text NOT NULL,
	"source_id" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "feed_items_address_source_id_pk" PRIMARY KEY("address","source_id")
);
--> statement-breakpoint
CREATE TABLE "feed_reads" (
	"address" text PRIMARY KEY NOT NULL,
	"etag" text,
	"last_modified" text,
	"read_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "feed_items_source_id" ON "feed_items" USING btree ("source_id");