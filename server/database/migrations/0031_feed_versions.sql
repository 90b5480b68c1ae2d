ALTER TABLE "watch_feeds" ADD COLUMN "posts_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE FUNCTION note_rescored_feeds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE watch_feeds SET posts_version = posts_version + 1
	WHERE watch_id IN (
		SELECT watch_posts.watch_id FROM after JOIN before USING (id) JOIN watch_posts ON post_id = after.id
		WHERE (after.opportunity_score, after.scorer_version, after.reason::text)
			IS DISTINCT FROM (before.opportunity_score, before.scorer_version, before.reason::text)
	);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER archive_posts_rescored AFTER UPDATE ON archive_posts REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_rescored_feeds();
