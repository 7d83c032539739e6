CREATE TABLE `told` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`session` text NOT NULL,
	`reader` text NOT NULL,
	`known` text NOT NULL,
	`why` text,
	`is_weekly` integer DEFAULT false NOT NULL,
	`due_at` integer,
	`told_by` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `told_once` ON `told` (`school_id`,`session`,`reader`);--> statement-breakpoint
CREATE INDEX `told_due` ON `told` (`school_id`,`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX `told_by_letter` ON `told` (`school_id`,`told_by`) WHERE told_by is not null;