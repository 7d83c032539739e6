ALTER TABLE `imports` ADD `layout` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `imports` ADD `headings` text DEFAULT '[]' NOT NULL;