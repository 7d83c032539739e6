CREATE TABLE `provider_entries` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`provider` text NOT NULL,
	`provider_reference` text NOT NULL,
	`kind` text NOT NULL,
	`payment_id` text,
	`amount_minor` integer NOT NULL,
	`fee_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`booked_on` text NOT NULL,
	`payout_id` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`payment_id`) REFERENCES `payments`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`payout_id`) REFERENCES `provider_payouts`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "provider_entries_kind" CHECK("provider_entries"."kind" in ('payment', 'refund', 'dispute', 'other')),
	CONSTRAINT "provider_entries_not_nothing" CHECK("provider_entries"."amount_minor" <> 0 or "provider_entries"."fee_minor" <> 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `provider_entries_once` ON `provider_entries` (`school_id`,`provider_reference`);--> statement-breakpoint
CREATE INDEX `provider_entries_by_day` ON `provider_entries` (`school_id`,`booked_on`);--> statement-breakpoint
CREATE INDEX `provider_entries_by_payment` ON `provider_entries` (`school_id`,`payment_id`);--> statement-breakpoint
CREATE INDEX `provider_entries_by_payout` ON `provider_entries` (`school_id`,`payout_id`);--> statement-breakpoint
CREATE TABLE `provider_payouts` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`provider` text NOT NULL,
	`provider_reference` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`arrives_on` text NOT NULL,
	`state` text NOT NULL,
	`bank_entry_id` text,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`bank_entry_id`) REFERENCES `bank_entries`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "provider_payouts_state" CHECK("provider_payouts"."state" in ('on-its-way', 'paid', 'failed'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `provider_payouts_once` ON `provider_payouts` (`school_id`,`provider_reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `provider_payouts_entry` ON `provider_payouts` (`school_id`,`bank_entry_id`);--> statement-breakpoint
CREATE INDEX `provider_payouts_by_day` ON `provider_payouts` (`school_id`,`arrives_on`);