CREATE TABLE `primary_terms` (
	`term` integer PRIMARY KEY NOT NULL,
	`node` text NOT NULL,
	`began_after` text NOT NULL,
	`began_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `stored_files` (
	`name` text PRIMARY KEY NOT NULL,
	`bytes` blob NOT NULL,
	`kept_at` integer NOT NULL,
	CONSTRAINT "stored_files_small" CHECK(length("stored_files"."bytes") <= 8388608)
) STRICT;
