CREATE TABLE `carried_forms` (
	`id` text PRIMARY KEY NOT NULL,
	`carried_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `carried_forms_by_time` ON `carried_forms` (`carried_at`);--> statement-breakpoint
DROP INDEX `invoice_runs_by_form`;--> statement-breakpoint
ALTER TABLE `invoice_runs` DROP COLUMN `form_key`;