CREATE TABLE `open_time_bookings` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`session_id` text NOT NULL,
	`student_id` text NOT NULL,
	`booked_by` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`session_id`) REFERENCES `sessions`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`booked_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `open_time_bookings_by_session` ON `open_time_bookings` (`school_id`,`session_id`);--> statement-breakpoint
CREATE INDEX `open_time_bookings_by_student` ON `open_time_bookings` (`school_id`,`student_id`);--> statement-breakpoint
CREATE TABLE `open_time_rules` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`teacher_id` text,
	`is_on` integer NOT NULL,
	`days_ahead` integer NOT NULL,
	`lead_hours` integer NOT NULL,
	`most` integer NOT NULL,
	`per` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`teacher_id`) REFERENCES `teachers`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "open_time_rules_ahead" CHECK("open_time_rules"."days_ahead" between 1 and 60),
	CONSTRAINT "open_time_rules_lead" CHECK("open_time_rules"."lead_hours" between 0 and 336),
	CONSTRAINT "open_time_rules_most" CHECK("open_time_rules"."most" between 1 and 20),
	CONSTRAINT "open_time_rules_per" CHECK("open_time_rules"."per" in ('week', 'month'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `open_time_rules_by_teacher` ON `open_time_rules` (`school_id`,`teacher_id`);--> statement-breakpoint
ALTER TABLE `package_offers` ADD `is_for_families` integer DEFAULT false NOT NULL;