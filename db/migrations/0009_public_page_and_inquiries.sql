CREATE TABLE `inquiries` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`state` text NOT NULL,
	`purpose` text NOT NULL,
	`first_name` text,
	`last_name` text,
	`birth_date` text,
	`guardian_name` text,
	`email` text,
	`phone` text,
	`instrument` text,
	`level` text,
	`times` text,
	`message` text,
	`source` text,
	`consent` text,
	`next_step` text,
	`next_on` text,
	`lost_reason` text,
	`student_id` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "inquiries_state" CHECK("inquiries"."state" in ('new', 'contacted', 'lost')),
	CONSTRAINT "inquiries_purpose" CHECK("inquiries"."purpose" in ('lessons', 'trial')),
	CONSTRAINT "inquiries_folded" CHECK("inquiries"."email" = lower("inquiries"."email")),
	CONSTRAINT "inquiries_named" CHECK("inquiries"."student_id" is not null or ("inquiries"."first_name" is not null and "inquiries"."email" is not null)),
	CONSTRAINT "inquiries_lost" CHECK(("inquiries"."state" = 'lost') = ("inquiries"."lost_reason" is not null))
) STRICT;
--> statement-breakpoint
CREATE INDEX `inquiries_by_time` ON `inquiries` (`school_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `inquiries_by_email` ON `inquiries` (`school_id`,`email`);--> statement-breakpoint
CREATE INDEX `inquiries_by_student` ON `inquiries` (`school_id`,`student_id`);--> statement-breakpoint
CREATE TABLE `inquiry_drafts` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`email` text NOT NULL,
	`answers` text NOT NULL,
	`token_hash` text NOT NULL,
	`expires_at` integer NOT NULL,
	`confirmed_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "inquiry_drafts_folded" CHECK("inquiry_drafts"."email" = lower("inquiry_drafts"."email"))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `inquiry_drafts_token` ON `inquiry_drafts` (`token_hash`);--> statement-breakpoint
CREATE INDEX `inquiry_drafts_by_email` ON `inquiry_drafts` (`school_id`,`email`);--> statement-breakpoint
CREATE INDEX `inquiry_drafts_by_expiry` ON `inquiry_drafts` (`expires_at`);--> statement-breakpoint
CREATE TABLE `school_addresses` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `school_addresses_once` ON `school_addresses` (`id`);--> statement-breakpoint
CREATE TABLE `school_pages` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`is_open` integer NOT NULL,
	`intro` text,
	`prices` text,
	`instruments` text DEFAULT '' NOT NULL,
	`asks` text DEFAULT '' NOT NULL,
	`consent` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`id`) REFERENCES `school_addresses`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `school_pages_once` ON `school_pages` (`school_id`);--> statement-breakpoint
ALTER TABLE `teachers` ADD `is_public` integer DEFAULT false NOT NULL;