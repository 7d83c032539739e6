CREATE TABLE `contact_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`subject` text NOT NULL,
	`message` text NOT NULL,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `contact_messages_by_time` ON `contact_messages` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `demo_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`full_name` text NOT NULL,
	`email` text NOT NULL,
	`country_code` text NOT NULL,
	`phone` text NOT NULL,
	`school_name` text NOT NULL,
	`role` text NOT NULL,
	`school_size` text NOT NULL,
	`number_of_teachers` text NOT NULL,
	`current_software` text NOT NULL,
	`preferred_time` text NOT NULL,
	`timezone` text NOT NULL,
	`specific_interests` text NOT NULL,
	`additional_info` text NOT NULL,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `demo_requests_by_time` ON `demo_requests` (`created_at`,`id`);