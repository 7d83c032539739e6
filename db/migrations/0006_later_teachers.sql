CREATE TABLE `later_teachers` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`class_id` text NOT NULL,
	`teacher_id` text,
	`from_date` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`class_id`) REFERENCES `classes`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`teacher_id`) REFERENCES `teachers`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `later_teachers_by_class` ON `later_teachers` (`school_id`,`class_id`);--> statement-breakpoint
CREATE INDEX `later_teachers_by_teacher` ON `later_teachers` (`school_id`,`teacher_id`);--> statement-breakpoint
CREATE INDEX `later_teachers_by_date` ON `later_teachers` (`school_id`,`from_date`);--> statement-breakpoint
ALTER TABLE `teachers` ADD `last_day` text;