PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_deleted_records` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`noun` text NOT NULL,
	`noun_id` text NOT NULL,
	`name` text NOT NULL,
	`deleted_by` text,
	`deleted_name` text NOT NULL,
	`rows` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`deleted_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "deleted_records_noun" CHECK("__new_deleted_records"."noun" in ('closure', 'co-teaching', 'draft-invoice', 'enrollment', 'expense', 'guardian', 'instrument', 'occasion', 'note', 'own-price', 'own-status', 'piece', 'practice', 'report', 'saved-filter', 'student', 'term'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_deleted_records`("school_id", "id", "created_at", "noun", "noun_id", "name", "deleted_by", "deleted_name", "rows") SELECT "school_id", "id", "created_at", "noun", "noun_id", "name", "deleted_by", "deleted_name", "rows" FROM `deleted_records`;--> statement-breakpoint
DROP TABLE `deleted_records`;--> statement-breakpoint
ALTER TABLE `__new_deleted_records` RENAME TO `deleted_records`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `deleted_records_by_time` ON `deleted_records` (`school_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `deleted_records_by_noun` ON `deleted_records` (`school_id`,`noun_id`);--> statement-breakpoint
CREATE INDEX `deleted_records_by_age` ON `deleted_records` (`created_at`);