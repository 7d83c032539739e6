CREATE TABLE `message_reports` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`message_id` text NOT NULL,
	`member_id` text NOT NULL,
	`reason` text NOT NULL,
	`note` text NOT NULL,
	`is_for_platform` integer NOT NULL,
	`closed_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`message_id`) REFERENCES `messages`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "message_reports_reason" CHECK("message_reports"."reason" in ('insult', 'threat', 'sexual', 'spam', 'other'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `message_reports_once` ON `message_reports` (`school_id`,`message_id`,`member_id`);--> statement-breakpoint
CREATE INDEX `message_reports_by_member` ON `message_reports` (`school_id`,`member_id`);--> statement-breakpoint
CREATE INDEX `message_reports_open` ON `message_reports` (`school_id`,`created_at`) WHERE closed_at is null;--> statement-breakpoint
ALTER TABLE `messages` ADD `edited_at` integer;--> statement-breakpoint
ALTER TABLE `messages` ADD `hidden_at` integer;