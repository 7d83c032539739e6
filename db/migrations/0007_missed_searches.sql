CREATE TABLE `missed_searches` (
	`word` text PRIMARY KEY NOT NULL,
	`times` integer NOT NULL,
	`last_at` integer NOT NULL,
	CONSTRAINT "missed_searches_times" CHECK("missed_searches"."times" > 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `missed_searches_by_time` ON `missed_searches` (`last_at`);