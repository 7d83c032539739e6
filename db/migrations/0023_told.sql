CREATE TABLE `kept_answers` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`member_id` text,
	`name` text NOT NULL,
	`body` text NOT NULL,
	`removed_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `kept_answers_by_owner` ON `kept_answers` (`school_id`,`member_id`,`name`);--> statement-breakpoint
ALTER TABLE `schools` ADD `lesson_reminder_at` text DEFAULT '15:00' NOT NULL;--> statement-breakpoint
ALTER TABLE `schools` ADD `lesson_reminder_days` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `schools` ADD `missing_evening_at` text DEFAULT '20:00' NOT NULL;--> statement-breakpoint
ALTER TABLE `schools` ADD `missing_morning_at` text DEFAULT '08:00' NOT NULL;--> statement-breakpoint
ALTER TABLE `schools` ADD `credit_warning_at` text DEFAULT '09:00' NOT NULL;