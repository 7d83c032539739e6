CREATE TABLE `backups` (
	`id` text PRIMARY KEY NOT NULL,
	`node` text NOT NULL,
	`place` text NOT NULL,
	`object_key` text NOT NULL,
	`started_at` integer NOT NULL,
	`verified_at` integer,
	`problem` text,
	`bytes` integer,
	`sha256` text,
	`took_ms` integer NOT NULL,
	`dropped_at` integer,
	CONSTRAINT "backups_judged" CHECK(("backups"."verified_at" is null) <> ("backups"."problem" is null)),
	CONSTRAINT "backups_stored" CHECK("backups"."verified_at" is null or ("backups"."bytes" > 0 and "backups"."sha256" is not null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `backups_object` ON `backups` (`place`,`object_key`);--> statement-breakpoint
CREATE INDEX `backups_by_time` ON `backups` (`started_at`,`id`);