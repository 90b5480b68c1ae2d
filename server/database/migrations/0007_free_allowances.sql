CREATE TABLE "free_allowances" (
	"address_hash" varchar PRIMARY KEY NOT NULL,
	"searches" integer NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "free_allowances_until" ON "free_allowances" USING btree ("until");