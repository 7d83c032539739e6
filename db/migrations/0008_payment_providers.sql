CREATE TABLE `stripe_accounts` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`account` text NOT NULL,
	`name` text NOT NULL,
	`is_test` integer NOT NULL,
	`sealed_key` text NOT NULL,
	`key_end` text NOT NULL,
	`sealed_webhook_secret` text,
	`checked_at` integer NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `stripe_accounts_once` ON `stripe_accounts` (`school_id`);--> statement-breakpoint
ALTER TABLE `payment_orders` ADD `provider` text DEFAULT 'paypal' NOT NULL;--> statement-breakpoint
ALTER TABLE `refund_orders` ADD `provider` text DEFAULT 'paypal' NOT NULL;