ALTER TABLE `schools` ADD `logo_id` text;--> statement-breakpoint
ALTER TABLE `schools` ADD `accent_color` text;