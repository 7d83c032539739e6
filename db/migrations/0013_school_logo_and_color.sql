ALTER TABLE `schools` ADD `logo_file` text;--> statement-breakpoint
ALTER TABLE `schools` ADD `accent_color` text;