CREATE TABLE `account_moves` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`merge` text NOT NULL,
	`noun` text NOT NULL,
	`noun_id` text NOT NULL,
	`step` integer NOT NULL,
	`from_family_id` text NOT NULL,
	`to_family_id` text NOT NULL,
	`from_payer` text,
	`to_payer` text,
	`moved_on` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`from_family_id`) REFERENCES `families`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`to_family_id`) REFERENCES `families`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "account_moves_noun" CHECK("account_moves"."noun" in ('invoice', 'credit_note', 'write_off', 'payment', 'refund', 'charge', 'package', 'payment_plan', 'saved_method', 'auto_charge', 'reminder_pause', 'invoicing_hold')),
	CONSTRAINT "account_moves_elsewhere" CHECK("account_moves"."from_family_id" <> "account_moves"."to_family_id" and "account_moves"."step" > 0),
	CONSTRAINT "account_moves_payers" CHECK(("account_moves"."from_payer" is null) = ("account_moves"."to_payer" is null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `account_moves_step` ON `account_moves` (`school_id`,`noun_id`,`step`);--> statement-breakpoint
CREATE INDEX `account_moves_by_merge` ON `account_moves` (`school_id`,`merge`,`noun`);--> statement-breakpoint
CREATE INDEX `account_moves_by_day` ON `account_moves` (`school_id`,`moved_on`);--> statement-breakpoint
CREATE INDEX `account_moves_by_origin` ON `account_moves` (`school_id`,`from_family_id`);--> statement-breakpoint
CREATE INDEX `account_moves_by_goal` ON `account_moves` (`school_id`,`to_family_id`);--> statement-breakpoint
-- What a merge moved stays written.
CREATE TRIGGER account_moves_frozen BEFORE UPDATE ON account_moves
BEGIN
  SELECT RAISE(ABORT, 'what was moved between accounts is never edited');
END;
--> statement-breakpoint
CREATE TRIGGER account_moves_kept BEFORE DELETE ON account_moves
WHEN NOT EXISTS (SELECT 1 FROM schools s WHERE s.id = old.school_id AND s.erasing_since IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'what was moved between accounts is kept');
END;
--> statement-breakpoint
-- What is frozen otherwise changes its family where the newest move of it says so; what it says, and to whom, stays.
DROP TRIGGER invoices_frozen;
--> statement-breakpoint
CREATE TRIGGER invoices_frozen BEFORE UPDATE ON invoices
WHEN old.state <> 'draft' AND (
  new.state NOT IN (old.state, 'void')
  OR new.family_id <> old.family_id AND NOT EXISTS (
    SELECT 1 FROM account_moves m
    WHERE m.school_id = old.school_id AND m.noun_id = old.id AND m.noun = 'invoice'
      AND m.from_family_id = old.family_id AND m.to_family_id = new.family_id
      AND m.step = (SELECT max(step) FROM account_moves WHERE school_id = old.school_id AND noun_id = old.id)
  )
  OR new.number <> old.number
  OR new.sequence <> old.sequence
  OR new.currency <> old.currency
  OR new.period_from <> old.period_from
  OR new.period_to <> old.period_to
  OR new.due_on <> old.due_on
  OR new.issued_on <> old.issued_on
  OR new.issued_at <> old.issued_at
  OR new.seller_name <> old.seller_name
  OR new.seller_address IS NOT old.seller_address
  OR new.seller_tax_number IS NOT old.seller_tax_number
  OR new.payment_instructions IS NOT old.payment_instructions
  OR new.bank_holder IS NOT old.bank_holder
  OR new.bank_iban IS NOT old.bank_iban
  OR new.bank_bic IS NOT old.bank_bic
  OR new.bill_to <> old.bill_to
  OR new.bill_to_address IS NOT old.bill_to_address
  OR new.bill_to_tax_number IS NOT old.bill_to_tax_number
  OR new.bill_to_reference IS NOT old.bill_to_reference
  OR (new.guardian_id, new.outside_payer_id) IS NOT (old.guardian_id, old.outside_payer_id) AND NOT EXISTS (
    SELECT 1 FROM account_moves m
    WHERE m.school_id = old.school_id AND m.noun_id = old.id AND m.noun = 'invoice' AND m.to_family_id = new.family_id
      AND m.from_payer = coalesce(old.guardian_id, old.outside_payer_id)
      AND m.to_payer = coalesce(new.guardian_id, new.outside_payer_id)
      AND (new.guardian_id IS NULL) = (old.guardian_id IS NULL)
      AND m.step = (SELECT max(step) FROM account_moves WHERE school_id = old.school_id AND noun_id = old.id)
  )
  OR new.set_id IS NOT old.set_id
  OR new.run_id IS NOT old.run_id
  OR new.note IS NOT old.note
  OR new.total_minor <> old.total_minor
  OR old.voided_at IS NOT NULL AND (new.voided_at, new.voided_on, new.void_reason)
    IS NOT (old.voided_at, old.voided_on, old.void_reason)
)
BEGIN
  SELECT RAISE(ABORT, 'an issued invoice is frozen');
END;
--> statement-breakpoint
DROP TRIGGER credit_notes_frozen;
--> statement-breakpoint
CREATE TRIGGER credit_notes_frozen BEFORE UPDATE ON credit_notes
WHEN (
    new.school_id, new.id, new.created_at, new.invoice_id, new.sequence, new.number, new.currency, new.issued_on,
    new.issued_at, new.issued_by, new.seller_name, new.seller_address, new.seller_tax_number, new.bill_to,
    new.bill_to_address, new.reason, new.total_minor
  ) IS NOT (
    old.school_id, old.id, old.created_at, old.invoice_id, old.sequence, old.number, old.currency, old.issued_on,
    old.issued_at, old.issued_by, old.seller_name, old.seller_address, old.seller_tax_number, old.bill_to,
    old.bill_to_address, old.reason, old.total_minor
  )
  OR NOT EXISTS (
    SELECT 1 FROM account_moves m
    WHERE m.school_id = old.school_id AND m.noun_id = old.id AND m.noun = 'credit_note'
      AND m.from_family_id = old.family_id AND m.to_family_id = new.family_id
      AND m.step = (SELECT max(step) FROM account_moves WHERE school_id = old.school_id AND noun_id = old.id)
  )
BEGIN
  SELECT RAISE(ABORT, 'a credit note is frozen');
END;
--> statement-breakpoint
DROP TRIGGER payments_frozen;
--> statement-breakpoint
CREATE TRIGGER payments_frozen BEFORE UPDATE OF amount_minor, currency, family_id, method, provider_reference, received_on, received_at ON payments
WHEN (new.amount_minor, new.currency, new.method, new.provider_reference, new.received_on, new.received_at)
    IS NOT (old.amount_minor, old.currency, old.method, old.provider_reference, old.received_on, old.received_at)
  OR NOT EXISTS (
    SELECT 1 FROM account_moves m
    WHERE m.school_id = old.school_id AND m.noun_id = old.id AND m.noun = 'payment'
      AND m.from_family_id = old.family_id AND m.to_family_id = new.family_id
      AND m.step = (SELECT max(step) FROM account_moves WHERE school_id = old.school_id AND noun_id = old.id)
  )
BEGIN
  SELECT RAISE(ABORT, 'a payment is never edited');
END;
--> statement-breakpoint
DROP TRIGGER refunds_frozen;
--> statement-breakpoint
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
END;
--> statement-breakpoint
DROP TRIGGER write_offs_frozen;
--> statement-breakpoint
CREATE TRIGGER write_offs_frozen BEFORE UPDATE ON write_offs
WHEN (
    new.school_id, new.id, new.created_at, new.invoice_id, new.undoes_id, new.amount_minor, new.reason,
    new.written_off_on, new.written_off_at, new.written_off_by
  ) IS NOT (
    old.school_id, old.id, old.created_at, old.invoice_id, old.undoes_id, old.amount_minor, old.reason,
    old.written_off_on, old.written_off_at, old.written_off_by
  )
  OR NOT EXISTS (
    SELECT 1 FROM account_moves m
    WHERE m.school_id = old.school_id AND m.noun_id = old.id AND m.noun = 'write_off'
      AND m.from_family_id = old.family_id AND m.to_family_id = new.family_id
      AND m.step = (SELECT max(step) FROM account_moves WHERE school_id = old.school_id AND noun_id = old.id)
  )
BEGIN
  SELECT RAISE(ABORT, 'a write-off is never edited');
END;
