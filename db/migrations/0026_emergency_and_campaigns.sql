ALTER TABLE `students` ADD `emergency_contact` text;--> statement-breakpoint
ALTER TABLE `inquiries` ADD `campaign` text;--> statement-breakpoint
ALTER TABLE `inquiry_details` ADD `emergency_contact` text;