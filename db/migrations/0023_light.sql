CREATE TABLE `leaves` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`student_id` text NOT NULL,
	`class_id` text,
	`kind` text NOT NULL,
	`starts_on` text NOT NULL,
	`ends_on` text,
	`fee_percent` integer DEFAULT 0 NOT NULL,
	`reason` text,
	`state` text NOT NULL,
	`member_id` text,
	`answered_by` text,
	`answered_at` integer,
	`answer` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`class_id`) REFERENCES `classes`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`answered_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "leaves_kind" CHECK("leaves"."kind" in ('leave', 'end')),
	CONSTRAINT "leaves_state" CHECK("leaves"."state" in ('asked', 'approved', 'declined', 'withdrawn', 'undone')),
	CONSTRAINT "leaves_order" CHECK("leaves"."ends_on" is null or "leaves"."ends_on" >= "leaves"."starts_on"),
	CONSTRAINT "leaves_fee" CHECK("leaves"."fee_percent" between 0 and 100)
) STRICT;
--> statement-breakpoint
CREATE INDEX `leaves_by_student` ON `leaves` (`school_id`,`student_id`,`starts_on`);--> statement-breakpoint
CREATE INDEX `leaves_by_class` ON `leaves` (`school_id`,`class_id`) WHERE class_id is not null;--> statement-breakpoint
CREATE INDEX `leaves_asked` ON `leaves` (`school_id`,`created_at`) WHERE state = 'asked';--> statement-breakpoint
ALTER TABLE `schools` ADD `takes_leave_requests` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `schools` ADD `leave_notice_days` integer DEFAULT 14 NOT NULL;--> statement-breakpoint
ALTER TABLE `schools` ADD `end_notice_days` integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE `schools` ADD `leave_fee_percent` integer DEFAULT 0 NOT NULL;