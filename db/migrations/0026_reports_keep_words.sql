ALTER TABLE `message_reports` ADD `body` text;--> statement-breakpoint
ALTER TABLE `message_reports` ADD `file_id` text REFERENCES files(id);--> statement-breakpoint
ALTER TABLE `message_reports` ADD `file_name` text;--> statement-breakpoint
CREATE INDEX `message_reports_by_file` ON `message_reports` (`file_id`) WHERE file_id is not null;--> statement-breakpoint
ALTER TABLE `text_messages` ADD `message_id` text;