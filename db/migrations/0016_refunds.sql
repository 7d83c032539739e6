CREATE TABLE `refund_parts` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`refund_id` text NOT NULL,
	`invoice_id` text NOT NULL,
	`amount_minor` integer NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`refund_id`) REFERENCES `refunds`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`invoice_id`) REFERENCES `invoices`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refund_parts_amount" CHECK("refund_parts"."amount_minor" > 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `refund_parts_once` ON `refund_parts` (`school_id`,`refund_id`,`invoice_id`);--> statement-breakpoint
CREATE INDEX `refund_parts_by_invoice` ON `refund_parts` (`school_id`,`invoice_id`);--> statement-breakpoint
CREATE TABLE `refunds` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`payment_id` text NOT NULL,
	`family_id` text NOT NULL,
	`kind` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`refunded_on` text NOT NULL,
	`refunded_at` integer NOT NULL,
	`provider_reference` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`payment_id`) REFERENCES `payments`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`family_id`) REFERENCES `families`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refunds_kind" CHECK("refunds"."kind" in ('refund', 'reversal')),
	CONSTRAINT "refunds_amount" CHECK("refunds"."amount_minor" > 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_provider_reference` ON `refunds` (`provider_reference`);--> statement-breakpoint
CREATE INDEX `refunds_by_payment` ON `refunds` (`school_id`,`payment_id`);--> statement-breakpoint
CREATE INDEX `refunds_by_family` ON `refunds` (`school_id`,`family_id`,`refunded_at`);--> statement-breakpoint
-- Money that went back is never edited either.
CREATE TRIGGER refunds_frozen BEFORE UPDATE ON refunds
BEGIN
  SELECT RAISE(ABORT, 'a refund is never edited');
END;
--> statement-breakpoint
CREATE TRIGGER refund_parts_frozen BEFORE UPDATE ON refund_parts
BEGIN
  SELECT RAISE(ABORT, 'a refund is never edited');
END;
