CREATE TABLE "archive_words" (
	"word" text PRIMARY KEY NOT NULL,
	"posts" integer DEFAULT 0 NOT NULL,
	"titles" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "words_version" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
-- Where the server has no pg_trgm, or we may not add it, misspelt words get no suggestion.
DO $$ BEGIN
	CREATE EXTENSION IF NOT EXISTS pg_trgm;
	CREATE INDEX archive_words_trigrams ON archive_words USING gin (word gin_trgm_ops) WHERE titles > 0;
EXCEPTION WHEN OTHERS THEN
	RAISE NOTICE 'No trigram index: %', SQLERRM;
END $$;
