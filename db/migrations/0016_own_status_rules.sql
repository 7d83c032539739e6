ALTER TABLE `own_statuses` ADD `charged_percent` integer;--> statement-breakpoint
ALTER TABLE `own_statuses` ADD `paid_percent` integer;--> statement-breakpoint
ALTER TABLE `own_statuses` ADD `issues_credit` integer;--> statement-breakpoint
ALTER TABLE `own_statuses` ADD `counts_as_attended` integer;