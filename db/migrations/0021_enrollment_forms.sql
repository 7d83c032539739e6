CREATE TABLE `inquiry_details` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`inquiry_id` text NOT NULL,
	`form_id` text,
	`purpose` text,
	`address` text,
	`answers` text DEFAULT '' NOT NULL,
	`answered_at` integer,
	`member_id` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`inquiry_id`) REFERENCES `inquiries`(`school_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`school_id`,`form_id`) REFERENCES `inquiry_forms`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "inquiry_details_purpose" CHECK("inquiry_details"."purpose" in ('any', 'lessons', 'class', 'trial', 'waiting', 'camp'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `inquiry_details_once` ON `inquiry_details` (`school_id`,`inquiry_id`);--> statement-breakpoint
CREATE INDEX `inquiry_details_by_form` ON `inquiry_details` (`school_id`,`form_id`);--> statement-breakpoint
CREATE INDEX `inquiry_details_by_member` ON `inquiry_details` (`school_id`,`member_id`);--> statement-breakpoint
CREATE TABLE `inquiry_form_teachers` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`form_id` text NOT NULL,
	`teacher_id` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`form_id`) REFERENCES `inquiry_forms`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`teacher_id`) REFERENCES `teachers`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `inquiry_form_teachers_once` ON `inquiry_form_teachers` (`school_id`,`form_id`,`teacher_id`);--> statement-breakpoint
CREATE INDEX `inquiry_form_teachers_by_teacher` ON `inquiry_form_teachers` (`school_id`,`teacher_id`);--> statement-breakpoint
CREATE TABLE `inquiry_forms` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`path` text NOT NULL,
	`name` text NOT NULL,
	`intro` text,
	`purpose` text NOT NULL,
	`for_whom` text NOT NULL,
	`fields` text DEFAULT '' NOT NULL,
	`left_out` text DEFAULT '' NOT NULL,
	`is_main` integer DEFAULT false NOT NULL,
	`is_listed` integer DEFAULT true NOT NULL,
	`archived_at` integer,
	`trial_minutes` integer,
	`trial_notice_hours` integer,
	`trial_days_ahead` integer,
	`trial_price_minor` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "inquiry_forms_purpose" CHECK("inquiry_forms"."purpose" in ('any', 'lessons', 'class', 'trial', 'waiting', 'camp')),
	CONSTRAINT "inquiry_forms_for_whom" CHECK("inquiry_forms"."for_whom" in ('any', 'child', 'self')),
	CONSTRAINT "inquiry_forms_main_open" CHECK("inquiry_forms"."is_main" = 0 or "inquiry_forms"."archived_at" is null)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `inquiry_forms_path` ON `inquiry_forms` (`school_id`,`path`);--> statement-breakpoint
CREATE UNIQUE INDEX `inquiry_forms_main` ON `inquiry_forms` (`school_id`) WHERE "inquiry_forms"."is_main" = 1;--> statement-breakpoint
CREATE TABLE `trial_bookings` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`inquiry_id` text NOT NULL,
	`session_id` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`inquiry_id`) REFERENCES `inquiries`(`school_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`school_id`,`session_id`) REFERENCES `sessions`(`school_id`,`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `trial_bookings_by_inquiry` ON `trial_bookings` (`school_id`,`inquiry_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `trial_bookings_once` ON `trial_bookings` (`school_id`,`session_id`);--> statement-breakpoint
-- By hand: the form that each public page had is its first one.
INSERT INTO `inquiry_forms` (`school_id`, `id`, `created_at`, `path`, `name`, `purpose`, `for_whom`, `fields`, `is_main`)
  SELECT `school_id`, '0' || substr(lower(hex(randomblob(6))), 1, 12), `created_at`, 'lessons', 'Ask for lessons', 'any', 'any', `asks`, 1 FROM `school_pages`;--> statement-breakpoint
ALTER TABLE `school_pages` DROP COLUMN `asks`;