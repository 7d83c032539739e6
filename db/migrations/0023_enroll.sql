CREATE TABLE `offers` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`inquiry_id` text NOT NULL,
	`class_id` text,
	`holds_time` integer DEFAULT false NOT NULL,
	`starts_on` text NOT NULL,
	`billing` text,
	`price_minor` integer,
	`terms` text,
	`documents` text DEFAULT '' NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`expires_at` integer NOT NULL,
	`closed_at` integer,
	`deposit_minor` integer,
	`invoice_id` text,
	`wish` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`inquiry_id`) REFERENCES `inquiries`(`school_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`school_id`,`class_id`) REFERENCES `classes`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`invoice_id`) REFERENCES `invoices`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "offers_state" CHECK("offers"."state" in ('open', 'accepted', 'declined', 'expired', 'withdrawn', 'replaced')),
	CONSTRAINT "offers_billing" CHECK("offers"."billing" in ('per_session', 'monthly', 'package')),
	CONSTRAINT "offers_closed" CHECK(("offers"."state" = 'open') = ("offers"."closed_at" is null)),
	CONSTRAINT "offers_deposit" CHECK("offers"."deposit_minor" > 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `offers_open` ON `offers` (`school_id`,`inquiry_id`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `offers_by_invoice` ON `offers` (`school_id`,`invoice_id`);--> statement-breakpoint
CREATE INDEX `offers_by_inquiry` ON `offers` (`school_id`,`inquiry_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `offers_by_class` ON `offers` (`school_id`,`class_id`);--> statement-breakpoint
CREATE INDEX `offers_by_expiry` ON `offers` (`school_id`,`expires_at`) WHERE state = 'open';--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_one_time_links` (
	`id` text PRIMARY KEY NOT NULL,
	`school_id` text,
	`purpose` text NOT NULL,
	`token_hash` text NOT NULL,
	`subject_id` text NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`revoked_at` integer,
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "one_time_links_purpose" CHECK("__new_one_time_links"."purpose" in ('guardian-invitation', 'student-invitation', 'teacher-invitation', 'staff-invitation', 'password-reset', 'email-confirmation', 'email-change', 'offer', 'spot-offer'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_one_time_links`("id", "school_id", "purpose", "token_hash", "subject_id", "email", "created_at", "expires_at", "used_at", "revoked_at") SELECT "id", "school_id", "purpose", "token_hash", "subject_id", "email", "created_at", "expires_at", "used_at", "revoked_at" FROM `one_time_links`;--> statement-breakpoint
DROP TABLE `one_time_links`;--> statement-breakpoint
ALTER TABLE `__new_one_time_links` RENAME TO `one_time_links`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `one_time_links_token` ON `one_time_links` (`token_hash`);--> statement-breakpoint
CREATE INDEX `one_time_links_by_subject` ON `one_time_links` (`purpose`,`subject_id`);--> statement-breakpoint
CREATE INDEX `one_time_links_by_school` ON `one_time_links` (`school_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `waiting_places` ADD `wish` text;