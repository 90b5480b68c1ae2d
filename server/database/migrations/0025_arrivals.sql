CREATE TABLE "arrival_followers" (
	"name" text PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "arrivals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "arrivals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"number" bigint,
	"post_ids" bigint[] NOT NULL,
	"live" boolean NOT NULL,
	CONSTRAINT "arrivals_number_unique" UNIQUE("number")
);
--> statement-breakpoint
CREATE INDEX "arrivals_unnumbered" ON "arrivals" USING btree ("id") WHERE number is null;