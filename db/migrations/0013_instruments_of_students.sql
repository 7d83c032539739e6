CREATE TABLE `student_instruments` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`student_id` text NOT NULL,
	`instrument` text NOT NULL,
	`level` text,
	`position` integer NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `student_instruments_once` ON `student_instruments` (`school_id`,`student_id`,`instrument`);--> statement-breakpoint
CREATE INDEX `student_instruments_by_name` ON `student_instruments` (`school_id`,`instrument`);