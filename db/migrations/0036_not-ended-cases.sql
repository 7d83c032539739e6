PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_subscription_cases` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`reason` text NOT NULL,
	`subject` text DEFAULT '' NOT NULL,
	`facts` text NOT NULL,
	`updated_at` integer NOT NULL,
	`closed_at` integer,
	`closed_by` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "subscription_cases_reason" CHECK("__new_subscription_cases"."reason" in ('activation-asked', 'mismatch', 'not-at-provider', 'refund', 'refund-failed', 'dispute', 'not-ended'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_subscription_cases`("school_id", "id", "created_at", "reason", "subject", "facts", "updated_at", "closed_at", "closed_by") SELECT "school_id", "id", "created_at", "reason", "subject", "facts", "updated_at", "closed_at", "closed_by" FROM `subscription_cases`;--> statement-breakpoint
DROP TABLE `subscription_cases`;--> statement-breakpoint
ALTER TABLE `__new_subscription_cases` RENAME TO `subscription_cases`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `subscription_cases_open` ON `subscription_cases` (`school_id`,`reason`,`subject`) WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX `subscription_cases_by_time` ON `subscription_cases` (`updated_at`);