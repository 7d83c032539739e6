ALTER TABLE `waiting_places` ADD `agreed_price` text;--> statement-breakpoint
ALTER TABLE `offers` ADD `agreed_price` text;