CREATE TABLE `mail_choices` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`member_id` text NOT NULL,
	`topic` text NOT NULL,
	`is_wanted` integer NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `mail_choices_once` ON `mail_choices` (`school_id`,`member_id`,`topic`);--> statement-breakpoint
CREATE TABLE `staff_invitations` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`invited_by` text,
	`member_id` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`invited_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "staff_invitations_folded" CHECK("staff_invitations"."email" = lower("staff_invitations"."email"))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_invitations_email` ON `staff_invitations` (`school_id`,`email`);--> statement-breakpoint
CREATE TABLE `cleanup_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`is_dry` integer NOT NULL,
	`counts` text NOT NULL,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
CREATE INDEX `cleanup_runs_by_time` ON `cleanup_runs` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `deleted_schools` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`registered_at` integer NOT NULL,
	`activated_at` integer,
	`deleted_at` integer NOT NULL,
	CONSTRAINT "deleted_schools_kind" CHECK("deleted_schools"."kind" in ('school', 'solo'))
) STRICT;
--> statement-breakpoint
CREATE TABLE `instruments` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`name` text NOT NULL,
	`archived_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `instruments_name` ON `instruments` (`school_id`,lower(name));--> statement-breakpoint
CREATE TABLE `levels` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`name` text NOT NULL,
	`position` integer NOT NULL,
	`archived_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `levels_name` ON `levels` (`school_id`,lower(name));--> statement-breakpoint
CREATE TABLE `terms` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`name` text NOT NULL,
	`starts_on` text NOT NULL,
	`ends_on` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "terms_order" CHECK("terms"."starts_on" <= "terms"."ends_on")
) STRICT;
--> statement-breakpoint
CREATE INDEX `terms_by_date` ON `terms` (`school_id`,`starts_on`);--> statement-breakpoint
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
	CONSTRAINT "one_time_links_purpose" CHECK("__new_one_time_links"."purpose" in ('guardian-invitation', 'student-invitation', 'teacher-invitation', 'staff-invitation', 'password-reset'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_one_time_links`("id", "school_id", "purpose", "token_hash", "subject_id", "email", "created_at", "expires_at", "used_at", "revoked_at") SELECT "id", "school_id", "purpose", "token_hash", "subject_id", "email", "created_at", "expires_at", "used_at", "revoked_at" FROM `one_time_links`;--> statement-breakpoint
DROP TABLE `one_time_links`;--> statement-breakpoint
ALTER TABLE `__new_one_time_links` RENAME TO `one_time_links`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `one_time_links_token` ON `one_time_links` (`token_hash`);--> statement-breakpoint
CREATE INDEX `one_time_links_by_subject` ON `one_time_links` (`purpose`,`subject_id`);--> statement-breakpoint
ALTER TABLE `schools` ADD `credit_cap` integer;--> statement-breakpoint
ALTER TABLE `schools` ADD `reminds_of_lessons` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `schools` ADD `reminded_until` text;--> statement-breakpoint
ALTER TABLE `schools` ADD `deletion_due_at` integer;--> statement-breakpoint
CREATE INDEX `events_by_member` ON `events` (`school_id`,`member_id`,`created_at`);