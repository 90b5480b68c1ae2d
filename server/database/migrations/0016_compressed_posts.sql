-- New rows are compressed if that saves a quarter of their size. They stay in one piece, because the storage MAIN keeps
-- each column in its row. Existing rows are unchanged until they are next written.
DO $$ DECLARE long name; BEGIN
	FOR long IN SELECT attname FROM pg_attribute
		WHERE attrelid = 'posts'::regclass AND attnum > 0 AND NOT attisdropped AND attstorage = 'x'
	LOOP
		EXECUTE format('ALTER TABLE posts ALTER COLUMN %I SET STORAGE MAIN', long);
	END LOOP;
END $$;--> statement-breakpoint
ALTER TABLE "posts" SET (toast_tuple_target = 1000);
