CREATE TABLE "billing_customers" (
	"user_id" varchar NOT NULL,
	"mode" varchar NOT NULL,
	"customer_id" text NOT NULL,
	"subscription_id" text,
	"status" varchar DEFAULT 'none' NOT NULL,
	"price_id" text,
	"period_end" timestamp with time zone,
	"cancel_at" timestamp with time zone,
	"ticket" bigint DEFAULT 0 NOT NULL,
	"applied" bigint DEFAULT 0 NOT NULL,
	"checked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "billing_customers_user_id_mode_pk" PRIMARY KEY("user_id","mode"),
	CONSTRAINT "billing_customers_customer" UNIQUE("mode","customer_id")
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"mode" varchar NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "stripe_events_mode_event_id_pk" PRIMARY KEY("mode","event_id")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "pro_granted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "billing_customers" ADD CONSTRAINT "billing_customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stripe_events_seen" ON "stripe_events" USING btree ("seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_config_only" ON "payment_config" USING btree ((true));--> statement-breakpoint
INSERT INTO "payment_config" DEFAULT VALUES;
