DROP INDEX `invoice_runs_by_form`;--> statement-breakpoint
ALTER TABLE `invoice_runs` DROP COLUMN `form_key`;