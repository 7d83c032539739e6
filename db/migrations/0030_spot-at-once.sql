ALTER TABLE `inquiry_forms` ADD `offers_spot` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `inquiry_forms` ADD `deposit_minor` integer;