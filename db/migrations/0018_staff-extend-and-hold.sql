ALTER TABLE `subscriptions` ADD `extended_until` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `held_at` integer;