CREATE TABLE "forgotten_posts" (
	"source" text NOT NULL,
	"source_id" text NOT NULL,
	"forgotten_at" timestamp with time zone NOT NULL,
	CONSTRAINT "forgotten_posts_source_source_id_pk" PRIMARY KEY("source","source_id")
);
--> statement-breakpoint
CREATE TABLE "post_checks" (
	"post_id" bigint PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"live" boolean NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	"doubted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "scan_runs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scan_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"scheduled_for" timestamp with time zone,
	"started_by" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "scan_runs_scheduled_for_unique" UNIQUE("scheduled_for")
);
--> statement-breakpoint
CREATE TABLE "scan_targets" (
	"run_id" bigint NOT NULL,
	"source" text NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"after" text,
	"since" timestamp with time zone,
	"newest_post_at" timestamp with time zone,
	"posts_read" integer DEFAULT 0 NOT NULL,
	"posts_new" integer DEFAULT 0 NOT NULL,
	"cut_short" boolean DEFAULT false NOT NULL,
	"reason" text,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "scan_targets_run_id_source_kind_value_pk" PRIMARY KEY("run_id","source","kind","value")
);
--> statement-breakpoint
ALTER TABLE "scan_targets" ADD CONSTRAINT "scan_targets_run_id_scan_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."scan_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "post_checks_due" ON "post_checks" USING btree ("source","live","checked_at");