CREATE TABLE "watch_posts" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "watch_posts_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"watch_id" uuid NOT NULL,
	"post_id" bigint,
	"own_row_id" bigint,
	"found_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "watch_posts_once" UNIQUE("watch_id","post_id"),
	CONSTRAINT "watch_posts_own_once" UNIQUE("watch_id","own_row_id"),
	CONSTRAINT "watch_posts_one" CHECK (("watch_posts"."post_id" is null) <> ("watch_posts"."own_row_id" is null))
);
--> statement-breakpoint
CREATE TABLE "watches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" varchar NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"least_score" smallint DEFAULT 0 NOT NULL,
	"matcher" json NOT NULL,
	"matcher_version" smallint NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"own_material" boolean DEFAULT false NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"paused_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"looked_number" bigint DEFAULT 0 NOT NULL,
	"older_posts" integer DEFAULT 0 NOT NULL,
	"older_looked" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "watch_posts" ADD CONSTRAINT "watch_posts_watch_id_watches_id_fk" FOREIGN KEY ("watch_id") REFERENCES "public"."watches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watches" ADD CONSTRAINT "watches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "watch_posts_watch" ON "watch_posts" USING btree ("watch_id","number");--> statement-breakpoint
CREATE INDEX "watch_posts_post" ON "watch_posts" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "watches_user" ON "watches" USING btree ("user_id","created_at");