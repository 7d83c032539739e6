-- By hand: other tables' keys point at what is made again.
PRAGMA defer_foreign_keys=ON;--> statement-breakpoint
CREATE TABLE `event_fees` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`occasion_id` text NOT NULL,
	`charge_id` text NOT NULL,
	`taken_back_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`occasion_id`) REFERENCES `occasions`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`charge_id`) REFERENCES `charges`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `event_fees_charge` ON `event_fees` (`school_id`,`charge_id`);--> statement-breakpoint
CREATE INDEX `event_fees_by_occasion` ON `event_fees` (`school_id`,`occasion_id`);--> statement-breakpoint
-- By hand: keys and triggers point at expenses, so it is made again under its own name for its longer list of values.
CREATE TABLE `old_expenses` AS SELECT * FROM `expenses`;--> statement-breakpoint
DROP TABLE `expenses`;--> statement-breakpoint
CREATE TABLE `expenses` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`spent_on` text NOT NULL,
	`is_income` integer DEFAULT false NOT NULL,
	`category_id` text NOT NULL,
	`payee` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`tax_minor` integer NOT NULL,
	`method` text NOT NULL,
	`note` text,
	`file_id` text,
	`file_name` text,
	`added_by` text,
	`closed_category` text,
	`closed_account` text,
	`repeat_id` text,
	`extra_work_id` text,
	`bank_entry_id` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`school_id`,`category_id`) REFERENCES `expense_categories`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`added_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`repeat_id`) REFERENCES `expense_repeats`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`extra_work_id`) REFERENCES `extra_work`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`bank_entry_id`) REFERENCES `bank_entries`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "expenses_amount" CHECK("expenses"."amount_minor" > 0),
	CONSTRAINT "expenses_tax" CHECK("expenses"."tax_minor" between 0 and "expenses"."amount_minor"),
	CONSTRAINT "expenses_method" CHECK("expenses"."method" in ('cash', 'check', 'transfer', 'debit', 'card', 'online', 'zelle', 'venmo', 'paypal')),
	CONSTRAINT "expenses_closed" CHECK("expenses"."closed_account" is null or "expenses"."closed_category" is not null)
) STRICT;--> statement-breakpoint
INSERT INTO `expenses`("school_id", "id", "created_at", "spent_on", "is_income", "category_id", "payee", "amount_minor", "tax_minor", "method", "note", "file_id", "file_name", "added_by", "closed_category", "closed_account", "repeat_id", "extra_work_id", "bank_entry_id") SELECT "school_id", "id", "created_at", "spent_on", "is_income", "category_id", "payee", "amount_minor", "tax_minor", "method", "note", "file_id", "file_name", "added_by", "closed_category", "closed_account", "repeat_id", "extra_work_id", "bank_entry_id" FROM `old_expenses`;--> statement-breakpoint
DROP TABLE `old_expenses`;--> statement-breakpoint
CREATE UNIQUE INDEX `expenses_by_bank_entry` ON `expenses` (`school_id`,`bank_entry_id`);--> statement-breakpoint
CREATE INDEX `expenses_by_repeat` ON `expenses` (`school_id`,`repeat_id`,`spent_on`,`id`) WHERE repeat_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `expenses_paid_back_once` ON `expenses` (`school_id`,`extra_work_id`) WHERE extra_work_id is not null;--> statement-breakpoint
CREATE INDEX `expenses_by_day` ON `expenses` (`school_id`,`is_income`,`spent_on`,`id`);--> statement-breakpoint
CREATE INDEX `expenses_by_category` ON `expenses` (`school_id`,`category_id`,`spent_on`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `expenses_by_file` ON `expenses` (`file_id`);--> statement-breakpoint
-- By hand: keys and triggers point at payments, so it is made again under its own name for its longer list of values.
CREATE TABLE `old_payments` AS SELECT * FROM `payments`;--> statement-breakpoint
DROP TABLE `payments`;--> statement-breakpoint
CREATE TABLE `payments` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`family_id` text NOT NULL,
	`guardian_id` text,
	`outside_payer_id` text,
	`method` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`received_on` text NOT NULL,
	`received_at` integer NOT NULL,
	`payer_name` text NOT NULL,
	`provider_reference` text,
	`paid_with` text,
	`note` text,
	`recorded_by` text,
	`is_opening` integer DEFAULT false NOT NULL,
	`reversed_at` integer,
	`reversed_reason` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`family_id`) REFERENCES `families`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`guardian_id`) REFERENCES `guardians`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`outside_payer_id`) REFERENCES `outside_payers`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`recorded_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payments_one_payer" CHECK("payments"."guardian_id" is null or "payments"."outside_payer_id" is null),
	CONSTRAINT "payments_method" CHECK("payments"."method" in ('cash', 'check', 'transfer', 'debit', 'card', 'online', 'zelle', 'venmo', 'paypal')),
	CONSTRAINT "payments_amount" CHECK("payments"."amount_minor" > 0),
	CONSTRAINT "payments_reversed" CHECK(("payments"."reversed_at" is null) = ("payments"."reversed_reason" is null))
) STRICT;--> statement-breakpoint
INSERT INTO `payments`("school_id", "id", "created_at", "family_id", "guardian_id", "outside_payer_id", "method", "amount_minor", "currency", "received_on", "received_at", "payer_name", "provider_reference", "note", "recorded_by", "reversed_at", "reversed_reason", "is_opening") SELECT "school_id", "id", "created_at", "family_id", "guardian_id", "outside_payer_id", "method", "amount_minor", "currency", "received_on", "received_at", "payer_name", "provider_reference", "note", "recorded_by", "reversed_at", "reversed_reason", "is_opening" FROM `old_payments`;--> statement-breakpoint
DROP TABLE `old_payments`;--> statement-breakpoint
CREATE INDEX `payments_by_outside_payer` ON `payments` (`school_id`,`outside_payer_id`) WHERE outside_payer_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `payments_provider_reference` ON `payments` (`school_id`,`provider_reference`) WHERE reversed_at is null and method <> 'check';--> statement-breakpoint
CREATE INDEX `payments_by_family` ON `payments` (`school_id`,`family_id`,`received_at`);--> statement-breakpoint
CREATE INDEX `payments_by_reference` ON `payments` (`provider_reference`,`school_id`) WHERE provider_reference is not null;--> statement-breakpoint
CREATE INDEX `payments_by_day` ON `payments` (`school_id`,`received_on`,`method`,`amount_minor`,`is_opening`);--> statement-breakpoint
-- By hand: keys and triggers point at refunds, so it is made again under its own name for its longer list of values.
CREATE TABLE `old_refunds` AS SELECT * FROM `refunds`;--> statement-breakpoint
DROP TABLE `refunds`;--> statement-breakpoint
CREATE TABLE `refunds` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`payment_id` text,
	`credit_note_id` text,
	`family_id` text NOT NULL,
	`kind` text NOT NULL,
	`method` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`refunded_on` text NOT NULL,
	`refunded_at` integer NOT NULL,
	`provider_reference` text,
	`reason` text,
	`won_of` text,
	`recorded_by` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`payment_id`) REFERENCES `payments`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`credit_note_id`) REFERENCES `credit_notes`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`family_id`) REFERENCES `families`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`won_of`) REFERENCES `refunds`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`recorded_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refunds_kind" CHECK("refunds"."kind" in ('refund', 'reversal', 'won', 'mistake')),
	CONSTRAINT "refunds_method" CHECK("refunds"."method" in ('cash', 'check', 'transfer', 'debit', 'card', 'online', 'zelle', 'venmo', 'paypal')),
	CONSTRAINT "refunds_amount" CHECK("refunds"."amount_minor" <> 0 and ("refunds"."amount_minor" < 0) = ("refunds"."kind" = 'won')),
	CONSTRAINT "refunds_won" CHECK(("refunds"."won_of" is not null) = ("refunds"."kind" = 'won')),
	CONSTRAINT "refunds_one_source" CHECK(("refunds"."payment_id" is null) <> ("refunds"."credit_note_id" is null))
) STRICT;--> statement-breakpoint
INSERT INTO `refunds`("school_id", "id", "created_at", "payment_id", "credit_note_id", "family_id", "kind", "method", "amount_minor", "currency", "refunded_on", "refunded_at", "provider_reference", "reason", "won_of", "recorded_by") SELECT "school_id", "id", "created_at", "payment_id", "credit_note_id", "family_id", "kind", "method", "amount_minor", "currency", "refunded_on", "refunded_at", "provider_reference", "reason", "won_of", "recorded_by" FROM `old_refunds`;--> statement-breakpoint
DROP TABLE `old_refunds`;--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_won_once` ON `refunds` (`school_id`,`won_of`);--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_provider_reference` ON `refunds` (`provider_reference`);--> statement-breakpoint
CREATE INDEX `refunds_by_payment` ON `refunds` (`school_id`,`payment_id`);--> statement-breakpoint
CREATE INDEX `refunds_by_credit_note` ON `refunds` (`school_id`,`credit_note_id`);--> statement-breakpoint
CREATE INDEX `refunds_by_family` ON `refunds` (`school_id`,`family_id`,`refunded_at`);--> statement-breakpoint
CREATE INDEX `refunds_by_day` ON `refunds` (`school_id`,`refunded_on`,`method`,`amount_minor`);--> statement-breakpoint
DROP INDEX `provider_payouts_by_day`;--> statement-breakpoint
ALTER TABLE `provider_payouts` ADD `booked_on` text;--> statement-breakpoint
CREATE INDEX `provider_payouts_by_day` ON `provider_payouts` (`school_id`,`booked_on`);--> statement-breakpoint
ALTER TABLE `occasions` ADD `fee_minor` integer;--> statement-breakpoint
ALTER TABLE `occasions` ADD `fee_until` text;--> statement-breakpoint
-- By hand: the triggers of expenses, payments, refunds went with the earlier tables.
CREATE TRIGGER payments_frozen BEFORE UPDATE OF amount_minor, currency, family_id, method, provider_reference, paid_with, received_on, received_at ON payments
WHEN (new.amount_minor, new.currency, new.method, new.provider_reference, new.paid_with, new.received_on, new.received_at)
    IS NOT (old.amount_minor, old.currency, old.method, old.provider_reference, old.paid_with, old.received_on, old.received_at)
  OR NOT EXISTS (
    SELECT 1 FROM account_moves m
    WHERE m.school_id = old.school_id AND m.noun_id = old.id AND m.noun = 'payment'
      AND m.from_family_id = old.family_id AND m.to_family_id = new.family_id
      AND m.step = (SELECT max(step) FROM account_moves WHERE school_id = old.school_id AND noun_id = old.id)
  )
