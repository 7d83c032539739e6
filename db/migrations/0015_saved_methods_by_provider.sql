ALTER TABLE `auto_charges` ADD `decline_reason` text;--> statement-breakpoint
ALTER TABLE `saved_methods` ADD `provider` text DEFAULT 'paypal' NOT NULL;--> statement-breakpoint
ALTER TABLE `saved_methods` ADD `payee` text;--> statement-breakpoint
ALTER TABLE `saved_methods` ADD `provider_customer` text;--> statement-breakpoint
ALTER TABLE `saved_methods` ADD `title` text;--> statement-breakpoint
ALTER TABLE `saved_methods` ADD `expires` text;--> statement-breakpoint
ALTER TABLE `saved_methods` ADD `expiry_told` text;--> statement-breakpoint
ALTER TABLE `payment_orders` ADD `decline_reason` text;