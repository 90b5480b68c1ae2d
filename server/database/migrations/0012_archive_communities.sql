CREATE TABLE "archive_communities" (
	"source" text NOT NULL,
	"community" text NOT NULL,
	"business_share" real NOT NULL,
	CONSTRAINT "archive_communities_source_community_pk" PRIMARY KEY("source","community")
);
