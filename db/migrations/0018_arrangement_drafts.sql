CREATE TABLE `arrangement_drafts` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`time_off_id` text NOT NULL,
	`saved_by` text,
	`choices` text NOT NULL,
	`hours_reason` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`time_off_id`) REFERENCES `time_off`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`saved_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `arrangement_drafts_once` ON `arrangement_drafts` (`school_id`,`time_off_id`);