CREATE TABLE "archive_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "archive_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"post_ids" bigint[],
	"changed_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "archive_changes_transaction" ON "archive_changes" USING btree ("transaction");--> statement-breakpoint
CREATE INDEX "archive_changes_changed" ON "archive_changes" USING btree ("changed_at");
--> statement-breakpoint
CREATE FUNCTION log_archive_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'TRUNCATE' THEN
		INSERT INTO archive_changes (post_ids) VALUES (NULL);
	ELSIF TG_OP = 'UPDATE' THEN
		INSERT INTO archive_changes (post_ids)
		SELECT array_agg(after.id) FROM after JOIN before USING (id)
		WHERE (after.source, after.community, after.created_at, after.sample, after.opportunity_score, after.signals, after.words_version, after.words)
			IS DISTINCT FROM (before.source, before.community, before.created_at, before.sample, before.opportunity_score, before.signals, before.words_version, before.words)
		HAVING count(*) > 0;
	ELSE
		INSERT INTO archive_changes (post_ids) SELECT array_agg(id) FROM changed HAVING count(*) > 0;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER archive_posts_inserted AFTER INSERT ON archive_posts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_archive_change();--> statement-breakpoint
CREATE TRIGGER archive_posts_updated AFTER UPDATE ON archive_posts REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION log_archive_change();--> statement-breakpoint
CREATE TRIGGER archive_posts_deleted AFTER DELETE ON archive_posts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_archive_change();--> statement-breakpoint
CREATE TRIGGER archive_posts_truncated AFTER TRUNCATE ON archive_posts FOR EACH STATEMENT EXECUTE FUNCTION log_archive_change();
