CREATE TABLE `push_notices` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`member_id` text NOT NULL,
	`event` text NOT NULL,
	`about` text NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`sent_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "push_notices_state" CHECK("push_notices"."state" in ('queued', 'sent', 'failed', 'withheld'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `push_notices_by_about` ON `push_notices` (`school_id`,`about`,`created_at`);--> statement-breakpoint
CREATE INDEX `push_notices_by_member` ON `push_notices` (`school_id`,`member_id`);--> statement-breakpoint
ALTER TABLE `schools` ADD `birthday_emails` text DEFAULT 'off' NOT NULL;--> statement-breakpoint
ALTER TABLE `schools` ADD `birthday_at` text DEFAULT '09:00' NOT NULL;--> statement-breakpoint
ALTER TABLE `schools` ADD `birthdays_told_on` text;--> statement-breakpoint
ALTER TABLE `text_messages` ADD `about` text;--> statement-breakpoint
CREATE INDEX `text_messages_by_about` ON `text_messages` (`school_id`,`about`,`created_at`) WHERE about is not null;