ALTER TABLE `event_fees` ADD `is_own_invoice` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `occasions` ADD `pays_with_answer` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `occasions` ADD `is_fee_taxed` integer DEFAULT false NOT NULL;