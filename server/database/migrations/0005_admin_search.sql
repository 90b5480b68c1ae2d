CREATE TABLE "user_search_texts" (
	"user_id" varchar PRIMARY KEY NOT NULL,
	"search_text" text NOT NULL
);
--> statement-breakpoint
DROP INDEX "users_created";--> statement-breakpoint
ALTER TABLE "user_search_texts" ADD CONSTRAINT "user_search_texts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at","id","subscription_tier");--> statement-breakpoint
CREATE FUNCTION user_search_text(email varchar, first_name varchar, last_name varchar) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT lower(concat_ws(' ', email, first_name, last_name))
$$;--> statement-breakpoint
CREATE FUNCTION keep_search_texts_of_added_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO user_search_texts (user_id, search_text)
		SELECT id, user_search_text(email, first_name, last_name) FROM added;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION keep_search_text_of_renamed_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE user_search_texts SET search_text = user_search_text(NEW.email, NEW.first_name, NEW.last_name)
		WHERE user_id = NEW.id;
	RETURN NULL;
END $$;--> statement-breakpoint
INSERT INTO user_search_texts (user_id, search_text)
	SELECT id, user_search_text(email, first_name, last_name) FROM users;--> statement-breakpoint
CREATE TRIGGER users_added_search_texts AFTER INSERT ON users
	REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_search_texts_of_added_users();--> statement-breakpoint
CREATE TRIGGER users_renamed AFTER UPDATE OF email, first_name, last_name ON users
	FOR EACH ROW WHEN (
		(OLD.email, OLD.first_name, OLD.last_name) IS DISTINCT FROM (NEW.email, NEW.first_name, NEW.last_name)
	) EXECUTE FUNCTION keep_search_text_of_renamed_user();--> statement-breakpoint
-- Where the server has no pg_trgm, or we may not add it, the whole small table is read instead.
DO $$ BEGIN
	CREATE EXTENSION IF NOT EXISTS pg_trgm;
	CREATE INDEX user_search_texts_trigrams ON user_search_texts USING gin (search_text gin_trgm_ops);
EXCEPTION WHEN OTHERS THEN
	RAISE NOTICE 'No trigram index: %', SQLERRM;
END $$;
