CREATE TABLE `message_reports` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`message_id` text NOT NULL,
	`member_id` text NOT NULL,
	`reason` text NOT NULL,
	`note` text NOT NULL,
	`body` text,
	`file_id` text,
	`file_name` text,
	`is_for_platform` integer NOT NULL,
	`closed_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`school_id`,`message_id`) REFERENCES `messages`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "message_reports_reason" CHECK("message_reports"."reason" in ('insult', 'threat', 'sexual', 'spam', 'other'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `message_reports_once` ON `message_reports` (`school_id`,`message_id`,`member_id`);--> statement-breakpoint
CREATE INDEX `message_reports_by_member` ON `message_reports` (`school_id`,`member_id`);--> statement-breakpoint
CREATE INDEX `message_reports_by_file` ON `message_reports` (`file_id`) WHERE file_id is not null;--> statement-breakpoint
CREATE INDEX `message_reports_open` ON `message_reports` (`school_id`,`created_at`) WHERE closed_at is null;--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_deleted_records` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`noun` text NOT NULL,
	`noun_id` text NOT NULL,
	`name` text NOT NULL,
	`deleted_by` text,
	`deleted_name` text NOT NULL,
	`rows` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`deleted_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "deleted_records_noun" CHECK("__new_deleted_records"."noun" in ('closure', 'co-teaching', 'draft-invoice', 'enrollment', 'expense', 'guardian', 'occasion', 'note', 'own-price', 'own-status', 'piece', 'practice', 'report', 'saved-filter', 'student', 'term'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_deleted_records`("school_id", "id", "created_at", "noun", "noun_id", "name", "deleted_by", "deleted_name", "rows") SELECT "school_id", "id", "created_at", "noun", "noun_id", "name", "deleted_by", "deleted_name", "rows" FROM `deleted_records`;--> statement-breakpoint
DROP TABLE `deleted_records`;--> statement-breakpoint
ALTER TABLE `__new_deleted_records` RENAME TO `deleted_records`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `deleted_records_by_time` ON `deleted_records` (`school_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `deleted_records_by_noun` ON `deleted_records` (`school_id`,`noun_id`);--> statement-breakpoint
CREATE INDEX `deleted_records_by_age` ON `deleted_records` (`created_at`);--> statement-breakpoint
ALTER TABLE `schools` ADD `sends_e_invoices` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `schools` ADD `tax_exemption` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `edited_at` integer;--> statement-breakpoint
ALTER TABLE `messages` ADD `hidden_at` integer;--> statement-breakpoint
ALTER TABLE `text_messages` ADD `subject_id` text;--> statement-breakpoint
ALTER TABLE `invoices` ADD `is_e_invoice` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `invoices` ADD `tax_exemption` text;--> statement-breakpoint
ALTER TABLE `invoices` ADD `prepaid_minor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `credit_notes` ADD `is_e_invoice` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `credit_notes` ADD `tax_exemption` text;--> statement-breakpoint
ALTER TABLE `students` ADD `emergency_contact` text;--> statement-breakpoint
ALTER TABLE `inquiries` ADD `campaign` text;--> statement-breakpoint
ALTER TABLE `inquiry_details` ADD `emergency_contact` text;
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TRIGGER invoices_prepaid_frozen BEFORE UPDATE OF prepaid_minor ON invoices
WHEN old.state <> 'draft' AND new.prepaid_minor <> old.prepaid_minor
  AND EXISTS (SELECT 1 FROM invoice_shares s WHERE s.school_id = old.school_id AND s.invoice_id = old.id)
BEGIN
  SELECT RAISE(ABORT, 'an issued invoice is frozen');
END;
