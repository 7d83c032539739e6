DROP INDEX `bank_column_choices_once`;--> statement-breakpoint
ALTER TABLE `bank_column_choices` ADD `headings` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `bank_column_choices_once` ON `bank_column_choices` (`school_id`,`headings`);