CREATE TABLE "own_collections" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" varchar NOT NULL,
	"name" text NOT NULL,
	"state" text DEFAULT 'uploading' NOT NULL,
	"mapping" json,
	"rows" integer DEFAULT 0 NOT NULL,
	"other_languages" integer DEFAULT 0 NOT NULL,
	"beyond_limit" integer DEFAULT 0 NOT NULL,
	"rejected" integer DEFAULT 0 NOT NULL,
	"rejects" json DEFAULT '[]'::json NOT NULL,
	"failure" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "own_parts" (
	"collection_id" uuid NOT NULL,
	"part" integer NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "own_parts_collection_id_part_pk" PRIMARY KEY("collection_id","part")
);
--> statement-breakpoint
CREATE TABLE "own_rows" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "own_rows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"collection_id" uuid NOT NULL,
	"title" text NOT NULL,
	"selftext" text NOT NULL,
	"community" text NOT NULL,
	"url" text,
	"created_at" timestamp with time zone NOT NULL,
	"language" text,
	"opportunity_score" smallint NOT NULL,
	"scorer_version" text NOT NULL,
	"card" text NOT NULL,
	"words" "tsvector" NOT NULL,
	"words_version" smallint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "own_collections" ADD CONSTRAINT "own_collections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "own_parts" ADD CONSTRAINT "own_parts_collection_id_own_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."own_collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "own_rows" ADD CONSTRAINT "own_rows_collection_id_own_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."own_collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "own_collections_user" ON "own_collections" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "own_collections_state" ON "own_collections" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "own_rows_collection" ON "own_rows" USING btree ("collection_id","opportunity_score");--> statement-breakpoint
CREATE INDEX "own_rows_words" ON "own_rows" USING gin ("words");