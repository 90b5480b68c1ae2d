CREATE TABLE "activity_counts" (
	"quarter_start" timestamp with time zone NOT NULL,
	"lane" integer NOT NULL,
	"searches" bigint DEFAULT 0 NOT NULL,
	"results" bigint DEFAULT 0 NOT NULL,
	"sign_ups" bigint DEFAULT 0 NOT NULL,
	"users_change" bigint DEFAULT 0 NOT NULL,
	"pro_change" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "activity_counts_quarter_start_lane_pk" PRIMARY KEY("quarter_start","lane")
);
--> statement-breakpoint
CREATE TABLE "admin_recovery_codes" (
	"admin_id" uuid NOT NULL,
	"code_hash" varchar NOT NULL,
	CONSTRAINT "admin_recovery_codes_admin_id_code_hash_pk" PRIMARY KEY("admin_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "admin_second_factors" (
	"admin_id" uuid PRIMARY KEY NOT NULL,
	"sealed_secret" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"action" varchar NOT NULL,
	"admin" varchar NOT NULL,
	"ip_address" varchar,
	"target_user_id" varchar,
	"details" text
);
--> statement-breakpoint
CREATE TABLE "user_activity" (
	"user_id" varchar PRIMARY KEY NOT NULL,
	"total_searches" integer DEFAULT 0 NOT NULL,
	"total_results" bigint DEFAULT 0 NOT NULL,
	"last_search_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD COLUMN "previous_login_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "admin_recovery_codes" ADD CONSTRAINT "admin_recovery_codes_admin_id_admin_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admin_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_second_factors" ADD CONSTRAINT "admin_second_factors_admin_id_admin_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admin_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_activity" ADD CONSTRAINT "user_activity_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_target" ON "audit_log" USING btree ("target_user_id") WHERE target_user_id is not null;--> statement-breakpoint
CREATE INDEX "user_activity_searches" ON "user_activity" USING btree ("total_searches","user_id");--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_pro" ON "users" USING btree ("created_at","id") WHERE subscription_tier = 'pro';--> statement-breakpoint
CREATE FUNCTION quarter_of(instant timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
	SELECT date_bin('15 minutes', instant, timestamptz '2000-01-01 00:00:00+00')
$$;--> statement-breakpoint
CREATE FUNCTION count_added_searches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO activity_counts (quarter_start, lane, searches, results)
		SELECT quarter_of(created_at), pg_backend_pid(), count(*), sum(results_count)
		FROM added GROUP BY 1 ORDER BY 1
		ON CONFLICT (quarter_start, lane) DO UPDATE SET
			searches = activity_counts.searches + excluded.searches,
			results = activity_counts.results + excluded.results;
	INSERT INTO user_activity (user_id, total_searches, total_results, last_search_at)
		SELECT user_id, count(*), sum(results_count), max(created_at)
		FROM added WHERE user_id IS NOT NULL GROUP BY 1 ORDER BY 1
		ON CONFLICT (user_id) DO UPDATE SET
			total_searches = user_activity.total_searches + excluded.total_searches,
			total_results = user_activity.total_results + excluded.total_results,
			last_search_at = greatest(user_activity.last_search_at, excluded.last_search_at);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_removed_searches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO activity_counts (quarter_start, lane, searches, results)
		SELECT quarter_of(created_at), pg_backend_pid(), -count(*), -sum(results_count)
		FROM removed GROUP BY 1 ORDER BY 1
		ON CONFLICT (quarter_start, lane) DO UPDATE SET
			searches = activity_counts.searches + excluded.searches,
			results = activity_counts.results + excluded.results;
	UPDATE user_activity SET
			total_searches = total_searches - gone.searches,
			total_results = total_results - gone.results,
			last_search_at = (SELECT max(created_at) FROM search_sessions WHERE user_id = gone.user_id)
		FROM (
			SELECT user_id, count(*) AS searches, sum(results_count) AS results
			FROM removed WHERE user_id IS NOT NULL GROUP BY 1
		) gone
		WHERE user_activity.user_id = gone.user_id;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_taken_over_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE user_activity SET
			total_searches = total_searches - 1,
			total_results = total_results - OLD.results_count,
			last_search_at = (SELECT max(created_at) FROM search_sessions WHERE user_id = OLD.user_id)
		WHERE user_id = OLD.user_id;
	INSERT INTO user_activity (user_id, total_searches, total_results, last_search_at)
		SELECT NEW.user_id, 1, NEW.results_count, NEW.created_at WHERE NEW.user_id IS NOT NULL
		ON CONFLICT (user_id) DO UPDATE SET
			total_searches = user_activity.total_searches + 1,
			total_results = user_activity.total_results + excluded.total_results,
			last_search_at = greatest(user_activity.last_search_at, excluded.last_search_at);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_added_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO user_activity (user_id) SELECT id FROM added ON CONFLICT (user_id) DO NOTHING;
	INSERT INTO activity_counts (quarter_start, lane, sign_ups, users_change, pro_change)
		SELECT quarter_of(created_at), pg_backend_pid(), count(*), count(*),
			count(*) FILTER (WHERE subscription_tier = 'pro')
		FROM added GROUP BY 1 ORDER BY 1
		ON CONFLICT (quarter_start, lane) DO UPDATE SET
			sign_ups = activity_counts.sign_ups + excluded.sign_ups,
			users_change = activity_counts.users_change + excluded.users_change,
			pro_change = activity_counts.pro_change + excluded.pro_change;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_removed_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO activity_counts (quarter_start, lane, sign_ups, users_change, pro_change)
		SELECT quarter_start, pg_backend_pid(), sum(sign_ups), sum(users_change), sum(pro_change)
		FROM (
			SELECT quarter_of(created_at) AS quarter_start, -1 AS sign_ups, 0 AS users_change, 0 AS pro_change
			FROM removed
			UNION ALL
			SELECT quarter_of(now()), 0, -1, CASE subscription_tier WHEN 'pro' THEN -1 ELSE 0 END
			FROM removed
		) changes GROUP BY 1 ORDER BY 1
		ON CONFLICT (quarter_start, lane) DO UPDATE SET
			sign_ups = activity_counts.sign_ups + excluded.sign_ups,
			users_change = activity_counts.users_change + excluded.users_change,
			pro_change = activity_counts.pro_change + excluded.pro_change;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_changed_plan() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO activity_counts (quarter_start, lane, pro_change)
		VALUES (quarter_of(now()), pg_backend_pid(), CASE NEW.subscription_tier WHEN 'pro' THEN 1 ELSE -1 END)
		ON CONFLICT (quarter_start, lane) DO UPDATE SET
			pro_change = activity_counts.pro_change + excluded.pro_change;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'The audit log can only grow' USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
INSERT INTO user_activity (user_id, total_searches, total_results, last_search_at)
	SELECT users.id, count(made.id), coalesce(sum(made.results_count), 0), max(made.created_at)
	FROM users LEFT JOIN search_sessions made ON made.user_id = users.id GROUP BY users.id;--> statement-breakpoint
INSERT INTO activity_counts (quarter_start, lane, searches, results, sign_ups, users_change, pro_change)
	SELECT quarter_of(created_at), 0, sum(searches), sum(results), sum(sign_ups), sum(sign_ups), sum(pro)
	FROM (
		SELECT created_at, 1 AS searches, results_count AS results, 0 AS sign_ups, 0 AS pro FROM search_sessions
		UNION ALL
		SELECT created_at, 0, 0, 1, CASE subscription_tier WHEN 'pro' THEN 1 ELSE 0 END FROM users
	) kept GROUP BY 1;--> statement-breakpoint
CREATE TRIGGER search_sessions_added AFTER INSERT ON search_sessions
	REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_searches();--> statement-breakpoint
CREATE TRIGGER search_sessions_removed AFTER DELETE ON search_sessions
	REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_searches();--> statement-breakpoint
CREATE TRIGGER search_sessions_taken_over AFTER UPDATE OF user_id ON search_sessions
	FOR EACH ROW WHEN (OLD.user_id IS DISTINCT FROM NEW.user_id) EXECUTE FUNCTION count_taken_over_search();--> statement-breakpoint
CREATE TRIGGER users_added AFTER INSERT ON users
	REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_users();--> statement-breakpoint
CREATE TRIGGER users_removed AFTER DELETE ON users
	REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_users();--> statement-breakpoint
CREATE TRIGGER users_plan_changed AFTER UPDATE OF subscription_tier ON users
	FOR EACH ROW WHEN (OLD.subscription_tier IS DISTINCT FROM NEW.subscription_tier) EXECUTE FUNCTION count_changed_plan();--> statement-breakpoint
CREATE TRIGGER audit_log_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
