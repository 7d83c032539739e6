ALTER TABLE `conversations` ADD `asks_receipt` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `conversations` ADD `pinned_until` text;--> statement-breakpoint
ALTER TABLE `conversations` ADD `reminded_at` integer;--> statement-breakpoint
ALTER TABLE `participants` ADD `confirmed_at` integer;