-- An issued invoice is frozen: only voiding it is possible.
CREATE TRIGGER invoices_frozen BEFORE UPDATE ON invoices
WHEN old.state <> 'draft' AND (
  new.state NOT IN (old.state, 'void')
  OR new.family_id <> old.family_id
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
  OR new.bill_to <> old.bill_to
  OR new.bill_to_address IS NOT old.bill_to_address
  OR new.note IS NOT old.note
  OR new.total_minor <> old.total_minor
)
BEGIN
  SELECT RAISE(ABORT, 'an issued invoice is frozen');
END;
--> statement-breakpoint
CREATE TRIGGER invoices_kept BEFORE DELETE ON invoices WHEN old.state <> 'draft'
BEGIN
  SELECT RAISE(ABORT, 'an issued invoice is kept');
END;
--> statement-breakpoint
CREATE TRIGGER invoice_lines_frozen BEFORE UPDATE ON invoice_lines
WHEN (SELECT state FROM invoices WHERE school_id = old.school_id AND id = old.invoice_id) <> 'draft' AND (
  new.invoice_id <> old.invoice_id
  OR new.charge_id IS NOT old.charge_id
  OR new.student_name IS NOT old.student_name
  OR new.description <> old.description
  OR new.reason <> old.reason
  OR new.occurred_on <> old.occurred_on
  OR new.amount_minor <> old.amount_minor
)
BEGIN
  SELECT RAISE(ABORT, 'the lines of an issued invoice are frozen');
END;
--> statement-breakpoint
CREATE TRIGGER invoice_lines_kept BEFORE DELETE ON invoice_lines
WHEN (SELECT state FROM invoices WHERE school_id = old.school_id AND id = old.invoice_id) <> 'draft'
BEGIN
  SELECT RAISE(ABORT, 'the lines of an issued invoice are kept');
END;
--> statement-breakpoint
CREATE TRIGGER invoice_lines_closed BEFORE INSERT ON invoice_lines
WHEN (SELECT state FROM invoices WHERE school_id = new.school_id AND id = new.invoice_id) <> 'draft'
BEGIN
  SELECT RAISE(ABORT, 'an issued invoice takes no more lines');
END;
--> statement-breakpoint
-- The currency is fixed once an invoice is issued.
CREATE TRIGGER schools_currency_fixed BEFORE UPDATE OF currency ON schools
WHEN new.currency <> old.currency
  AND EXISTS (SELECT 1 FROM invoices WHERE school_id = old.id AND state <> 'draft')
BEGIN
  SELECT RAISE(ABORT, 'the currency is fixed once an invoice is issued');
END;
--> statement-breakpoint
-- The audit log is append-only.
CREATE TRIGGER events_unchanged BEFORE UPDATE ON events
BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER events_kept BEFORE DELETE ON events
BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
--> statement-breakpoint
-- Money received is never edited.
CREATE TRIGGER payments_frozen BEFORE UPDATE OF amount_minor, currency, family_id, method, provider_reference ON payments
BEGIN
  SELECT RAISE(ABORT, 'a payment is never edited');
END;
--> statement-breakpoint
CREATE TRIGGER payments_kept BEFORE DELETE ON payments
BEGIN
  SELECT RAISE(ABORT, 'a payment is kept');
END;
