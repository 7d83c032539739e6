-- An order can pay what a family owes on no invoice, by itself. The parts of orders point at it.
PRAGMA defer_foreign_keys=ON;--> statement-breakpoint
CREATE TABLE old_payment_orders AS SELECT * FROM payment_orders;--> statement-breakpoint
DROP TABLE payment_orders;--> statement-breakpoint
CREATE TABLE `payment_orders` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`invoice_id` text,
	`family_id` text,
	`guardian_id` text,
	`outside_payer_id` text,
	`member_id` text,
	`link_id` text,
	`auto_charge_id` text,
	`amount_minor` integer NOT NULL,
	`beside_minor` integer DEFAULT 0 NOT NULL,
	`currency` text NOT NULL,
	`payee_email` text NOT NULL,
	`state` text NOT NULL,
	`provider_order_id` text,
	`payment_id` text,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`invoice_id`) REFERENCES `invoices`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`family_id`) REFERENCES `families`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`guardian_id`) REFERENCES `guardians`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`outside_payer_id`) REFERENCES `outside_payers`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`link_id`) REFERENCES `invoice_links`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`payment_id`) REFERENCES `payments`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`auto_charge_id`) REFERENCES `auto_charges`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payment_orders_one_payer" CHECK("payment_orders"."guardian_id" is null or "payment_orders"."outside_payer_id" is null),
	CONSTRAINT "payment_orders_state" CHECK("payment_orders"."state" in ('created', 'pending', 'completed', 'cancelled', 'declined', 'mismatch')),
	CONSTRAINT "payment_orders_amount" CHECK("payment_orders"."beside_minor" >= 0 and "payment_orders"."amount_minor" > 0 and "payment_orders"."amount_minor" >= "payment_orders"."beside_minor"),
	CONSTRAINT "payment_orders_for" CHECK(("payment_orders"."invoice_id" is null) = ("payment_orders"."family_id" is not null)
        and ("payment_orders"."invoice_id" is null) = ("payment_orders"."amount_minor" = "payment_orders"."beside_minor")),
	CONSTRAINT "payment_orders_payer" CHECK(("payment_orders"."member_id" is null) <> ("payment_orders"."link_id" is null))
) STRICT;
--> statement-breakpoint
INSERT INTO `payment_orders`("school_id", "id", "created_at", "invoice_id", "family_id", "guardian_id", "outside_payer_id", "member_id", "link_id", "auto_charge_id", "amount_minor", "beside_minor", "currency", "payee_email", "state", "provider_order_id", "payment_id", "updated_at") SELECT "school_id", "id", "created_at", "invoice_id", NULL, "guardian_id", "outside_payer_id", "member_id", "link_id", "auto_charge_id", "amount_minor", "beside_minor", "currency", "payee_email", "state", "provider_order_id", "payment_id", "updated_at" FROM old_payment_orders;--> statement-breakpoint
DROP TABLE old_payment_orders;--> statement-breakpoint
CREATE INDEX `payment_orders_by_outside_payer` ON `payment_orders` (`school_id`,`outside_payer_id`) WHERE outside_payer_id is not null;--> statement-breakpoint
CREATE INDEX `payment_orders_by_charge` ON `payment_orders` (`school_id`,`auto_charge_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payment_orders_provider` ON `payment_orders` (`provider_order_id`);--> statement-breakpoint
CREATE INDEX `payment_orders_by_invoice` ON `payment_orders` (`school_id`,`invoice_id`);--> statement-breakpoint
CREATE INDEX `payment_orders_by_payment` ON `payment_orders` (`school_id`,`payment_id`);--> statement-breakpoint
CREATE INDEX `payment_orders_open` ON `payment_orders` (`state`,`updated_at`);--> statement-breakpoint
CREATE INDEX `payment_orders_under_way` ON `payment_orders` (`school_id`,`invoice_id`) WHERE state = 'pending' or (state = 'created' and auto_charge_id is not null);--> statement-breakpoint
-- A course price can be paid at once. No table points at it.
CREATE TABLE `__new_class_prices` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`class_id` text NOT NULL,
	`billing` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`from_date` text NOT NULL,
	`rise_id` text,
	`part` integer,
	`parts` integer,
	`due_on` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`class_id`) REFERENCES `classes`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`rise_id`) REFERENCES `price_rises`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "class_prices_billing" CHECK("__new_class_prices"."billing" in ('per_session', 'monthly', 'package')),
	CONSTRAINT "class_prices_amount" CHECK("__new_class_prices"."amount_minor" >= 0),
	CONSTRAINT "class_prices_part" CHECK(("__new_class_prices"."part" is null and "__new_class_prices"."parts" is null and "__new_class_prices"."due_on" is null)
        or ("__new_class_prices"."billing" = 'monthly' and "__new_class_prices"."parts" between 1 and 24 and "__new_class_prices"."part" between 1 and "__new_class_prices"."parts"
          and "__new_class_prices"."due_on" is not null))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_class_prices`("school_id", "id", "created_at", "class_id", "billing", "amount_minor", "from_date", "rise_id", "part", "parts", "due_on") SELECT "school_id", "id", "created_at", "class_id", "billing", "amount_minor", "from_date", "rise_id", "part", "parts", "due_on" FROM `class_prices`;--> statement-breakpoint
DROP TABLE `class_prices`;--> statement-breakpoint
ALTER TABLE `__new_class_prices` RENAME TO `class_prices`;--> statement-breakpoint
CREATE INDEX `class_prices_by_rise` ON `class_prices` (`school_id`,`rise_id`);--> statement-breakpoint
CREATE INDEX `class_prices_by_class` ON `class_prices` (`school_id`,`class_id`,`from_date`);