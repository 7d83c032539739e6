ALTER TABLE `schools` ADD `sends_e_invoices` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `schools` ADD `tax_exemption` text;--> statement-breakpoint
ALTER TABLE `invoices` ADD `is_e_invoice` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `invoices` ADD `tax_exemption` text;--> statement-breakpoint
ALTER TABLE `credit_notes` ADD `is_e_invoice` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `credit_notes` ADD `tax_exemption` text;--> statement-breakpoint
CREATE TRIGGER invoices_e_invoice_frozen BEFORE UPDATE OF is_e_invoice, tax_exemption ON invoices
WHEN old.state <> 'draft' AND (new.is_e_invoice, new.tax_exemption) IS NOT (old.is_e_invoice, old.tax_exemption)
BEGIN
  SELECT RAISE(ABORT, 'an issued invoice is frozen');
END;--> statement-breakpoint
CREATE TRIGGER credit_notes_e_invoice_frozen BEFORE UPDATE OF is_e_invoice, tax_exemption ON credit_notes
WHEN (new.is_e_invoice, new.tax_exemption) IS NOT (old.is_e_invoice, old.tax_exemption)
BEGIN
  SELECT RAISE(ABORT, 'a credit note is frozen');
END;
