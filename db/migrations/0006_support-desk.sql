CREATE TABLE `files` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`school_id` text,
	`purpose` text NOT NULL,
	`content_type` text NOT NULL,
	`byte_size` integer NOT NULL,
	`width` integer,
	`height` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "files_size" CHECK("files"."byte_size" > 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `files_by_user` ON `files` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `files_by_school` ON `files` (`school_id`);--> statement-breakpoint
CREATE INDEX `files_by_time` ON `files` (`created_at`);--> statement-breakpoint
CREATE TABLE `inquiry_replies` (
	`id` text PRIMARY KEY NOT NULL,
	`contact_message_id` text,
	`demo_request_id` text,
	`user_id` text,
	`content` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`contact_message_id`) REFERENCES `contact_messages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`demo_request_id`) REFERENCES `demo_requests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "inquiry_replies_one" CHECK(("inquiry_replies"."contact_message_id" is null) <> ("inquiry_replies"."demo_request_id" is null))
) STRICT;
--> statement-breakpoint
CREATE INDEX `inquiry_replies_by_contact` ON `inquiry_replies` (`contact_message_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `inquiry_replies_by_demo` ON `inquiry_replies` (`demo_request_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `staff_presence` (
	`user_id` text PRIMARY KEY NOT NULL,
	`seen_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `support_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`thread_id` text NOT NULL,
	`sender` text NOT NULL,
	`user_id` text,
	`content` text NOT NULL,
	`file_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`thread_id`) REFERENCES `support_threads`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "support_messages_sender" CHECK("support_messages"."sender" in ('user', 'assistant', 'staff'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `support_messages_by_time` ON `support_messages` (`thread_id`,`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `support_messages_file` ON `support_messages` (`file_id`);--> statement-breakpoint
CREATE TABLE `support_threads` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`school_id` text,
	`mode` text NOT NULL,
	`last_message_at` integer NOT NULL,
	`waiting_since` integer,
	`read_at` integer NOT NULL,
	`assigned_to` text,
	`closed_at` integer,
	`closed_by` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`assigned_to`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`closed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "support_threads_mode" CHECK("support_threads"."mode" in ('ai', 'admin'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `support_threads_once` ON `support_threads` (`user_id`,`mode`);--> statement-breakpoint
CREATE INDEX `support_threads_by_time` ON `support_threads` (`mode`,`last_message_at`);--> statement-breakpoint
CREATE INDEX `support_threads_by_school` ON `support_threads` (`school_id`);--> statement-breakpoint
ALTER TABLE `contact_messages` ADD `assigned_to` text REFERENCES users(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `contact_messages` ADD `answered_at` integer;--> statement-breakpoint
ALTER TABLE `contact_messages` ADD `closed_at` integer;--> statement-breakpoint
ALTER TABLE `contact_messages` ADD `closed_by` text REFERENCES users(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `demo_requests` ADD `assigned_to` text REFERENCES users(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `demo_requests` ADD `answered_at` integer;--> statement-breakpoint
ALTER TABLE `demo_requests` ADD `closed_at` integer;--> statement-breakpoint
ALTER TABLE `demo_requests` ADD `closed_by` text REFERENCES users(id) ON DELETE set null;