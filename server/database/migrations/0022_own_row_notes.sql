ALTER TABLE "own_collections" ADD COLUMN "notes" json DEFAULT '[]'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "own_material" ADD COLUMN "dated" boolean DEFAULT true NOT NULL;