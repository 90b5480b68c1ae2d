CREATE TABLE "admin_password_reset_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token" varchar NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"admin_id" uuid NOT NULL,
	"username" varchar NOT NULL,
	CONSTRAINT "admin_password_reset_tokens_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "admin_sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"admin_id" uuid NOT NULL,
	"session_token" varchar NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "admin_sessions_session_token_unique" UNIQUE("session_token")
);
--> statement-breakpoint
CREATE TABLE "admin_users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"username" varchar NOT NULL,
	"password_hash" varchar NOT NULL,
	"is_setup" integer DEFAULT 0 NOT NULL,
	"last_login_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "admin_users_username_unique" UNIQUE("username")
);
--> statement-breakpoint
CREATE TABLE "archive_sources" (
	"source" text NOT NULL,
	"sample" boolean NOT NULL,
	"posts" integer NOT NULL,
	"oldest_post_at" timestamp with time zone NOT NULL,
	"newest_post_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "archive_sources_source_sample_pk" PRIMARY KEY("source","sample")
);
--> statement-breakpoint
CREATE TABLE "password_reset_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token" varchar NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" varchar NOT NULL,
	"email" varchar NOT NULL,
	CONSTRAINT "password_reset_tokens_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "payment_config" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"mode" varchar DEFAULT 'production' NOT NULL,
	"production_price_id" varchar,
	"sandbox_price_id" varchar,
	"last_modified_by" uuid,
	"last_modified_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "posts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"source_id" text NOT NULL,
	"community" text NOT NULL,
	"title" text NOT NULL,
	"selftext" text NOT NULL,
	"url" text,
	"upvotes" integer,
	"comments" integer,
	"created_at" timestamp with time zone NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	"opportunity_score" smallint NOT NULL,
	"scorer_version" text NOT NULL,
	"signals" text[] NOT NULL,
	"persona" text NOT NULL,
	"evidence" json NOT NULL,
	"words" "tsvector" NOT NULL,
	"kept_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "posts_source_id" UNIQUE("source","source_id"),
	CONSTRAINT "posts_score_range" CHECK ("posts"."opportunity_score" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"identifier" varchar NOT NULL,
	"endpoint" varchar NOT NULL,
	"request_count" integer DEFAULT 0 NOT NULL,
	"bucket_start" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "rate_limits_bucket" UNIQUE("identifier","endpoint","bucket_start")
);
--> statement-breakpoint
CREATE TABLE "search_results" (
	"search_session_id" uuid PRIMARY KEY NOT NULL,
	"post_ids" bigint[] NOT NULL,
	"matches" text[] NOT NULL,
	"coverage" json NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" varchar,
	"session_token" varchar NOT NULL,
	"keyword" text NOT NULL,
	"results_count" integer DEFAULT 0 NOT NULL,
	"csv_path" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ip_address" varchar,
	"visitor_id" varchar,
	CONSTRAINT "search_sessions_session_token_unique" UNIQUE("session_token")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"sid" varchar PRIMARY KEY NOT NULL,
	"sess" json NOT NULL,
	"expire" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" varchar PRIMARY KEY DEFAULT gen_random_uuid()::varchar NOT NULL,
	"email" varchar NOT NULL,
	"password" varchar NOT NULL,
	"first_name" varchar,
	"last_name" varchar,
	"profile_image_url" varchar,
	"subscription_tier" varchar DEFAULT 'free' NOT NULL,
	"searches_this_month" integer DEFAULT 0 NOT NULL,
	"subscription_period_start" timestamp with time zone DEFAULT now() NOT NULL,
	"stripe_customer_id" varchar,
	"stripe_subscription_id" varchar,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
ALTER TABLE "admin_password_reset_tokens" ADD CONSTRAINT "admin_password_reset_tokens_admin_id_admin_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admin_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD CONSTRAINT "admin_sessions_admin_id_admin_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admin_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_reset_tokens" ADD CONSTRAINT "password_reset_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_config" ADD CONSTRAINT "payment_config_last_modified_by_admin_users_id_fk" FOREIGN KEY ("last_modified_by") REFERENCES "public"."admin_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_results" ADD CONSTRAINT "search_results_search_session_id_search_sessions_id_fk" FOREIGN KEY ("search_session_id") REFERENCES "public"."search_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_sessions" ADD CONSTRAINT "search_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "posts_words_85" ON "posts" USING gin ("words") WHERE opportunity_score >= 85 and opportunity_score < 101;--> statement-breakpoint
CREATE INDEX "posts_words_75" ON "posts" USING gin ("words") WHERE opportunity_score >= 75 and opportunity_score < 85;--> statement-breakpoint
CREATE INDEX "posts_words_65" ON "posts" USING gin ("words") WHERE opportunity_score >= 65 and opportunity_score < 75;--> statement-breakpoint
CREATE INDEX "posts_words_55" ON "posts" USING gin ("words") WHERE opportunity_score >= 55 and opportunity_score < 65;--> statement-breakpoint
CREATE INDEX "posts_words_45" ON "posts" USING gin ("words") WHERE opportunity_score >= 45 and opportunity_score < 55;--> statement-breakpoint
CREATE INDEX "posts_words_35" ON "posts" USING gin ("words") WHERE opportunity_score >= 35 and opportunity_score < 45;--> statement-breakpoint
CREATE INDEX "posts_words_30" ON "posts" USING gin ("words") WHERE opportunity_score >= 30 and opportunity_score < 35;--> statement-breakpoint
CREATE INDEX "posts_words_25" ON "posts" USING gin ("words") WHERE opportunity_score >= 25 and opportunity_score < 30;--> statement-breakpoint
CREATE INDEX "posts_words_20" ON "posts" USING gin ("words") WHERE opportunity_score >= 20 and opportunity_score < 25;--> statement-breakpoint
CREATE INDEX "posts_words_10" ON "posts" USING gin ("words") WHERE opportunity_score >= 10 and opportunity_score < 20;--> statement-breakpoint
CREATE INDEX "posts_words_0" ON "posts" USING gin ("words") WHERE opportunity_score >= 0 and opportunity_score < 10;--> statement-breakpoint
CREATE INDEX "rate_limits_bucket_start" ON "rate_limits" USING btree ("bucket_start");--> statement-breakpoint
CREATE INDEX "search_results_expires" ON "search_results" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "search_sessions_user" ON "search_sessions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "search_sessions_visitor" ON "search_sessions" USING btree ("visitor_id");--> statement-breakpoint
CREATE INDEX "search_sessions_created" ON "search_sessions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sessions_expire" ON "sessions" USING btree ("expire");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_lower" ON "users" USING btree (lower("email"));--> statement-breakpoint
ALTER TABLE "posts" SET (toast_tuple_target = 8160);