BEGIN
  SELECT RAISE(ABORT, 'a payment is never edited');
END;--> statement-breakpoint
CREATE TRIGGER payments_kept BEFORE DELETE ON payments
WHEN NOT EXISTS (SELECT 1 FROM schools s WHERE s.id = old.school_id AND s.erasing_since IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'a payment is kept');
END;--> statement-breakpoint
CREATE TRIGGER payments_reversed_once BEFORE UPDATE OF reversed_at, reversed_reason ON payments WHEN old.reversed_at IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'a payment is reversed once');
END;--> statement-breakpoint
CREATE TRIGGER refunds_frozen BEFORE UPDATE ON refunds
WHEN (
    new.school_id, new.id, new.created_at, new.payment_id, new.credit_note_id, new.kind, new.method, new.amount_minor,
    new.currency, new.refunded_on, new.refunded_at, new.provider_reference, new.reason, new.won_of, new.recorded_by
  ) IS NOT (
    old.school_id, old.id, old.created_at, old.payment_id, old.credit_note_id, old.kind, old.method, old.amount_minor,
    old.currency, old.refunded_on, old.refunded_at, old.provider_reference, old.reason, old.won_of, old.recorded_by
  )
  OR NOT EXISTS (
    SELECT 1 FROM account_moves m
    WHERE m.school_id = old.school_id AND m.noun_id = old.id AND m.noun = 'refund'
      AND m.from_family_id = old.family_id AND m.to_family_id = new.family_id
      AND m.step = (SELECT max(step) FROM account_moves WHERE school_id = old.school_id AND noun_id = old.id)
  )
BEGIN
  SELECT RAISE(ABORT, 'a refund is never edited');
END;--> statement-breakpoint
CREATE TRIGGER refunds_kept BEFORE DELETE ON refunds
WHEN NOT EXISTS (SELECT 1 FROM schools s WHERE s.id = old.school_id AND s.erasing_since IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'a refund is kept');
END;--> statement-breakpoint
-- By hand: payouts that are known count on their day.
UPDATE provider_payouts SET booked_on = arrives_on;
