CREATE TABLE `__new_messages` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`conversation_id` text NOT NULL,
	`member_id` text NOT NULL,
	`author_name` text NOT NULL,
	`body` text NOT NULL,
	`email_after_ms` integer,
	`cut` text,
	`file_id` text,
	`file_name` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`school_id`,`conversation_id`) REFERENCES `conversations`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "messages_body" CHECK(length("__new_messages"."body") <= 25000),
	CONSTRAINT "messages_something" CHECK("__new_messages"."body" <> '' or "__new_messages"."file_name" is not null),
	CONSTRAINT "messages_file_named" CHECK("__new_messages"."file_id" is null or "__new_messages"."file_name" is not null)
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_messages`("school_id", "id", "created_at", "conversation_id", "member_id", "author_name", "body", "email_after_ms", "cut", "file_id", "file_name") SELECT "school_id", "id", "created_at", "conversation_id", "member_id", "author_name", "body", NULL, NULL, "file_id", "file_name" FROM `messages`;--> statement-breakpoint
DROP TABLE `messages`;--> statement-breakpoint
ALTER TABLE `__new_messages` RENAME TO `messages`;--> statement-breakpoint
CREATE INDEX `messages_by_conversation` ON `messages` (`school_id`,`conversation_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `messages_file` ON `messages` (`file_id`);--> statement-breakpoint
ALTER TABLE `conversations` ADD `emails_paused_at` integer;--> statement-breakpoint
ALTER TABLE `inquiry_replies` ADD `cut` text;--> statement-breakpoint
ALTER TABLE `support_messages` ADD `cut` text;