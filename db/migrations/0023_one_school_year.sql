-- By hand: what the bin and merges keep of rows is written as undoable work notes it.
UPDATE `deleted_records` SET `rows` = (
  SELECT json_group_array(json_object('table', p.value ->> 'table', 'ids', json_array(r.value ->> 'id'), 'before', json(r.value), 'after', null))
  FROM json_each(deleted_records.rows) p, json_each(p.value -> 'rows') r)
WHERE `rows` -> '$[0].rows' IS NOT NULL;--> statement-breakpoint
UPDATE `task_items` SET `before` = json_remove(json_set(`before`, '$.changes', json((
  SELECT json_group_array(json_object('table', s.value ->> 'table',
    'ids', CASE s.value ->> 'act' WHEN 'set' THEN json(s.value -> 'ids') ELSE json_array(s.value ->> '$.row.id') END,
    'before', CASE s.value ->> 'act' WHEN 'set' THEN json_object(s.value ->> 'column', json(s.value -> 'before')) ELSE json(s.value -> 'row') END,
    'after', CASE s.value ->> 'act' WHEN 'set' THEN json_object(s.value ->> 'column', json(s.value -> 'after')) END))
  FROM (SELECT value FROM json_each(task_items.before, '$.log.steps') ORDER BY key DESC) s))), '$.log')
WHERE `before` -> '$.log.steps' IS NOT NULL;--> statement-breakpoint
UPDATE `task_items` SET `detail` = json_remove(json_set(`detail`, '$.changes', json((
  SELECT json_group_array(json_object('table', s.value ->> 'table',
    'ids', CASE s.value ->> 'act' WHEN 'set' THEN json(s.value -> 'ids') ELSE json_array(s.value ->> '$.row.id') END,
    'before', CASE s.value ->> 'act' WHEN 'set' THEN json_object(s.value ->> 'column', json(s.value -> 'before')) ELSE json(s.value -> 'row') END,
    'after', CASE s.value ->> 'act' WHEN 'set' THEN json_object(s.value ->> 'column', json(s.value -> 'after')) END))
  FROM (SELECT value FROM json_each(task_items.detail, '$.log.steps') ORDER BY key DESC) s))), '$.log')
WHERE `detail` -> '$.log.steps' IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `kept_answers` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`member_id` text,
	`name` text NOT NULL,
	`body` text NOT NULL,
	`removed_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `kept_answers_by_owner` ON `kept_answers` (`school_id`,`member_id`,`name`);--> statement-breakpoint
ALTER TABLE `schools` ADD `lesson_reminder_at` text DEFAULT '15:00' NOT NULL;--> statement-breakpoint
ALTER TABLE `schools` ADD `lesson_reminder_days` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `schools` ADD `missing_evening_at` text DEFAULT '20:00' NOT NULL;--> statement-breakpoint
ALTER TABLE `schools` ADD `missing_morning_at` text DEFAULT '08:00' NOT NULL;--> statement-breakpoint
ALTER TABLE `schools` ADD `credit_warning_at` text DEFAULT '09:00' NOT NULL;
--> statement-breakpoint
CREATE TABLE `leaves` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`student_id` text NOT NULL,
	`class_id` text,
	`kind` text NOT NULL,
	`starts_on` text NOT NULL,
	`ends_on` text,
	`fee_percent` integer DEFAULT 0 NOT NULL,
	`reason` text,
	`state` text NOT NULL,
	`member_id` text,
	`answered_by` text,
	`answered_at` integer,
	`answer` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`class_id`) REFERENCES `classes`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`answered_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "leaves_kind" CHECK("leaves"."kind" in ('leave', 'end')),
	CONSTRAINT "leaves_state" CHECK("leaves"."state" in ('asked', 'approved', 'declined', 'withdrawn', 'undone')),
	CONSTRAINT "leaves_order" CHECK("leaves"."ends_on" is null or "leaves"."ends_on" >= "leaves"."starts_on"),
	CONSTRAINT "leaves_fee" CHECK("leaves"."fee_percent" between 0 and 100)
) STRICT;
--> statement-breakpoint
CREATE INDEX `leaves_by_student` ON `leaves` (`school_id`,`student_id`,`starts_on`);--> statement-breakpoint
CREATE INDEX `leaves_by_class` ON `leaves` (`school_id`,`class_id`) WHERE class_id is not null;--> statement-breakpoint
CREATE INDEX `leaves_asked` ON `leaves` (`school_id`,`created_at`) WHERE state = 'asked';--> statement-breakpoint
ALTER TABLE `schools` ADD `takes_leave_requests` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `schools` ADD `leave_notice_days` integer DEFAULT 14 NOT NULL;--> statement-breakpoint
ALTER TABLE `schools` ADD `end_notice_days` integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE `schools` ADD `leave_fee_percent` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
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
--> statement-breakpoint
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
