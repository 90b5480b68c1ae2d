-- Tables with renamed columns get a new name; under the old one stands a view with the old columns, so that the version
-- before reads and writes on. Its statements lock these tables in more than one order: a deadlock is tried again.
LOCK TABLE "forgotten_posts", "posts", "activity_counts", "own_rows" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "posts" RENAME TO "archive_posts";--> statement-breakpoint
ALTER TABLE "archive_posts" RENAME COLUMN "card" TO "summary";--> statement-breakpoint
ALTER TABLE "archive_posts" RENAME COLUMN "kept_at" TO "stored_at";--> statement-breakpoint
ALTER INDEX "posts_pkey" RENAME TO "archive_posts_pkey";--> statement-breakpoint
ALTER SEQUENCE "posts_id_seq" RENAME TO "archive_posts_id_seq";--> statement-breakpoint
CREATE VIEW "posts" AS SELECT ctid, xmax, id, source, source_id, community, title, selftext, url, attribution, upvotes, comments,
	created_at, sample, language, opportunity_score, scorer_version, signals, persona, summary AS card, excerpt,
	excerpt_start, text_characters, reason, words, words_version, stored_at AS kept_at FROM "archive_posts";--> statement-breakpoint
ALTER TABLE "forgotten_posts" RENAME TO "tombstones";--> statement-breakpoint
ALTER TABLE "tombstones" RENAME COLUMN "forgotten_at" TO "purged_at";--> statement-breakpoint
ALTER INDEX "forgotten_posts_source_source_id_pk" RENAME TO "tombstones_source_source_id_pk";--> statement-breakpoint
CREATE VIEW "forgotten_posts" AS SELECT source, source_id, purged_at AS forgotten_at FROM "tombstones";--> statement-breakpoint
ALTER TABLE "own_rows" RENAME TO "own_material";--> statement-breakpoint
ALTER TABLE "own_material" RENAME COLUMN "card" TO "summary";--> statement-breakpoint
ALTER TABLE "own_material" RENAME CONSTRAINT "own_rows_collection_id_own_collections_id_fk" TO "own_material_collection_id_own_collections_id_fk";--> statement-breakpoint
ALTER INDEX "own_rows_pkey" RENAME TO "own_material_pkey";--> statement-breakpoint
ALTER INDEX "own_rows_collection" RENAME TO "own_material_collection";--> statement-breakpoint
ALTER INDEX "own_rows_words" RENAME TO "own_material_words";--> statement-breakpoint
ALTER SEQUENCE "own_rows_id_seq" RENAME TO "own_material_id_seq";--> statement-breakpoint
CREATE VIEW "own_rows" AS SELECT id, collection_id, title, selftext, community, url, created_at, language, opportunity_score,
	scorer_version, summary AS card, words, words_version FROM "own_material";--> statement-breakpoint
ALTER TABLE "activity_counts" RENAME TO "quarter_hour_counts";--> statement-breakpoint
ALTER TABLE "quarter_hour_counts" RENAME COLUMN "lane" TO "connection";--> statement-breakpoint
ALTER INDEX "activity_counts_quarter_start_lane_pk" RENAME TO "quarter_hour_counts_quarter_start_connection_pk";--> statement-breakpoint
CREATE VIEW "activity_counts" AS SELECT quarter_start, connection AS lane, searches, results, sign_ups, users_change,
	pro_change FROM "quarter_hour_counts";--> statement-breakpoint
DO $$ DECLARE counting regproc; BEGIN
	FOREACH counting IN ARRAY ARRAY['count_added_searches', 'count_removed_searches', 'count_added_users',
		'count_removed_users', 'count_changed_plan']::regproc[]
	LOOP
		EXECUTE regexp_replace(
			replace(pg_get_functiondef(counting), 'activity_counts', 'quarter_hour_counts'), '\mlane\M', 'connection', 'g');
	END LOOP;
END $$;
