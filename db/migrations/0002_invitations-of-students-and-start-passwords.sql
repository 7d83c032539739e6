PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_one_time_links` (
	`id` text PRIMARY KEY NOT NULL,
	`school_id` text,
	`purpose` text NOT NULL,
	`token_hash` text NOT NULL,
	`subject_id` text NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`revoked_at` integer,
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "one_time_links_purpose" CHECK("__new_one_time_links"."purpose" in ('guardian-invitation', 'student-invitation', 'teacher-invitation', 'password-reset'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_one_time_links`("id", "school_id", "purpose", "token_hash", "subject_id", "email", "created_at", "expires_at", "used_at", "revoked_at") SELECT "id", "school_id", "purpose", "token_hash", "subject_id", "email", "created_at", "expires_at", "used_at", "revoked_at" FROM `one_time_links`;--> statement-breakpoint
DROP TABLE `one_time_links`;--> statement-breakpoint
ALTER TABLE `__new_one_time_links` RENAME TO `one_time_links`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `one_time_links_token` ON `one_time_links` (`token_hash`);--> statement-breakpoint
CREATE INDEX `one_time_links_by_subject` ON `one_time_links` (`purpose`,`subject_id`);--> statement-breakpoint
ALTER TABLE `users` ADD `must_change_password` integer DEFAULT false NOT NULL;