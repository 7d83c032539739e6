CREATE TABLE `voucher_redemptions` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`voucher_id` text NOT NULL,
	`payment_id` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`redeemed_on` text NOT NULL,
	`redeemed_by` text,
	`undone_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`voucher_id`) REFERENCES `vouchers`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`payment_id`) REFERENCES `payments`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`redeemed_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "voucher_redemptions_amount" CHECK("voucher_redemptions"."amount_minor" > 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `voucher_redemptions_by_voucher` ON `voucher_redemptions` (`school_id`,`voucher_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `voucher_redemptions_by_payment` ON `voucher_redemptions` (`school_id`,`payment_id`);--> statement-breakpoint
CREATE INDEX `voucher_redemptions_by_day` ON `voucher_redemptions` (`school_id`,`redeemed_on`);--> statement-breakpoint
CREATE TABLE `vouchers` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`code` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`sold_on` text NOT NULL,
	`method` text NOT NULL,
	`reference` text,
	`buyer_name` text NOT NULL,
	`buyer_email` text,
	`recipient_name` text,
	`recipient_email` text,
	`message` text,
	`expires_on` text,
	`sold_by` text,
	`end_kind` text,
	`ended_on` text,
	`end_minor` integer DEFAULT 0 NOT NULL,
	`end_method` text,
	`end_reason` text,
	`removed_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`sold_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "vouchers_amount" CHECK("vouchers"."amount_minor" > 0 and "vouchers"."end_minor" between 0 and "vouchers"."amount_minor"),
	CONSTRAINT "vouchers_method" CHECK("vouchers"."method" in ('cash', 'check', 'transfer', 'debit', 'card', 'online', 'zelle', 'venmo', 'paypal')),
	CONSTRAINT "vouchers_end_kind" CHECK("vouchers"."end_kind" is null or "vouchers"."end_kind" in ('canceled', 'income')),
	CONSTRAINT "vouchers_end" CHECK(("vouchers"."end_kind" is null) = ("vouchers"."ended_on" is null) and ("vouchers"."end_kind" is null) = ("vouchers"."end_minor" = 0)
        and ("vouchers"."end_method" is not null) = ("vouchers"."end_kind" is 'canceled')),
	CONSTRAINT "vouchers_removed" CHECK("vouchers"."removed_at" is null or "vouchers"."end_kind" is null)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `vouchers_code` ON `vouchers` (`school_id`,`code`);--> statement-breakpoint
CREATE INDEX `vouchers_by_sale` ON `vouchers` (`school_id`,`sold_on`);--> statement-breakpoint
CREATE INDEX `vouchers_by_end` ON `vouchers` (`school_id`,`ended_on`) WHERE ended_on is not null;--> statement-breakpoint
ALTER TABLE `schools` ADD `voucher_months` integer;