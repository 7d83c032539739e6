-- A school's currency is locked once an invoice or a credit note is issued, or a payment is recorded that isn't reversed.
DROP TRIGGER schools_currency_fixed;
--> statement-breakpoint
CREATE TRIGGER schools_currency_fixed BEFORE UPDATE OF currency ON schools
WHEN new.currency <> old.currency AND (
  EXISTS (SELECT 1 FROM invoices WHERE school_id = old.id AND state <> 'draft')
  OR EXISTS (SELECT 1 FROM credit_notes WHERE school_id = old.id)
  OR EXISTS (SELECT 1 FROM payments WHERE school_id = old.id AND reversed_at IS NULL)
)
BEGIN
  SELECT RAISE(ABORT, 'the currency is fixed once money of it is on file');
END;
