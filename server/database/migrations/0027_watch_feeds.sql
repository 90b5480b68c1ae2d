CREATE TABLE "watch_feeds" (
	"watch_id" uuid PRIMARY KEY NOT NULL,
	"token" varchar NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "watch_feeds_token_unique" UNIQUE("token")
);
--> statement-breakpoint
ALTER TABLE "watch_feeds" ADD CONSTRAINT "watch_feeds_watch_id_watches_id_fk" FOREIGN KEY ("watch_id") REFERENCES "public"."watches"("id") ON DELETE cascade ON UPDATE no action;