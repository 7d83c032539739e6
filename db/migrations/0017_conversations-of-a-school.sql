CREATE TABLE `conversations` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`started_by` text NOT NULL,
	`audience` text NOT NULL,
	`last_message_at` integer NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`started_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "conversations_kind" CHECK("conversations"."kind" in ('conversation', 'announcement'))
) STRICT;
--> statement-breakpoint
CREATE TABLE `messages` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`conversation_id` text NOT NULL,
	`member_id` text NOT NULL,
	`author_name` text NOT NULL,
	`body` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`conversation_id`) REFERENCES `conversations`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "messages_body" CHECK(length("messages"."body") between 1 and 10000)
) STRICT;
--> statement-breakpoint
CREATE INDEX `messages_by_conversation` ON `messages` (`school_id`,`conversation_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `participants` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`conversation_id` text NOT NULL,
	`member_id` text,
	`guardian_id` text,
	`name` text NOT NULL,
	`why` text NOT NULL,
	`read_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`conversation_id`) REFERENCES `conversations`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`guardian_id`) REFERENCES `guardians`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "participants_one" CHECK(("participants"."member_id" is null) <> ("participants"."guardian_id" is null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `participants_member_once` ON `participants` (`school_id`,`conversation_id`,`member_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `participants_guardian_once` ON `participants` (`school_id`,`conversation_id`,`guardian_id`);--> statement-breakpoint
CREATE INDEX `participants_by_member` ON `participants` (`school_id`,`member_id`,`conversation_id`);