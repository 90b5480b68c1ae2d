CREATE TABLE "held_posts" (
	"id" bigint PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"source_id" text NOT NULL,
	"community" text NOT NULL,
	"title" text NOT NULL,
	"selftext" text NOT NULL,
	"url" text,
	"attribution" text,
	"upvotes" integer,
	"comments" integer,
	"created_at" timestamp with time zone NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	"language" text,
	"opportunity_score" smallint NOT NULL,
	"scorer_version" text NOT NULL,
	"signals" text[] NOT NULL,
	"persona" text NOT NULL,
	"summary" text NOT NULL,
	"excerpt" text,
	"excerpt_start" integer,
	"text_characters" integer,
	"reason" json,
	"words" "tsvector" NOT NULL,
	"words_version" smallint DEFAULT 1 NOT NULL,
	"stored_at" timestamp with time zone DEFAULT now() NOT NULL,
	"live" boolean NOT NULL,
	"doubted_at" timestamp with time zone,
	CONSTRAINT "held_posts_source_id" UNIQUE("source","source_id")
);
--> statement-breakpoint
CREATE TABLE "held_sources" (
	"source" text PRIMARY KEY NOT NULL,
	"held_at" timestamp with time zone NOT NULL,
	"released_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "held_posts_newest" ON "held_posts" USING btree ("source","created_at");--> statement-breakpoint
DO $$ DECLARE long name; BEGIN
	FOR long IN SELECT attname FROM pg_attribute
		WHERE attrelid = 'held_posts'::regclass AND attnum > 0 AND NOT attisdropped AND attstorage = 'x'
	LOOP
		EXECUTE format('ALTER TABLE held_posts ALTER COLUMN %I SET STORAGE MAIN', long);
	END LOOP;
END $$;
