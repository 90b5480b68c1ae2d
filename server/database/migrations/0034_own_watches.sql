ALTER TABLE "users" ADD COLUMN "most_watches" smallint;--> statement-breakpoint
ALTER TABLE "own_collections" ADD COLUMN "ready_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "own_collections" ADD COLUMN "watched_to" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "own_collections" ADD COLUMN "is_watched" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "watches" ADD COLUMN "public_posts" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "watches" ADD COLUMN "own_delivered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "watches" ADD COLUMN "own_older" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "watches" ADD COLUMN "own_older_looked" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "own_row_id" bigint;--> statement-breakpoint
ALTER TABLE "watch_posts" ADD CONSTRAINT "watch_posts_own_row_id_own_material_id_fk" FOREIGN KEY ("own_row_id") REFERENCES "public"."own_material"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_own_row_id_own_material_id_fk" FOREIGN KEY ("own_row_id") REFERENCES "public"."own_material"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "own_collections_unwatched" ON "own_collections" USING btree ("id") WHERE state = 'ready' and not is_watched;--> statement-breakpoint
CREATE INDEX "watch_posts_own_row" ON "watch_posts" USING btree ("own_row_id") WHERE own_row_id is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_row" ON "webhook_deliveries" USING btree ("own_row_id") WHERE own_row_id is not null;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_own_row" UNIQUE("webhook_id","own_row_id");--> statement-breakpoint
UPDATE "own_collections" SET "is_watched" = true WHERE "state" = 'ready';
