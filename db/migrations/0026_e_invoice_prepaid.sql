ALTER TABLE `invoices` ADD `prepaid_minor` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE TRIGGER invoices_prepaid_frozen BEFORE UPDATE OF prepaid_minor ON invoices
WHEN old.state <> 'draft' AND new.prepaid_minor <> old.prepaid_minor
  AND EXISTS (SELECT 1 FROM invoice_shares s WHERE s.school_id = old.school_id AND s.invoice_id = old.id)
BEGIN
  SELECT RAISE(ABORT, 'an issued invoice is frozen');
END;
