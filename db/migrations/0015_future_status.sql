ALTER TABLE `student_status_changes` ADD `is_ahead` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `student_status_changes` ADD `stays` text;--> statement-breakpoint
CREATE UNIQUE INDEX `student_status_changes_ahead` ON `student_status_changes` (`school_id`,`student_id`) WHERE is_ahead;