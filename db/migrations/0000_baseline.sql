CREATE TABLE `account_codes` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`name` text NOT NULL,
	`code` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `account_codes_once` ON `account_codes` (`school_id`,`name`);--> statement-breakpoint
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
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `account_moves_step` ON `account_moves` (`school_id`,`noun_id`,`step`);--> statement-breakpoint
CREATE INDEX `account_moves_by_merge` ON `account_moves` (`school_id`,`merge`,`noun`);--> statement-breakpoint
CREATE INDEX `account_moves_by_day` ON `account_moves` (`school_id`,`moved_on`);--> statement-breakpoint
CREATE INDEX `account_moves_by_origin` ON `account_moves` (`school_id`,`from_family_id`);--> statement-breakpoint
CREATE INDEX `account_moves_by_goal` ON `account_moves` (`school_id`,`to_family_id`);--> statement-breakpoint
CREATE TABLE `allocations` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`payment_id` text,
	`credit_note_id` text,
	`write_off_id` text,
	`invoice_id` text NOT NULL,
	`amount_minor` integer NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`payment_id`) REFERENCES `payments`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`credit_note_id`) REFERENCES `credit_notes`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`write_off_id`) REFERENCES `write_offs`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`invoice_id`) REFERENCES `invoices`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "allocations_amount" CHECK("allocations"."amount_minor" <> 0),
	CONSTRAINT "allocations_one_source" CHECK(("allocations"."payment_id" is not null) + ("allocations"."credit_note_id" is not null) + ("allocations"."write_off_id" is not null) = 1)
) STRICT;--> statement-breakpoint
CREATE INDEX `allocations_by_payment` ON `allocations` (`school_id`,`payment_id`);--> statement-breakpoint
CREATE INDEX `allocations_by_credit_note` ON `allocations` (`school_id`,`credit_note_id`);--> statement-breakpoint
CREATE INDEX `allocations_by_write_off` ON `allocations` (`school_id`,`write_off_id`);--> statement-breakpoint
CREATE INDEX `allocations_by_invoice` ON `allocations` (`school_id`,`invoice_id`);--> statement-breakpoint
CREATE TABLE `announcements` (
	`id` text PRIMARY KEY NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`has_banner` integer NOT NULL,
	`banner_until` integer,
	`state` text NOT NULL,
	`after` text,
	`sent` integer DEFAULT 0 NOT NULL,
	`total` integer NOT NULL,
	`finished_at` integer,
	`created_by` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "announcements_state" CHECK("announcements"."state" in ('sending', 'sent', 'stopped')),
	CONSTRAINT "announcements_banner" CHECK(("announcements"."has_banner" = 1) = ("announcements"."banner_until" is not null))
) STRICT;--> statement-breakpoint
CREATE INDEX `announcements_by_time` ON `announcements` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `announcements_shown` ON `announcements` (`banner_until`) WHERE has_banner = 1;--> statement-breakpoint
CREATE TABLE `arranged_lessons` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`arrangement_id` text NOT NULL,
	`session_id` text NOT NULL,
	`choice` text NOT NULL,
	`before` text NOT NULL,
	`after` text,
	`undone_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`arrangement_id`) REFERENCES `arrangements`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`session_id`) REFERENCES `sessions`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "arranged_lessons_choice" CHECK("arranged_lessons"."choice" in ('substitute', 'move', 'cancel')),
	CONSTRAINT "arranged_lessons_after" CHECK(("arranged_lessons"."choice" = 'cancel') = ("arranged_lessons"."after" is null))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `arranged_lessons_once` ON `arranged_lessons` (`school_id`,`arrangement_id`,`session_id`);--> statement-breakpoint
CREATE INDEX `arranged_lessons_by_session` ON `arranged_lessons` (`school_id`,`session_id`);--> statement-breakpoint
CREATE TABLE `arrangement_drafts` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`time_off_id` text NOT NULL,
	`saved_by` text,
	`choices` text NOT NULL,
	`hours_reason` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`time_off_id`) REFERENCES `time_off`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`saved_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `arrangement_drafts_once` ON `arrangement_drafts` (`school_id`,`time_off_id`);--> statement-breakpoint
CREATE TABLE `arrangements` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`time_off_id` text NOT NULL,
	`form_key` text NOT NULL,
	`arranged_by` text,
	`lesson_count` integer NOT NULL,
	`undone_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`time_off_id`) REFERENCES `time_off`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`arranged_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "arrangements_count" CHECK("arrangements"."lesson_count" > 0)
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `arrangements_by_form` ON `arrangements` (`school_id`,`form_key`);--> statement-breakpoint
CREATE INDEX `arrangements_by_time_off` ON `arrangements` (`school_id`,`time_off_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `assignments` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`student_id` text NOT NULL,
	`session_id` text,
	`class_id` text,
	`task` text NOT NULL,
	`due_on` text,
	`assigned_by` text,
	`done_at` integer,
	`done_by` text,
	`withdrawn_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`session_id`) REFERENCES `sessions`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`class_id`) REFERENCES `classes`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`assigned_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`done_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;--> statement-breakpoint
CREATE INDEX `assignments_by_student` ON `assignments` (`school_id`,`student_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `assignments_by_session` ON `assignments` (`school_id`,`session_id`);--> statement-breakpoint
CREATE INDEX `assignments_by_class` ON `assignments` (`school_id`,`class_id`);--> statement-breakpoint
CREATE TABLE `auto_charges` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`method_id` text NOT NULL,
	`family_id` text NOT NULL,
	`invoice_id` text NOT NULL,
	`due_on` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`charge_on` text NOT NULL,
	`next_try_on` text NOT NULL,
	`state` text NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`hold_reason` text,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`method_id`) REFERENCES `saved_methods`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`family_id`) REFERENCES `families`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`invoice_id`) REFERENCES `invoices`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "auto_charges_state" CHECK("auto_charges"."state" in ('announced', 'held', 'charging', 'paid', 'failed', 'dropped')),
	CONSTRAINT "auto_charges_amount" CHECK("auto_charges"."amount_minor" > 0),
	CONSTRAINT "auto_charges_held" CHECK(("auto_charges"."state" = 'held') = ("auto_charges"."hold_reason" is not null))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `auto_charges_once` ON `auto_charges` (`school_id`,`method_id`,`invoice_id`,`due_on`);--> statement-breakpoint
CREATE INDEX `auto_charges_by_invoice` ON `auto_charges` (`school_id`,`invoice_id`);--> statement-breakpoint
CREATE INDEX `auto_charges_by_family` ON `auto_charges` (`school_id`,`family_id`);--> statement-breakpoint
CREATE INDEX `auto_charges_by_state` ON `auto_charges` (`school_id`,`state`,`next_try_on`);--> statement-breakpoint
CREATE INDEX `auto_charges_due` ON `auto_charges` (`state`,`next_try_on`);--> statement-breakpoint
CREATE TABLE `auto_invoicing` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`is_on` integer NOT NULL,
	`day_of_month` integer NOT NULL,
	`period` text NOT NULL,
	`starts_on` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "auto_invoicing_period" CHECK("auto_invoicing"."period" in ('past', 'current')),
	CONSTRAINT "auto_invoicing_day" CHECK("auto_invoicing"."day_of_month" between 1 and 28)
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `auto_invoicing_once` ON `auto_invoicing` (`school_id`);--> statement-breakpoint
CREATE TABLE `auto_pay_rules` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`is_offered` integer NOT NULL,
	`days_before` integer NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "auto_pay_rules_days" CHECK("auto_pay_rules"."days_before" between 1 and 14)
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `auto_pay_rules_once` ON `auto_pay_rules` (`school_id`);--> statement-breakpoint
CREATE TABLE `auto_run_refusals` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`run_id` text NOT NULL,
	`family_id` text NOT NULL,
	`reason` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`run_id`) REFERENCES `auto_runs`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`family_id`) REFERENCES `families`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `auto_run_refusals_once` ON `auto_run_refusals` (`school_id`,`run_id`,`family_id`);--> statement-breakpoint
CREATE INDEX `auto_run_refusals_by_family` ON `auto_run_refusals` (`school_id`,`family_id`);--> statement-breakpoint
CREATE TABLE `auto_runs` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`month` text NOT NULL,
	`run_on` text NOT NULL,
	`bills_to` text NOT NULL,
	`state` text NOT NULL,
	`done_up_to` text DEFAULT '' NOT NULL,
	`made` integer DEFAULT 0 NOT NULL,
	`total_minor` integer DEFAULT 0 NOT NULL,
	`finished_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "auto_runs_state" CHECK("auto_runs"."state" in ('announced', 'running', 'done', 'skipped'))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `auto_runs_once` ON `auto_runs` (`school_id`,`month`);--> statement-breakpoint
CREATE INDEX `auto_runs_by_day` ON `auto_runs` (`school_id`,`run_on`);--> statement-breakpoint
CREATE TABLE `backups` (
	`id` text PRIMARY KEY NOT NULL,
	`node` text NOT NULL,
	`place` text NOT NULL,
	`object_key` text NOT NULL,
	`started_at` integer NOT NULL,
	`verified_at` integer,
	`problem` text,
	`bytes` integer,
	`sha256` text,
	`took_ms` integer NOT NULL,
	`dropped_at` integer,
	CONSTRAINT "backups_judged" CHECK(("backups"."verified_at" is null) <> ("backups"."problem" is null)),
	CONSTRAINT "backups_stored" CHECK("backups"."verified_at" is null or ("backups"."bytes" > 0 and "backups"."sha256" is not null))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `backups_object` ON `backups` (`place`,`object_key`);--> statement-breakpoint
CREATE INDEX `backups_by_time` ON `backups` (`started_at`,`id`);--> statement-breakpoint
CREATE TABLE `bank_column_choices` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`columns` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `bank_column_choices_once` ON `bank_column_choices` (`school_id`);--> statement-breakpoint
CREATE TABLE `bank_entries` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`entry_key` text NOT NULL,
	`booked_on` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`payer_name` text NOT NULL,
	`reference` text NOT NULL,
	`bank_reference` text,
	`state` text NOT NULL,
	`payment_id` text,
	`settled_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`payment_id`) REFERENCES `payments`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "bank_entries_state" CHECK("bank_entries"."state" in ('open', 'recorded', 'ignored')),
	CONSTRAINT "bank_entries_amount" CHECK("bank_entries"."amount_minor" > 0),
	CONSTRAINT "bank_entries_recorded" CHECK(("bank_entries"."state" = 'recorded') = ("bank_entries"."payment_id" is not null))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `bank_entries_key` ON `bank_entries` (`school_id`,`entry_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `bank_entries_payment` ON `bank_entries` (`school_id`,`payment_id`);--> statement-breakpoint
CREATE INDEX `bank_entries_by_state` ON `bank_entries` (`school_id`,`state`,`booked_on`);--> statement-breakpoint
CREATE TABLE `bank_uploads` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`file_name` text NOT NULL,
	`content` text,
	`uploaded_by` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`uploaded_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;--> statement-breakpoint
CREATE TABLE `billing_addresses` (
	`school_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`address` text NOT NULL,
	`tax_number` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;--> statement-breakpoint
CREATE TABLE `blocks` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`network` text,
	`school_id` text,
	`reason` text NOT NULL,
	`told` text DEFAULT '' NOT NULL,
	`ends_at` integer,
	`lifted_at` integer,
	`created_by` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "blocks_kind" CHECK("blocks"."kind" in ('network', 'sending', 'saving', 'deletion')),
	CONSTRAINT "blocks_one" CHECK(("blocks"."kind" = 'network') = ("blocks"."network" is not null) and ("blocks"."kind" <> 'network') = ("blocks"."school_id" is not null))
) STRICT;--> statement-breakpoint
CREATE INDEX `blocks_open` ON `blocks` (`kind`,`created_at`) WHERE lifted_at is null;--> statement-breakpoint
CREATE INDEX `blocks_by_school` ON `blocks` (`school_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `blocks_by_time` ON `blocks` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `book_closings` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`kind` text NOT NULL,
	`closed_through` text,
	`reason` text,
	`member_id` text,
	`member_name` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "book_closings_kind" CHECK("book_closings"."kind" in ('close', 'reopen')),
	CONSTRAINT "book_closings_reason" CHECK("book_closings"."kind" = 'close' or "book_closings"."reason" is not null),
	CONSTRAINT "book_closings_day" CHECK("book_closings"."kind" = 'reopen' or "book_closings"."closed_through" is not null)
) STRICT;--> statement-breakpoint
CREATE INDEX `book_closings_by_time` ON `book_closings` (`school_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `bookings` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`session_id` text NOT NULL,
	`resource` text NOT NULL,
	`resource_id` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`override_reason` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`session_id`) REFERENCES `sessions`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "bookings_resource" CHECK("bookings"."resource" in ('teacher', 'room', 'student')),
	CONSTRAINT "bookings_order" CHECK("bookings"."ends_at" > "bookings"."starts_at")
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_once` ON `bookings` (`school_id`,`session_id`,`resource`,`resource_id`);--> statement-breakpoint
CREATE INDEX `bookings_overlap` ON `bookings` (`school_id`,`resource`,`resource_id`,`starts_at`,`ends_at`);--> statement-breakpoint
CREATE TABLE `calendar_feeds` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`member_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`revoked_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE cascade
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_feeds_token` ON `calendar_feeds` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_feeds_current` ON `calendar_feeds` (`school_id`,`member_id`) WHERE revoked_at is null;--> statement-breakpoint
CREATE TABLE `cancellations` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`reason` text,
	`text` text,
	`ends_at` integer,
	`withdrawn_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "cancellations_reason" CHECK("cancellations"."reason" is null or "cancellations"."reason" in ('price', 'features', 'too-hard', 'other-product', 'closing', 'season', 'other'))
) STRICT;--> statement-breakpoint
CREATE INDEX `cancellations_by_time` ON `cancellations` (`created_at`);--> statement-breakpoint
CREATE TABLE `cancelled_registrations` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`registered_at` integer NOT NULL,
	`cancelled_at` integer NOT NULL,
	CONSTRAINT "cancelled_registrations_kind" CHECK("cancelled_registrations"."kind" in ('school', 'solo'))
) STRICT;--> statement-breakpoint
CREATE TABLE `change_signs` (
	`owner` text PRIMARY KEY NOT NULL,
	`sign` integer NOT NULL
) STRICT;--> statement-breakpoint
CREATE TABLE `charge_discounts` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`charge_id` text NOT NULL,
	`position` integer NOT NULL,
	`rule_id` text NOT NULL,
	`reason` text NOT NULL,
	`amount_minor` integer NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`charge_id`) REFERENCES `charges`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`rule_id`) REFERENCES `discount_rules`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "charge_discounts_amount" CHECK("charge_discounts"."amount_minor" > 0)
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `charge_discounts_position` ON `charge_discounts` (`school_id`,`charge_id`,`position`);--> statement-breakpoint
CREATE INDEX `charge_discounts_by_rule` ON `charge_discounts` (`school_id`,`rule_id`);--> statement-breakpoint
CREATE TABLE `charges` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`family_id` text NOT NULL,
	`student_id` text,
	`source` text NOT NULL,
	`seat_id` text,
	`mark_id` text,
	`enrollment_id` text,
	`month` text,
	`corrects_charge_id` text,
	`package_id` text,
	`hire_id` text,
	`late_invoice_id` text,
	`late_step` integer,
	`late_due_on` text,
	`description` text NOT NULL,
	`reason` text NOT NULL,
	`occurred_on` text NOT NULL,
	`fee_rule` text,
	`due_on` text,
	`amount_minor` integer NOT NULL,
	`tax_name` text,
	`tax_rate` integer,
	`tax_is_added` integer DEFAULT false NOT NULL,
	`tax_minor` integer DEFAULT 0 NOT NULL,
	`withdrawn_at` integer,
	`withdrawn_reason` text,
	`billed_lines` integer DEFAULT 0 NOT NULL, `usual_minor` integer, `credited_net_minor` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`family_id`) REFERENCES `families`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`seat_id`) REFERENCES `seats`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`mark_id`) REFERENCES `marks`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`enrollment_id`) REFERENCES `enrollments`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`package_id`) REFERENCES `packages`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`corrects_charge_id`) REFERENCES `charges`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`late_invoice_id`) REFERENCES `invoices`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`hire_id`) REFERENCES `hires`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "charges_source" CHECK("charges"."source" in ('seat', 'flat', 'item', 'correction', 'package', 'package_rest', 'late_fee', 'material', 'hire')),
	CONSTRAINT "charges_tax" CHECK(("charges"."tax_name" is null) = ("charges"."tax_rate" is null) and ("charges"."tax_name" is not null or "charges"."tax_minor" = 0)
    and "charges"."tax_minor" between min(0, "charges"."amount_minor") and max(0, "charges"."amount_minor")),
	CONSTRAINT "charges_sign" CHECK(("charges"."source" = 'correction') = ("charges"."amount_minor" < 0) or "charges"."source" in ('item', 'package_rest')),
	CONSTRAINT "charges_late_named" CHECK(("charges"."source" = 'late_fee') = ("charges"."late_invoice_id" is not null and "charges"."late_step" + "charges"."late_due_on" is not null)),
	CONSTRAINT "charges_package_named" CHECK(("charges"."source" in ('package', 'package_rest')) = ("charges"."package_id" is not null)),
	CONSTRAINT "charges_seat_has_mark" CHECK("charges"."source" <> 'seat' or ("charges"."seat_id" is not null and "charges"."mark_id" is not null)),
	CONSTRAINT "charges_flat_has_month" CHECK("charges"."source" <> 'flat' or ("charges"."enrollment_id" is not null and "charges"."month" is not null)),
	CONSTRAINT "charges_hire_named" CHECK(("charges"."source" <> 'hire' or "charges"."hire_id" is not null)
        and ("charges"."hire_id" is null or ("charges"."source" in ('hire', 'item') and "charges"."month" is not null))),
	CONSTRAINT "charges_correction_origin" CHECK(("charges"."source" = 'correction') = ("charges"."corrects_charge_id" is not null))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `charges_mark_once` ON `charges` (`school_id`,`mark_id`) WHERE source = 'seat' and withdrawn_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `charges_month_once` ON `charges` (`school_id`,`enrollment_id`,`month`) WHERE source = 'flat' and withdrawn_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `charges_corrected_once` ON `charges` (`school_id`,`corrects_charge_id`) WHERE source = 'correction' and withdrawn_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `charges_late_once` ON `charges` (`school_id`,`late_invoice_id`,`late_due_on`,`late_step`) WHERE source = 'late_fee' and withdrawn_at is null;--> statement-breakpoint
CREATE INDEX `charges_by_late_invoice` ON `charges` (`school_id`,`late_invoice_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `charges_package_once` ON `charges` (`school_id`,`package_id`) WHERE source = 'package' and withdrawn_at is null;--> statement-breakpoint
CREATE INDEX `charges_by_package` ON `charges` (`school_id`,`package_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `charges_hire_once` ON `charges` (`school_id`,`hire_id`,`month`) WHERE source = 'hire' and withdrawn_at is null;--> statement-breakpoint
CREATE INDEX `charges_by_hire` ON `charges` (`school_id`,`hire_id`,`month`);--> statement-breakpoint
CREATE INDEX `charges_by_family` ON `charges` (`school_id`,`family_id`,`occurred_on`);--> statement-breakpoint
CREATE INDEX `charges_by_seat` ON `charges` (`school_id`,`seat_id`);--> statement-breakpoint
CREATE INDEX `charges_by_month` ON `charges` (`school_id`,`enrollment_id`,`month`);--> statement-breakpoint
CREATE INDEX `charges_by_student` ON `charges` (`school_id`,`student_id`);--> statement-breakpoint
CREATE INDEX `charges_by_creation` ON `charges` (`school_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `charges_by_corrected` ON `charges` (`school_id`,`corrects_charge_id`) WHERE corrects_charge_id is not null;--> statement-breakpoint
CREATE INDEX `charges_by_end` ON `charges` (`school_id`,`withdrawn_at`) WHERE withdrawn_at is not null;--> statement-breakpoint
CREATE INDEX `charges_unbilled` ON `charges` (`school_id`,`occurred_on`,`id`,`amount_minor`,`family_id`) WHERE withdrawn_at is null and billed_lines = 0;--> statement-breakpoint
CREATE INDEX `charges_unbilled_of_family` ON `charges` (`school_id`,`family_id`,`occurred_on`,`amount_minor`) WHERE withdrawn_at is null and billed_lines = 0;--> statement-breakpoint
CREATE TABLE `class_changes` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`class_id` text NOT NULL,
	`told_as` text NOT NULL,
	`before` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`class_id`) REFERENCES `classes`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;--> statement-breakpoint
CREATE INDEX `class_changes_by_class` ON `class_changes` (`school_id`,`class_id`);--> statement-breakpoint
CREATE TABLE `class_endings` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`class_id` text NOT NULL,
	`schedule_id` text,
	`last_day` text NOT NULL,
	`reason` text NOT NULL,
	`before` text NOT NULL,
	`told_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`class_id`) REFERENCES `classes`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`schedule_id`) REFERENCES `schedules`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;--> statement-breakpoint
CREATE INDEX `class_endings_by_class` ON `class_endings` (`school_id`,`class_id`);--> statement-breakpoint
CREATE INDEX `class_endings_by_schedule` ON `class_endings` (`school_id`,`schedule_id`);--> statement-breakpoint
CREATE TABLE `class_prerequisites` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`class_id` text NOT NULL,
	`required_id` text,
	`min_age` integer,
	`min_level` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`class_id`) REFERENCES `classes`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`required_id`) REFERENCES `classes`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "class_prerequisites_kind" CHECK(("class_prerequisites"."required_id" is not null) + ("class_prerequisites"."min_age" is not null) + ("class_prerequisites"."min_level" is not null) = 1),
	CONSTRAINT "class_prerequisites_self" CHECK("class_prerequisites"."required_id" is not "class_prerequisites"."class_id"),
	CONSTRAINT "class_prerequisites_years" CHECK("class_prerequisites"."min_age" is null or "class_prerequisites"."min_age" between 1 and 99)
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `class_prerequisites_once` ON `class_prerequisites` (`school_id`,`class_id`,`required_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `class_prerequisites_age` ON `class_prerequisites` (`school_id`,`class_id`) WHERE min_age is not null;--> statement-breakpoint
CREATE INDEX `class_prerequisites_by_required` ON `class_prerequisites` (`school_id`,`required_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `class_prerequisites_level` ON `class_prerequisites` (`school_id`,`class_id`) WHERE min_level is not null;--> statement-breakpoint
CREATE TABLE `class_prices` (
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
	CONSTRAINT "class_prices_billing" CHECK("class_prices"."billing" in ('per_session', 'monthly', 'package')),
	CONSTRAINT "class_prices_amount" CHECK("class_prices"."amount_minor" >= 0),
	CONSTRAINT "class_prices_part" CHECK(("class_prices"."part" is null and "class_prices"."parts" is null and "class_prices"."due_on" is null)
        or ("class_prices"."billing" = 'monthly' and "class_prices"."parts" between 1 and 24 and "class_prices"."part" between 1 and "class_prices"."parts"
          and "class_prices"."due_on" is not null))
) STRICT;--> statement-breakpoint
CREATE INDEX `class_prices_by_rise` ON `class_prices` (`school_id`,`rise_id`);--> statement-breakpoint
CREATE INDEX `class_prices_by_class` ON `class_prices` (`school_id`,`class_id`,`from_date`);--> statement-breakpoint
CREATE TABLE `class_teachers` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`class_id` text NOT NULL,
	`teacher_id` text NOT NULL,
	`starts_on` text NOT NULL,
	`ends_on` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`class_id`) REFERENCES `classes`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`teacher_id`) REFERENCES `teachers`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "class_teachers_order" CHECK("class_teachers"."ends_on" is null or "class_teachers"."ends_on" >= "class_teachers"."starts_on")
) STRICT;--> statement-breakpoint
CREATE INDEX `class_teachers_by_class` ON `class_teachers` (`school_id`,`class_id`,`starts_on`);--> statement-breakpoint
CREATE INDEX `class_teachers_by_teacher` ON `class_teachers` (`school_id`,`teacher_id`,`starts_on`);--> statement-breakpoint
CREATE TABLE `classes` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`instrument` text,
	`teacher_id` text,
	`room_id` text,
	`capacity` integer NOT NULL,
	`online_link` text,
	`ended_on` text,
	`continues_id` text,
	`tax_rate_id` text,
	`is_tax_free` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`continues_id`) REFERENCES `classes`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`tax_rate_id`) REFERENCES `tax_rates`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`teacher_id`) REFERENCES `teachers`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`room_id`) REFERENCES `rooms`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "classes_kind" CHECK("classes"."kind" in ('private', 'group', 'ensemble', 'trial')),
	CONSTRAINT "classes_capacity" CHECK("classes"."capacity" between 1 and 500)
) STRICT;--> statement-breakpoint
CREATE INDEX `classes_by_continued` ON `classes` (`school_id`,`continues_id`);--> statement-breakpoint
CREATE INDEX `classes_by_name` ON `classes` (`school_id`,name collate nocase,`id`);--> statement-breakpoint
CREATE INDEX `classes_by_teacher` ON `classes` (`school_id`,`teacher_id`);--> statement-breakpoint
CREATE TABLE `cleanup_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`is_dry` integer NOT NULL,
	`counts` text NOT NULL,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;--> statement-breakpoint
CREATE INDEX `cleanup_runs_by_time` ON `cleanup_runs` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `closed_lessons` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`closure_id` text NOT NULL,
	`session_id` text NOT NULL,
	`spent` text NOT NULL,
	`was` text,
	`moved_to` text,
	`told_at` integer, `silenced_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`closure_id`) REFERENCES `closures`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`session_id`) REFERENCES `sessions`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "closed_lessons_moved" CHECK(("closed_lessons"."was" is null) = ("closed_lessons"."moved_to" is null))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `closed_lessons_once` ON `closed_lessons` (`school_id`,`closure_id`,`session_id`);--> statement-breakpoint
CREATE INDEX `closed_lessons_by_session` ON `closed_lessons` (`school_id`,`session_id`);--> statement-breakpoint
CREATE INDEX `closed_lessons_waiting` ON `closed_lessons` (`school_id`,`closure_id`) WHERE told_at is null and silenced_at is null;--> statement-breakpoint
CREATE TABLE `closures` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`name` text NOT NULL,
	`starts_on` text NOT NULL,
	`ends_on` text NOT NULL,
	`added_as` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "closures_order" CHECK("closures"."starts_on" <= "closures"."ends_on")
) STRICT;--> statement-breakpoint
CREATE INDEX `closures_by_date` ON `closures` (`school_id`,`starts_on`,`ends_on`);--> statement-breakpoint
CREATE TABLE `co_substitutes` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`session_id` text NOT NULL,
	`teacher_id` text NOT NULL,
	`substitute_id` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`session_id`) REFERENCES `sessions`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`teacher_id`) REFERENCES `teachers`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`substitute_id`) REFERENCES `teachers`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `co_substitutes_once` ON `co_substitutes` (`school_id`,`session_id`,`teacher_id`);--> statement-breakpoint
CREATE INDEX `co_substitutes_by_teacher` ON `co_substitutes` (`school_id`,`teacher_id`);--> statement-breakpoint
CREATE INDEX `co_substitutes_by_substitute` ON `co_substitutes` (`school_id`,`substitute_id`,`session_id`);--> statement-breakpoint
CREATE TABLE `contact_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`subject` text NOT NULL,
	`message` text NOT NULL,
	`assigned_to` text,
	`answered_at` integer,
	`closed_at` integer,
	`closed_by` text,
	`waiting_since` integer,
	`proven_at` integer,
	`priority` text DEFAULT 'normal' NOT NULL,
	`tags` text DEFAULT '' NOT NULL,
	`snoozed_until` integer,
	`handed_to` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`assigned_to`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`closed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "contact_messages_priority" CHECK("contact_messages"."priority" in ('urgent', 'normal', 'low')),
	CONSTRAINT "contact_messages_handed" CHECK("contact_messages"."handed_to" is null or "contact_messages"."handed_to" in ('money', 'operations'))
) STRICT;--> statement-breakpoint
CREATE INDEX `contact_messages_by_time` ON `contact_messages` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `contact_messages_by_email` ON `contact_messages` (lower(email),`created_at`);--> statement-breakpoint
CREATE TABLE `conversations` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`started_by` text NOT NULL,
	`audience` text NOT NULL,
	`last_message_at` integer NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`started_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "conversations_kind" CHECK("conversations"."kind" in ('conversation', 'announcement'))
) STRICT;--> statement-breakpoint
CREATE TABLE `correction_requests` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`seat_id` text NOT NULL,
	`code` text NOT NULL,
	`status_id` text,
	`minutes_late` integer,
	`reason` text NOT NULL,
	`asked_by` text NOT NULL,
	`state` text DEFAULT 'asked' NOT NULL,
	`answer` text,
	`decided_at` integer,
	`decided_by` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`seat_id`) REFERENCES `seats`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`asked_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`decided_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`status_id`,`code`) REFERENCES `own_statuses`(`school_id`,`id`,`counts_as`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "correction_requests_code" CHECK("correction_requests"."code" in ('present', 'late', 'absent', 'excused', 'cancelled')),
	CONSTRAINT "correction_requests_state" CHECK("correction_requests"."state" in ('asked', 'approved', 'declined', 'withdrawn')),
	CONSTRAINT "correction_requests_decided" CHECK(("correction_requests"."state" = 'asked') = ("correction_requests"."decided_at" is null)),
	CONSTRAINT "correction_requests_late" CHECK("correction_requests"."minutes_late" is null or ("correction_requests"."code" = 'late' and "correction_requests"."minutes_late" between 1 and 600))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `correction_requests_once` ON `correction_requests` (`school_id`,`seat_id`) WHERE state = 'asked';--> statement-breakpoint
CREATE INDEX `correction_requests_by_seat` ON `correction_requests` (`school_id`,`seat_id`);--> statement-breakpoint
CREATE INDEX `correction_requests_by_state` ON `correction_requests` (`school_id`,`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `correction_requests_by_creation` ON `correction_requests` (`school_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `correction_requests_by_status` ON `correction_requests` (`school_id`,`status_id`) WHERE status_id is not null;--> statement-breakpoint
CREATE TABLE `coupons` (
	`id` text PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`percent_off` integer,
	`amount_off_minor` integer,
	`months` integer,
	`plans` text NOT NULL,
	`valid_until` integer,
	`most_uses` integer,
	`ended_at` integer,
	`created_by` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "coupons_one" CHECK(("coupons"."percent_off" is null) <> ("coupons"."amount_off_minor" is null)),
	CONSTRAINT "coupons_percent" CHECK("coupons"."percent_off" is null or "coupons"."percent_off" between 1 and 100),
	CONSTRAINT "coupons_amount" CHECK("coupons"."amount_off_minor" is null or "coupons"."amount_off_minor" > 0),
	CONSTRAINT "coupons_months" CHECK("coupons"."months" is null or "coupons"."months" between 1 and 24),
	CONSTRAINT "coupons_uses" CHECK("coupons"."most_uses" is null or "coupons"."most_uses" > 0)
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `coupons_code` ON `coupons` (`code`);--> statement-breakpoint
CREATE INDEX `coupons_by_time` ON `coupons` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `credit_changes` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`credit_id` text NOT NULL,
	`act` text NOT NULL,
	`reason` text NOT NULL,
	`day_before` text,
	`day_after` text,
	`form_key` text NOT NULL,
	`changed_by` text,
	`undone_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`credit_id`) REFERENCES `make_up_credits`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`changed_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "credit_changes_act" CHECK("credit_changes"."act" in ('grant', 'extend', 'revoke'))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `credit_changes_by_form` ON `credit_changes` (`school_id`,`form_key`);--> statement-breakpoint
CREATE INDEX `credit_changes_by_credit` ON `credit_changes` (`school_id`,`credit_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `credit_note_lines` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`credit_note_id` text NOT NULL,
	`position` integer NOT NULL,
	`invoice_line_id` text,
	`charge_id` text,
	`student_name` text,
	`description` text NOT NULL,
	`reason` text NOT NULL,
	`occurred_on` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`tax_name` text,
	`tax_rate` integer,
	`tax_is_added` integer DEFAULT false NOT NULL,
	`tax_minor` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`credit_note_id`) REFERENCES `credit_notes`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`invoice_line_id`) REFERENCES `invoice_lines`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`charge_id`) REFERENCES `charges`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "credit_note_lines_tax" CHECK(("credit_note_lines"."tax_name" is null) = ("credit_note_lines"."tax_rate" is null) and ("credit_note_lines"."tax_name" is not null or "credit_note_lines"."tax_minor" = 0)
    and "credit_note_lines"."tax_minor" between min(0, "credit_note_lines"."amount_minor") and max(0, "credit_note_lines"."amount_minor")),
	CONSTRAINT "credit_note_lines_origin" CHECK(("credit_note_lines"."invoice_line_id" is not null and "credit_note_lines"."charge_id" is null and "credit_note_lines"."amount_minor" > 0)
        or ("credit_note_lines"."invoice_line_id" is null and "credit_note_lines"."charge_id" is not null))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `credit_note_lines_position` ON `credit_note_lines` (`school_id`,`credit_note_id`,`position`);--> statement-breakpoint
CREATE UNIQUE INDEX `credit_note_lines_charge_once` ON `credit_note_lines` (`school_id`,`charge_id`);--> statement-breakpoint
CREATE INDEX `credit_note_lines_by_line` ON `credit_note_lines` (`school_id`,`invoice_line_id`);--> statement-breakpoint
CREATE TABLE `credit_notes` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`family_id` text NOT NULL,
	`invoice_id` text,
	`sequence` integer NOT NULL,
	`number` text NOT NULL,
	`currency` text NOT NULL,
	`issued_on` text NOT NULL,
	`issued_at` integer NOT NULL,
	`issued_by` text,
	`seller_name` text NOT NULL,
	`seller_address` text,
	`seller_tax_number` text,
	`bill_to` text NOT NULL,
	`bill_to_address` text,
	`reason` text NOT NULL,
	`total_minor` integer NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`family_id`) REFERENCES `families`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`invoice_id`) REFERENCES `invoices`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`issued_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "credit_notes_total" CHECK("credit_notes"."total_minor" > 0)
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `credit_notes_number` ON `credit_notes` (`school_id`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `credit_notes_sequence` ON `credit_notes` (`school_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `credit_notes_by_issue` ON `credit_notes` (`school_id`,`issued_at`);--> statement-breakpoint
CREATE INDEX `credit_notes_by_family` ON `credit_notes` (`school_id`,`family_id`,`issued_at`);--> statement-breakpoint
CREATE INDEX `credit_notes_by_invoice` ON `credit_notes` (`school_id`,`invoice_id`);--> statement-breakpoint
CREATE TABLE `custom_fields` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`noun` text NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`choices` text DEFAULT '[]' NOT NULL,
	`audience` text NOT NULL,
	`is_required` integer DEFAULT false NOT NULL,
	`position` integer NOT NULL,
	`archived_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "custom_fields_noun" CHECK("custom_fields"."noun" in ('student', 'guardian', 'family', 'teacher', 'class')),
	CONSTRAINT "custom_fields_kind" CHECK("custom_fields"."kind" in ('text', 'number', 'date', 'choice', 'yes_no')),
	CONSTRAINT "custom_fields_audience" CHECK("custom_fields"."audience" in ('office', 'teachers', 'family'))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `custom_fields_name` ON `custom_fields` (`school_id`,`noun`,lower(name));--> statement-breakpoint
CREATE TABLE `custom_values` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`field_id` text NOT NULL,
	`subject_id` text NOT NULL,
	`value` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`field_id`) REFERENCES `custom_fields`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "custom_values_length" CHECK(length("custom_values"."value") between 1 and 500)
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `custom_values_once` ON `custom_values` (`school_id`,`field_id`,`subject_id`);--> statement-breakpoint
CREATE INDEX `custom_values_by_subject` ON `custom_values` (`school_id`,`subject_id`);--> statement-breakpoint
CREATE TABLE `deleted_records` (
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
	CONSTRAINT "deleted_records_noun" CHECK("deleted_records"."noun" in ('closure', 'co-teaching', 'draft-invoice', 'enrollment', 'expense', 'guardian', 'occasion', 'note', 'own-price', 'own-status', 'piece', 'practice', 'report', 'saved-filter', 'term'))
) STRICT;--> statement-breakpoint
CREATE INDEX `deleted_records_by_time` ON `deleted_records` (`school_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `deleted_records_by_noun` ON `deleted_records` (`school_id`,`noun_id`);--> statement-breakpoint
CREATE INDEX `deleted_records_by_age` ON `deleted_records` (`created_at`);--> statement-breakpoint
CREATE TABLE `deleted_schools` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`registered_at` integer NOT NULL,
	`activated_at` integer,
	`history` text DEFAULT '[]' NOT NULL,
	`deleted_at` integer NOT NULL,
	CONSTRAINT "deleted_schools_kind" CHECK("deleted_schools"."kind" in ('school', 'solo'))
) STRICT;--> statement-breakpoint
CREATE TABLE `demo_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`full_name` text NOT NULL,
	`email` text NOT NULL,
	`country_code` text NOT NULL,
	`phone` text NOT NULL,
	`school_name` text NOT NULL,
	`role` text NOT NULL,
	`school_size` text NOT NULL,
	`number_of_teachers` text NOT NULL,
	`current_software` text NOT NULL,
	`preferred_time` text NOT NULL,
	`timezone` text NOT NULL,
	`specific_interests` text NOT NULL,
	`additional_info` text NOT NULL,
	`assigned_to` text,
	`answered_at` integer,
	`closed_at` integer,
	`closed_by` text,
	`waiting_since` integer,
	`proven_at` integer,
	`priority` text DEFAULT 'normal' NOT NULL,
	`tags` text DEFAULT '' NOT NULL,
	`snoozed_until` integer,
	`handed_to` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`assigned_to`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`closed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "demo_requests_priority" CHECK("demo_requests"."priority" in ('urgent', 'normal', 'low')),
	CONSTRAINT "demo_requests_handed" CHECK("demo_requests"."handed_to" is null or "demo_requests"."handed_to" in ('money', 'operations'))
) STRICT;--> statement-breakpoint
CREATE INDEX `demo_requests_by_time` ON `demo_requests` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `demo_requests_by_email` ON `demo_requests` (lower(email),`created_at`);--> statement-breakpoint
CREATE TABLE `desk_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`thread_id` text,
	`contact_message_id` text,
	`demo_request_id` text,
	`user_id` text,
	`staff_name` text NOT NULL,
	`content` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`thread_id`) REFERENCES `support_threads`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`contact_message_id`) REFERENCES `contact_messages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`demo_request_id`) REFERENCES `demo_requests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "desk_notes_one" CHECK(("desk_notes"."thread_id" is not null) + ("desk_notes"."contact_message_id" is not null) + ("desk_notes"."demo_request_id" is not null) = 1)
) STRICT;--> statement-breakpoint
CREATE INDEX `desk_notes_by_thread` ON `desk_notes` (`thread_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `desk_notes_by_contact` ON `desk_notes` (`contact_message_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `desk_notes_by_demo` ON `desk_notes` (`demo_request_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `desk_waits` (
	`id` text PRIMARY KEY NOT NULL,
	`thread_id` text,
	`contact_message_id` text,
	`demo_request_id` text,
	`since` integer NOT NULL,
	`answered_at` integer NOT NULL,
	FOREIGN KEY (`thread_id`) REFERENCES `support_threads`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`contact_message_id`) REFERENCES `contact_messages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`demo_request_id`) REFERENCES `demo_requests`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "desk_waits_one" CHECK(("desk_waits"."thread_id" is not null) + ("desk_waits"."contact_message_id" is not null) + ("desk_waits"."demo_request_id" is not null) = 1)
) STRICT;--> statement-breakpoint
CREATE INDEX `desk_waits_by_answer` ON `desk_waits` (`answered_at`,`since`);--> statement-breakpoint
CREATE INDEX `desk_waits_by_thread` ON `desk_waits` (`thread_id`);--> statement-breakpoint
CREATE INDEX `desk_waits_by_contact` ON `desk_waits` (`contact_message_id`);--> statement-breakpoint
CREATE INDEX `desk_waits_by_demo` ON `desk_waits` (`demo_request_id`);--> statement-breakpoint
CREATE TABLE `discount_rules` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`from_nth` integer NOT NULL,
	`family_id` text,
	`target` text NOT NULL,
	`rate` integer,
	`amount_minor` integer,
	`position` integer NOT NULL,
	`archived_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`family_id`) REFERENCES `families`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "discount_rules_kind" CHECK("discount_rules"."kind" in ('sibling', 'class', 'family')),
	CONSTRAINT "discount_rules_target" CHECK("discount_rules"."target" in ('all', 'lessons', 'tuition')),
	CONSTRAINT "discount_rules_family" CHECK(("discount_rules"."kind" = 'family') = ("discount_rules"."family_id" is not null)),
	CONSTRAINT "discount_rules_nth" CHECK("discount_rules"."from_nth" between 1 and 20),
	CONSTRAINT "discount_rules_value" CHECK(("discount_rules"."rate" is null) <> ("discount_rules"."amount_minor" is null)),
	CONSTRAINT "discount_rules_rate" CHECK("discount_rules"."rate" is null or "discount_rules"."rate" between 1 and 100000),
	CONSTRAINT "discount_rules_amount" CHECK("discount_rules"."amount_minor" is null or "discount_rules"."amount_minor" > 0)
) STRICT;--> statement-breakpoint
CREATE INDEX `discount_rules_by_family` ON `discount_rules` (`school_id`,`family_id`);--> statement-breakpoint
CREATE TABLE `emails` (
	`id` text PRIMARY KEY NOT NULL,
	`school_id` text,
	`template` text NOT NULL,
	`recipient` text NOT NULL,
	`data` text NOT NULL,
	`lane` text NOT NULL,
	`state` text NOT NULL,
	`gathered_for` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`lease_until` integer,
	`provider_id` text,
	`last_error` text,
	`sent_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "emails_state" CHECK("emails"."state" in ('gathered', 'queued', 'sent', 'failed', 'dead', 'withheld')),
	CONSTRAINT "emails_lane" CHECK("emails"."lane" in ('urgent', 'bulk'))
) STRICT;--> statement-breakpoint
CREATE INDEX `emails_due` ON `emails` (`lane`,`due_at`) WHERE state = 'queued';--> statement-breakpoint
CREATE UNIQUE INDEX `emails_gathered` ON `emails` (`gathered_for`,`recipient`) WHERE state = 'gathered';--> statement-breakpoint
CREATE INDEX `emails_held` ON `emails` (`gathered_for`,`due_at`) WHERE state = 'queued' and gathered_for is not null;--> statement-breakpoint
CREATE INDEX `emails_given_up` ON `emails` (`due_at`) WHERE state in ('failed', 'dead');--> statement-breakpoint
CREATE INDEX `emails_by_what_for` ON `emails` (`school_id`,`gathered_for`) WHERE gathered_for is not null;--> statement-breakpoint
CREATE INDEX `emails_by_school` ON `emails` (`school_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `emails_by_recipient` ON `emails` (`recipient`,`created_at`);--> statement-breakpoint
CREATE INDEX `emails_by_provider` ON `emails` (`provider_id`) WHERE provider_id is not null;--> statement-breakpoint
CREATE TABLE `enrollments` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`class_id` text NOT NULL,
	`student_id` text NOT NULL,
	`starts_on` text NOT NULL,
	`ends_on` text,
	`billing` text,
	`price_minor` integer,
	`end_reason` text,
	`prerequisite_reason` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`class_id`) REFERENCES `classes`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "enrollments_order" CHECK("enrollments"."ends_on" is null or "enrollments"."ends_on" >= "enrollments"."starts_on"),
	CONSTRAINT "enrollments_billing" CHECK("enrollments"."billing" is null or "enrollments"."billing" in ('per_session', 'monthly', 'package')),
	CONSTRAINT "enrollments_price" CHECK("enrollments"."price_minor" is null or "enrollments"."price_minor" >= 0)
) STRICT;--> statement-breakpoint
CREATE INDEX `enrollments_by_class` ON `enrollments` (`school_id`,`class_id`,`starts_on`);--> statement-breakpoint
CREATE INDEX `enrollments_by_student` ON `enrollments` (`school_id`,`student_id`,`starts_on`);--> statement-breakpoint
CREATE TABLE `entered_work` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`teacher_id` text NOT NULL,
	`kind_id` text,
	`worked_on` text NOT NULL,
	`description` text NOT NULL,
	`minutes` integer,
	`hourly_minor` integer,
	`amount_minor` integer NOT NULL,
	`note` text,
	`state` text NOT NULL,
	`decided_at` integer,
	`decided_by` text,
	`reason` text,
	`extra_work_id` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`teacher_id`) REFERENCES `teachers`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`kind_id`) REFERENCES `work_kinds`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`decided_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`extra_work_id`) REFERENCES `extra_work`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "entered_work_state" CHECK("entered_work"."state" in ('asked', 'confirmed', 'declined', 'withdrawn')),
	CONSTRAINT "entered_work_hours" CHECK(("entered_work"."minutes" is null) = ("entered_work"."hourly_minor" is null)),
	CONSTRAINT "entered_work_minutes" CHECK("entered_work"."minutes" is null or "entered_work"."minutes" between 1 and 60000),
	CONSTRAINT "entered_work_amount" CHECK("entered_work"."amount_minor" > 0),
	CONSTRAINT "entered_work_declined" CHECK(("entered_work"."state" = 'declined') = ("entered_work"."reason" is not null)),
	CONSTRAINT "entered_work_confirmed" CHECK(("entered_work"."state" = 'confirmed') = ("entered_work"."extra_work_id" is not null))
) STRICT;--> statement-breakpoint
CREATE INDEX `entered_work_by_teacher` ON `entered_work` (`school_id`,`teacher_id`,`worked_on`);--> statement-breakpoint
CREATE INDEX `entered_work_by_state` ON `entered_work` (`school_id`,`state`,`worked_on`);--> statement-breakpoint
CREATE UNIQUE INDEX `entered_work_paid_once` ON `entered_work` (`school_id`,`extra_work_id`) WHERE extra_work_id is not null;--> statement-breakpoint
CREATE TABLE `erasures` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`person` text NOT NULL,
	`after_event` text DEFAULT '' NOT NULL,
	`after_import` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;--> statement-breakpoint
CREATE TABLE `events` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`member_id` text,
	`actor_name` text NOT NULL,
	`verb` text NOT NULL,
	`noun` text NOT NULL,
	`noun_id` text NOT NULL,
	`before` text,
	`after` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;--> statement-breakpoint
CREATE INDEX `events_by_noun` ON `events` (`school_id`,`noun`,`noun_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `events_by_time` ON `events` (`school_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `events_by_member` ON `events` (`school_id`,`member_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `expense_categories` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`name` text NOT NULL,
	`account` text,
	`archived_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `expense_categories_name` ON `expense_categories` (`school_id`,lower(name));--> statement-breakpoint
CREATE TABLE `expense_repeats` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`day_of_month` integer NOT NULL,
	`next_on` text NOT NULL,
	`ended_at` integer, `every_months` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "expense_repeats_day" CHECK("expense_repeats"."day_of_month" between 1 and 31)
) STRICT;--> statement-breakpoint
CREATE INDEX `expense_repeats_due` ON `expense_repeats` (`school_id`,`next_on`) WHERE ended_at is null;--> statement-breakpoint
CREATE TABLE `expenses` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`spent_on` text NOT NULL,
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
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`school_id`,`category_id`) REFERENCES `expense_categories`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`added_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`repeat_id`) REFERENCES `expense_repeats`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`extra_work_id`) REFERENCES `extra_work`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "expenses_amount" CHECK("expenses"."amount_minor" > 0),
	CONSTRAINT "expenses_tax" CHECK("expenses"."tax_minor" between 0 and "expenses"."amount_minor"),
	CONSTRAINT "expenses_method" CHECK("expenses"."method" in ('cash', 'check', 'transfer', 'card', 'zelle', 'venmo', 'paypal')),
	CONSTRAINT "expenses_closed" CHECK("expenses"."closed_account" is null or "expenses"."closed_category" is not null)
) STRICT;--> statement-breakpoint
CREATE INDEX `expenses_by_repeat` ON `expenses` (`school_id`,`repeat_id`,`spent_on`,`id`) WHERE repeat_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `expenses_paid_back_once` ON `expenses` (`school_id`,`extra_work_id`) WHERE extra_work_id is not null;--> statement-breakpoint
CREATE INDEX `expenses_by_day` ON `expenses` (`school_id`,`spent_on`,`id`);--> statement-breakpoint
CREATE INDEX `expenses_by_category` ON `expenses` (`school_id`,`category_id`,`spent_on`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `expenses_by_file` ON `expenses` (`file_id`);--> statement-breakpoint
CREATE TABLE `extra_work` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`teacher_id` text NOT NULL,
	`worked_on` text NOT NULL,
	`description` text NOT NULL,
	`minutes` integer,
	`hourly_minor` integer,
	`amount_minor` integer NOT NULL,
	`added_by` text,
	`removed_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`teacher_id`) REFERENCES `teachers`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`added_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "extra_work_hours" CHECK(("extra_work"."minutes" is null) = ("extra_work"."hourly_minor" is null)),
	CONSTRAINT "extra_work_minutes" CHECK("extra_work"."minutes" is null or "extra_work"."minutes" between 1 and 60000),
	CONSTRAINT "extra_work_amount" CHECK("extra_work"."amount_minor" > 0)
) STRICT;--> statement-breakpoint
CREATE INDEX `extra_work_by_teacher` ON `extra_work` (`school_id`,`teacher_id`,`worked_on`);--> statement-breakpoint
CREATE INDEX `extra_work_by_day` ON `extra_work` (`school_id`,`worked_on`);--> statement-breakpoint
CREATE TABLE `failed_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`school_id` text,
	`method` text NOT NULL,
	`path` text NOT NULL,
	`route` text NOT NULL,
	`status` integer NOT NULL,
	`took_ms` integer NOT NULL,
	`problem` text NOT NULL,
	`node` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;--> statement-breakpoint
CREATE INDEX `failed_requests_by_time` ON `failed_requests` (`at`,`id`);--> statement-breakpoint
CREATE INDEX `failed_requests_by_school` ON `failed_requests` (`school_id`,`at`);--> statement-breakpoint
CREATE TABLE `families` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`name` text NOT NULL,
	`address` text,
	`share_by` text DEFAULT 'percent' NOT NULL,
	`has_own_invoices` integer DEFAULT false NOT NULL,
	`merged_into` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`merged_into`) REFERENCES `families`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "families_share_by" CHECK("families"."share_by" in ('percent', 'amount', 'category'))
) STRICT;--> statement-breakpoint
CREATE INDEX `families_by_merge` ON `families` (`school_id`,`merged_into`);--> statement-breakpoint
CREATE INDEX `families_by_name` ON `families` (`school_id`,name collate nocase,`id`);--> statement-breakpoint
CREATE TABLE `family_payer_parts` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`family_id` text NOT NULL,
	`guardian_id` text,
	`outside_payer_id` text,
	`part` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`family_id`) REFERENCES `families`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`guardian_id`) REFERENCES `guardians`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`outside_payer_id`) REFERENCES `outside_payers`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "family_payer_parts_one_payer" CHECK("family_payer_parts"."guardian_id" is null or "family_payer_parts"."outside_payer_id" is null),
	CONSTRAINT "family_payer_parts_part" CHECK("family_payer_parts"."part" in ('lessons', 'hire', 'materials', 'other', 'rest')),
	CONSTRAINT "family_payer_parts_named" CHECK("family_payer_parts"."guardian_id" is not null or "family_payer_parts"."outside_payer_id" is not null)
) STRICT;--> statement-breakpoint
CREATE INDEX `family_payer_parts_by_outside_payer` ON `family_payer_parts` (`school_id`,`outside_payer_id`) WHERE outside_payer_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `family_payer_parts_once` ON `family_payer_parts` (`school_id`,`family_id`,`part`);--> statement-breakpoint
CREATE INDEX `family_payer_parts_by_guardian` ON `family_payer_parts` (`school_id`,`guardian_id`);--> statement-breakpoint
CREATE TABLE `files` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`school_id` text,
	`purpose` text NOT NULL,
	`content_type` text NOT NULL,
	`byte_size` integer NOT NULL,
	`width` integer,
	`height` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "files_size" CHECK("files"."byte_size" > 0)
) STRICT;--> statement-breakpoint
CREATE INDEX `files_by_user` ON `files` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `files_by_school` ON `files` (`school_id`,`byte_size`);--> statement-breakpoint
CREATE INDEX `files_by_time` ON `files` (`created_at`);--> statement-breakpoint
CREATE TABLE `freed_offers` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`freed_time_id` text NOT NULL,
	`student_id` text NOT NULL,
	`offer_until` integer NOT NULL,
	`state` text DEFAULT 'offered' NOT NULL,
	`closed_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`freed_time_id`) REFERENCES `freed_times`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "freed_offers_state" CHECK("freed_offers"."state" in ('offered', 'claimed', 'declined', 'expired', 'ended')),
	CONSTRAINT "freed_offers_closed" CHECK(("freed_offers"."state" = 'offered') = ("freed_offers"."closed_at" is null))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `freed_offers_once` ON `freed_offers` (`school_id`,`freed_time_id`,`student_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `freed_offers_standing` ON `freed_offers` (`school_id`,`freed_time_id`) WHERE state = 'offered';--> statement-breakpoint
CREATE INDEX `freed_offers_by_student` ON `freed_offers` (`school_id`,`student_id`);--> statement-breakpoint
CREATE INDEX `freed_offers_due` ON `freed_offers` (`school_id`,`offer_until`) WHERE state = 'offered';--> statement-breakpoint
CREATE TABLE `freed_times` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`session_id` text NOT NULL,
	`absent_student_id` text,
	`state` text DEFAULT 'open' NOT NULL,
	`make_up_session_id` text,
	`closed_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`session_id`) REFERENCES `sessions`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`make_up_session_id`) REFERENCES `sessions`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`absent_student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "freed_times_state" CHECK("freed_times"."state" in ('open', 'claimed', 'withdrawn', 'stopped', 'over')),
	CONSTRAINT "freed_times_claimed" CHECK(("freed_times"."state" = 'claimed') = ("freed_times"."make_up_session_id" is not null)),
	CONSTRAINT "freed_times_closed" CHECK(("freed_times"."state" = 'open') = ("freed_times"."closed_at" is null))
) STRICT;--> statement-breakpoint
CREATE INDEX `freed_times_by_absent` ON `freed_times` (`school_id`,`absent_student_id`) WHERE absent_student_id is not null;--> statement-breakpoint
CREATE INDEX `freed_times_by_session` ON `freed_times` (`school_id`,`session_id`);--> statement-breakpoint
CREATE INDEX `freed_times_by_make_up` ON `freed_times` (`school_id`,`make_up_session_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `freed_times_once` ON `freed_times` (`school_id`,`session_id`) WHERE state in ('open', 'claimed') and absent_student_id is null;--> statement-breakpoint
CREATE INDEX `freed_times_by_creation` ON `freed_times` (`school_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `guardians` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`family_id` text NOT NULL,
	`name` text NOT NULL,
	`relation` text,
	`email` text,
	`phone` text,
	`payer_share` integer DEFAULT 0 NOT NULL,
	`payer_amount_minor` integer,
	`billing_address` text,
	`billing_email` text,
	`sees_money` integer DEFAULT true NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`member_id` text,
	`erased_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`family_id`) REFERENCES `families`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "guardians_share" CHECK("guardians"."payer_share" between 0 and 10000),
	CONSTRAINT "guardians_folded" CHECK("guardians"."email" = lower("guardians"."email")),
	CONSTRAINT "guardians_amount" CHECK("guardians"."payer_amount_minor" > 0),
	CONSTRAINT "guardians_billing_folded" CHECK("guardians"."billing_email" = lower("guardians"."billing_email"))
) STRICT;--> statement-breakpoint
CREATE INDEX `guardians_by_family` ON `guardians` (`school_id`,`family_id`);--> statement-breakpoint
CREATE INDEX `guardians_by_email` ON `guardians` (`school_id`,`email`);--> statement-breakpoint
CREATE INDEX `guardians_by_member` ON `guardians` (`school_id`,`member_id`);--> statement-breakpoint
CREATE TABLE `guide_marks` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`member_id` text NOT NULL,
	`step` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "guide_marks_step" CHECK("guide_marks"."step" in ('teachers', 'classes', 'students', 'schedules', 'attendance', 'invoices', 'communication', 'school-settings'))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `guide_marks_once` ON `guide_marks` (`school_id`,`member_id`,`step`);--> statement-breakpoint
CREATE VIRTUAL TABLE help_articles USING fts5 (
  article_key UNINDEXED,
  title,
  body,
  tokenize = 'porter unicode61 remove_diacritics 2'
);--> statement-breakpoint
CREATE TABLE `hires` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`student_id` text NOT NULL,
	`item` text NOT NULL,
	`serial_number` text,
	`price_minor` integer NOT NULL,
	`tax_rate_id` text,
	`is_tax_free` integer DEFAULT false NOT NULL,
	`starts_on` text NOT NULL,
	`ends_on` text,
	`added_by` text,
	`form_key` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`tax_rate_id`) REFERENCES `tax_rates`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`added_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "hires_price" CHECK("hires"."price_minor" > 0),
	CONSTRAINT "hires_order" CHECK("hires"."ends_on" is null or "hires"."starts_on" <= "hires"."ends_on")
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `hires_added_once` ON `hires` (`school_id`,`form_key`);--> statement-breakpoint
CREATE INDEX `hires_by_student` ON `hires` (`school_id`,`student_id`);--> statement-breakpoint
CREATE INDEX `hires_by_end` ON `hires` (`school_id`,`ends_on`,`starts_on`);--> statement-breakpoint
CREATE TABLE `import_creations` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`import_id` text NOT NULL,
	`noun` text NOT NULL,
	`noun_id` text NOT NULL,
	`plan_key` text,
	`undone` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`import_id`) REFERENCES `imports`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "import_creations_undone" CHECK("import_creations"."undone" in ('removed', 'kept'))
) STRICT;--> statement-breakpoint
CREATE INDEX `import_creations_by_import` ON `import_creations` (`school_id`,`import_id`,`noun`,`plan_key`);--> statement-breakpoint
CREATE INDEX `import_creations_by_noun` ON `import_creations` (`school_id`,`noun`,`noun_id`);--> statement-breakpoint
CREATE TABLE `import_parts` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`import_id` text NOT NULL,
	`position` integer NOT NULL,
	`kind` text NOT NULL,
	`row_number` integer,
	`content` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`import_id`) REFERENCES `imports`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "import_parts_kind" CHECK("import_parts"."kind" in ('teacher', 'family', 'students', 'class', 'enrollments', 'sessions', 'left-out'))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `import_parts_in_order` ON `import_parts` (`school_id`,`import_id`,`position`);--> statement-breakpoint
CREATE INDEX `import_parts_left_out` ON `import_parts` (`school_id`,`import_id`,`row_number`) WHERE kind = 'left-out';--> statement-breakpoint
CREATE TABLE `imports` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`file_name` text NOT NULL,
	`encoding` text NOT NULL,
	`delimiter` text NOT NULL,
	`content` text NOT NULL,
	`mapping` text NOT NULL,
	`options` text NOT NULL,
	`state` text NOT NULL,
	`started_by` text,
	`fingerprint` text,
	`done` integer DEFAULT 0 NOT NULL,
	`total` integer DEFAULT 0 NOT NULL,
	`imported_at` integer,
	`canceled_at` integer,
	`undone_at` integer,
	`created_by` text,
	`summary` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`created_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`started_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "imports_state" CHECK("imports"."state" in ('uploaded', 'importing', 'imported', 'undoing', 'undone'))
) STRICT;--> statement-breakpoint
CREATE INDEX `imports_by_time` ON `imports` (`school_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `inbound_mails` (
	`id` text PRIMARY KEY NOT NULL,
	`recipient` text NOT NULL,
	`sender` text NOT NULL,
	`subject` text NOT NULL,
	`received_at` integer NOT NULL,
	`processed_at` integer,
	`outcome` text
) STRICT;--> statement-breakpoint
CREATE INDEX `inbound_mails_by_time` ON `inbound_mails` (`received_at`,`id`);--> statement-breakpoint
CREATE TABLE `incident_updates` (
	`id` text PRIMARY KEY NOT NULL,
	`incident_id` text NOT NULL,
	`state` text NOT NULL,
	`text` text NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`incident_id`) REFERENCES `incidents`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "incident_updates_state" CHECK("incident_updates"."state" in ('investigating', 'identified', 'monitoring', 'resolved'))
) STRICT;--> statement-breakpoint
CREATE INDEX `incident_updates_by_incident` ON `incident_updates` (`incident_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `incidents` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`impact` text NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer,
	`created_by` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "incidents_impact" CHECK("incidents"."impact" in ('degraded', 'outage'))
) STRICT;--> statement-breakpoint
CREATE INDEX `incidents_by_time` ON `incidents` (`started_at`,`id`);--> statement-breakpoint
CREATE INDEX `incidents_open` ON `incidents` (`started_at`) WHERE ended_at is null;--> statement-breakpoint
CREATE TABLE `inquiry_replies` (
	`id` text PRIMARY KEY NOT NULL,
	`contact_message_id` text,
	`demo_request_id` text,
	`user_id` text,
	`sender` text DEFAULT 'staff' NOT NULL,
	`content` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`contact_message_id`) REFERENCES `contact_messages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`demo_request_id`) REFERENCES `demo_requests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "inquiry_replies_sender" CHECK("inquiry_replies"."sender" in ('staff', 'visitor')),
	CONSTRAINT "inquiry_replies_one" CHECK(("inquiry_replies"."contact_message_id" is null) <> ("inquiry_replies"."demo_request_id" is null))
) STRICT;--> statement-breakpoint
CREATE INDEX `inquiry_replies_by_contact` ON `inquiry_replies` (`contact_message_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `inquiry_replies_by_demo` ON `inquiry_replies` (`demo_request_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `installments` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`plan_id` text NOT NULL,
	`invoice_id` text NOT NULL,
	`position` integer NOT NULL,
	`due_on` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`later_minor` integer NOT NULL,
	`is_first` integer NOT NULL,
	`ended_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`plan_id`) REFERENCES `payment_plans`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`invoice_id`) REFERENCES `invoices`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "installments_amount" CHECK("installments"."amount_minor" > 0 and "installments"."later_minor" >= 0),
	CONSTRAINT "installments_position" CHECK("installments"."position" between 1 and 60)
) STRICT;--> statement-breakpoint
CREATE INDEX `installments_by_plan` ON `installments` (`school_id`,`plan_id`,`position`);--> statement-breakpoint
CREATE INDEX `installments_by_invoice` ON `installments` (`school_id`,`invoice_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `installments_standing` ON `installments` (`school_id`,`invoice_id`,`due_on`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `installments_by_day` ON `installments` (`school_id`,`due_on`,`invoice_id`) WHERE ended_at is null;--> statement-breakpoint
CREATE TABLE `instruments` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`name` text NOT NULL,
	`archived_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `instruments_name` ON `instruments` (`school_id`,lower(name));--> statement-breakpoint
CREATE TABLE `invoice_lines` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`invoice_id` text NOT NULL,
	`position` integer NOT NULL,
	`charge_id` text,
	`part_of_charge_id` text,
	`student_name` text,
	`description` text NOT NULL,
	`reason` text NOT NULL,
	`occurred_on` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`tax_name` text,
	`tax_rate` integer,
	`tax_is_added` integer DEFAULT false NOT NULL,
	`tax_minor` integer DEFAULT 0 NOT NULL,
	`released_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`invoice_id`) REFERENCES `invoices`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`charge_id`) REFERENCES `charges`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`part_of_charge_id`) REFERENCES `charges`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invoice_lines_tax" CHECK(("invoice_lines"."tax_name" is null) = ("invoice_lines"."tax_rate" is null) and ("invoice_lines"."tax_name" is not null or "invoice_lines"."tax_minor" = 0)
    and "invoice_lines"."tax_minor" between min(0, "invoice_lines"."amount_minor") and max(0, "invoice_lines"."amount_minor")),
	CONSTRAINT "invoice_lines_telling" CHECK("invoice_lines"."charge_id" is not null or "invoice_lines"."part_of_charge_id" is not null or "invoice_lines"."amount_minor" = 0),
	CONSTRAINT "invoice_lines_one_charge" CHECK("invoice_lines"."charge_id" is null or "invoice_lines"."part_of_charge_id" is null)
) STRICT;--> statement-breakpoint
CREATE INDEX `invoice_lines_by_part` ON `invoice_lines` (`school_id`,`part_of_charge_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_lines_position` ON `invoice_lines` (`school_id`,`invoice_id`,`position`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_lines_charge_once` ON `invoice_lines` (`school_id`,`charge_id`) WHERE released_at is null;--> statement-breakpoint
CREATE TABLE `invoice_links` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`invoice_id` text NOT NULL,
	`guardian_id` text,
	`outside_payer_id` text,
	`name` text NOT NULL,
	`email` text,
	`token_hash` text NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`invoice_id`) REFERENCES `invoices`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`guardian_id`) REFERENCES `guardians`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`outside_payer_id`) REFERENCES `outside_payers`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invoice_links_one_payer" CHECK("invoice_links"."guardian_id" is null or "invoice_links"."outside_payer_id" is null)
) STRICT;--> statement-breakpoint
CREATE INDEX `invoice_links_by_outside_payer` ON `invoice_links` (`school_id`,`outside_payer_id`) WHERE outside_payer_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_links_token` ON `invoice_links` (`token_hash`);--> statement-breakpoint
CREATE INDEX `invoice_links_by_invoice` ON `invoice_links` (`school_id`,`invoice_id`);--> statement-breakpoint
CREATE TABLE `invoice_runs` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`started_by` text,
	`task_id` text,
	`auto_run_id` text,
	`form_key` text,
	`hold_minutes` integer NOT NULL,
	`ended_at` integer,
	`held_until` integer,
	`undone_at` integer,
	`undone_by` text,
	`undo_task_id` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`started_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`undone_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`task_id`) REFERENCES `tasks`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`undo_task_id`) REFERENCES `tasks`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`auto_run_id`) REFERENCES `auto_runs`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invoice_runs_hold" CHECK("invoice_runs"."hold_minutes" between 0 and 1440),
	CONSTRAINT "invoice_runs_held" CHECK(("invoice_runs"."ended_at" is null) = ("invoice_runs"."held_until" is null)),
	CONSTRAINT "invoice_runs_undone" CHECK(("invoice_runs"."undone_at" is null) = ("invoice_runs"."undo_task_id" is null))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_runs_by_task` ON `invoice_runs` (`school_id`,`task_id`) WHERE task_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_runs_by_undo` ON `invoice_runs` (`school_id`,`undo_task_id`) WHERE undo_task_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_runs_automatic` ON `invoice_runs` (`school_id`,`auto_run_id`) WHERE auto_run_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_runs_by_form` ON `invoice_runs` (`school_id`,`form_key`) WHERE form_key is not null;--> statement-breakpoint
CREATE INDEX `invoice_runs_by_time` ON `invoice_runs` (`school_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `invoice_shares` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`invoice_id` text NOT NULL,
	`guardian_id` text,
	`outside_payer_id` text,
	`name` text NOT NULL,
	`email` text,
	`basis_points` integer,
	`amount_minor` integer NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`invoice_id`) REFERENCES `invoices`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`guardian_id`) REFERENCES `guardians`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`outside_payer_id`) REFERENCES `outside_payers`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invoice_shares_one_payer" CHECK("invoice_shares"."guardian_id" is null or "invoice_shares"."outside_payer_id" is null),
	CONSTRAINT "invoice_shares_part" CHECK("invoice_shares"."basis_points" between 1 and 10000)
) STRICT;--> statement-breakpoint
CREATE INDEX `invoice_shares_by_outside_payer` ON `invoice_shares` (`school_id`,`outside_payer_id`) WHERE outside_payer_id is not null;--> statement-breakpoint
CREATE INDEX `invoice_shares_by_invoice` ON `invoice_shares` (`school_id`,`invoice_id`);--> statement-breakpoint
CREATE TABLE `invoices` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`family_id` text NOT NULL,
	`state` text NOT NULL,
	`sequence` integer,
	`number` text,
	`currency` text NOT NULL,
	`period_from` text NOT NULL,
	`period_to` text NOT NULL,
	`due_on` text NOT NULL,
	`issued_on` text,
	`issued_at` integer,
	`issued_by` text,
	`seller_name` text NOT NULL,
	`seller_address` text,
	`seller_tax_number` text,
	`payment_instructions` text,
	`bank_holder` text,
	`bank_iban` text,
	`bank_bic` text,
	`bill_to` text NOT NULL,
	`bill_to_address` text,
	`bill_to_tax_number` text,
	`bill_to_reference` text,
	`guardian_id` text,
	`outside_payer_id` text,
	`set_id` text,
	`run_id` text,
	`note` text,
	`total_minor` integer NOT NULL,
	`settled_minor` integer DEFAULT 0 NOT NULL,
	`voided_at` integer,
	`voided_on` text,
	`void_reason` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`family_id`) REFERENCES `families`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`issued_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`guardian_id`) REFERENCES `guardians`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`outside_payer_id`) REFERENCES `outside_payers`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`set_id`) REFERENCES `invoices`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`run_id`) REFERENCES `invoice_runs`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invoices_one_payer" CHECK("invoices"."guardian_id" is null or "invoices"."outside_payer_id" is null),
	CONSTRAINT "invoices_state" CHECK("invoices"."state" in ('draft', 'issued', 'void')),
	CONSTRAINT "invoices_numbered" CHECK(("invoices"."state" = 'draft') = ("invoices"."number" is null)),
	CONSTRAINT "invoices_sequenced" CHECK(("invoices"."number" is null) = ("invoices"."sequence" is null)),
	CONSTRAINT "invoices_issued" CHECK(("invoices"."number" is null) = ("invoices"."issued_at" is null)),
	CONSTRAINT "invoices_void" CHECK(("invoices"."state" = 'void') = ("invoices"."voided_at" is not null)),
	CONSTRAINT "invoices_void_day" CHECK(("invoices"."voided_at" is null) = ("invoices"."voided_on" is null)),
	CONSTRAINT "invoices_period" CHECK("invoices"."period_from" <= "invoices"."period_to"),
	CONSTRAINT "invoices_total" CHECK("invoices"."total_minor" >= 0)
) STRICT;--> statement-breakpoint
CREATE INDEX `invoices_by_outside_payer` ON `invoices` (`school_id`,`outside_payer_id`) WHERE outside_payer_id is not null;--> statement-breakpoint
CREATE INDEX `invoices_by_payer` ON `invoices` (`school_id`,`guardian_id`);--> statement-breakpoint
CREATE INDEX `invoices_by_run` ON `invoices` (`school_id`,`run_id`) WHERE run_id is not null;--> statement-breakpoint
CREATE INDEX `invoices_by_set` ON `invoices` (`school_id`,`set_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_number` ON `invoices` (`school_id`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_sequence` ON `invoices` (`school_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `invoices_by_state` ON `invoices` (`school_id`,`state`,`due_on`);--> statement-breakpoint
CREATE INDEX `invoices_open` ON `invoices` (`school_id`,`due_on`) WHERE settled_minor < total_minor;--> statement-breakpoint
CREATE INDEX `invoices_listed` ON `invoices` (`school_id`,issued_at is not null,issued_at desc,id desc);--> statement-breakpoint
CREATE INDEX `invoices_by_issue` ON `invoices` (`school_id`,`issued_at`);--> statement-breakpoint
CREATE INDEX `invoices_by_issue_day` ON `invoices` (`school_id`,`issued_on`,`total_minor`) WHERE state = 'issued';--> statement-breakpoint
CREATE INDEX `invoices_by_family` ON `invoices` (`school_id`,`family_id`,`issued_at`);--> statement-breakpoint
CREATE TABLE `invoicing_holds` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`family_id` text NOT NULL,
	`reason` text NOT NULL,
	`held_by` text,
	`ended_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`family_id`) REFERENCES `families`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`held_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `invoicing_holds_standing` ON `invoicing_holds` (`school_id`,`family_id`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `invoicing_holds_by_family` ON `invoicing_holds` (`school_id`,`family_id`);--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`school_id` text,
	`kind` text NOT NULL,
	`payload` text NOT NULL,
	`unique_key` text,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`lease_until` integer,
	`last_error` text,
	`finished_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "jobs_state" CHECK("jobs"."state" in ('queued', 'done', 'dead'))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_unique` ON `jobs` (`unique_key`);--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`due_at`) WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX `jobs_given_up` ON `jobs` (`kind`,`due_at`) WHERE state = 'dead';--> statement-breakpoint
CREATE TABLE `kept_forms` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`sealed` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
) STRICT;--> statement-breakpoint
CREATE INDEX `kept_forms_by_holder` ON `kept_forms` (`holder`);--> statement-breakpoint
CREATE INDEX `kept_forms_by_expiry` ON `kept_forms` (`expires_at`);--> statement-breakpoint
CREATE TABLE `levels` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`name` text NOT NULL,
	`position` integer NOT NULL,
	`archived_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `levels_name` ON `levels` (`school_id`,lower(name));--> statement-breakpoint
CREATE TABLE `list_columns` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`member_id` text NOT NULL,
	`noun` text NOT NULL,
	`columns` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `list_columns_once` ON `list_columns` (`school_id`,`member_id`,`noun`);--> statement-breakpoint
CREATE TABLE `mail_choices` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`member_id` text NOT NULL,
	`topic` text NOT NULL,
	`is_wanted` integer NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE cascade
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `mail_choices_once` ON `mail_choices` (`school_id`,`member_id`,`topic`);--> statement-breakpoint
CREATE TABLE `mail_counts` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`queued` integer NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "mail_counts_positive" CHECK("mail_counts"."queued" > 0)
) STRICT;--> statement-breakpoint
CREATE INDEX `mail_counts_by_day` ON `mail_counts` (`id`,`queued`);--> statement-breakpoint
CREATE TABLE `make_up_credits` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`student_id` text NOT NULL,
	`origin_mark_id` text,
	`origin_seat_id` text,
	`granted_class_id` text,
	`minutes` integer NOT NULL,
	`prepaid_percent` integer NOT NULL,
	`expires_on` text NOT NULL,
	`used_seat_id` text,
	`used_at` integer,
	`revoked_at` integer,
	`revoked_reason` text,
	`is_denied` integer DEFAULT false NOT NULL,
	`warned_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`origin_mark_id`) REFERENCES `marks`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`origin_seat_id`) REFERENCES `seats`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`granted_class_id`) REFERENCES `classes`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`used_seat_id`) REFERENCES `seats`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "make_up_credits_prepaid" CHECK("make_up_credits"."prepaid_percent" between 0 and 100),
	CONSTRAINT "make_up_credits_one_end" CHECK("make_up_credits"."used_at" is null or "make_up_credits"."revoked_at" is null),
	CONSTRAINT "make_up_credits_source" CHECK(("make_up_credits"."origin_seat_id" is null) = ("make_up_credits"."granted_class_id" is not null)),
	CONSTRAINT "make_up_credits_use_whole" CHECK(("make_up_credits"."used_seat_id" is null) = ("make_up_credits"."used_at" is null))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `make_up_credits_origin` ON `make_up_credits` (`school_id`,`origin_mark_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `make_up_credits_use` ON `make_up_credits` (`school_id`,`used_seat_id`);--> statement-breakpoint
CREATE INDEX `make_up_credits_by_seat` ON `make_up_credits` (`school_id`,`origin_seat_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `make_up_credits_once` ON `make_up_credits` (`school_id`,`origin_seat_id`) WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX `make_up_credits_by_granted_class` ON `make_up_credits` (`school_id`,`granted_class_id`) WHERE granted_class_id is not null;--> statement-breakpoint
CREATE INDEX `make_up_credits_by_student` ON `make_up_credits` (`school_id`,`student_id`,`expires_on`);--> statement-breakpoint
CREATE INDEX `make_up_credits_open` ON `make_up_credits` (`school_id`,`expires_on`) WHERE used_at is null and revoked_at is null;--> statement-breakpoint
CREATE TABLE `marks` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`seat_id` text NOT NULL,
	`code` text NOT NULL,
	`status_id` text,
	`minutes_late` integer,
	`charged_percent` integer NOT NULL,
	`paid_percent` integer NOT NULL,
	`issues_credit` integer NOT NULL,
	`counts_as_attended` integer NOT NULL,
	`marked_by` text,
	`superseded_at` integer, `awaits_charge` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`seat_id`) REFERENCES `seats`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`marked_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`status_id`,`code`) REFERENCES `own_statuses`(`school_id`,`id`,`counts_as`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "marks_code" CHECK("marks"."code" in ('present', 'late', 'absent', 'excused', 'cancelled')),
	CONSTRAINT "marks_late" CHECK("marks"."minutes_late" is null or ("marks"."code" = 'late' and "marks"."minutes_late" between 1 and 600))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `marks_current` ON `marks` (`school_id`,`seat_id`) WHERE superseded_at is null;--> statement-breakpoint
CREATE INDEX `marks_by_seat` ON `marks` (`school_id`,`seat_id`);--> statement-breakpoint
CREATE INDEX `marks_by_status` ON `marks` (`school_id`,`status_id`,`code`) WHERE status_id is not null;--> statement-breakpoint
CREATE INDEX `marks_by_creation` ON `marks` (`school_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `marks_by_end` ON `marks` (`school_id`,`superseded_at`) WHERE superseded_at is not null;--> statement-breakpoint
CREATE INDEX `marks_missed` ON `marks` (`school_id`,`code`,`seat_id`) WHERE superseded_at is null and code in ('absent', 'excused', 'cancelled');--> statement-breakpoint
CREATE INDEX `marks_awaiting` ON `marks` (`school_id`,`seat_id`) WHERE awaits_charge = 1;--> statement-breakpoint
CREATE TABLE `material_sales` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`material_id` text NOT NULL,
	`charge_id` text NOT NULL,
	`quantity` integer NOT NULL,
	`sold_by` text,
	`form_key` text NOT NULL,
	`returned_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`material_id`) REFERENCES `materials`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`charge_id`) REFERENCES `charges`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`sold_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "material_sales_quantity" CHECK("material_sales"."quantity" between 1 and 1000)
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `material_sales_once` ON `material_sales` (`school_id`,`form_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `material_sales_charge` ON `material_sales` (`school_id`,`charge_id`);--> statement-breakpoint
CREATE INDEX `material_sales_by_material` ON `material_sales` (`school_id`,`material_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `materials` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`name` text NOT NULL,
	`price_minor` integer NOT NULL,
	`tax_rate_id` text,
	`is_tax_free` integer DEFAULT false NOT NULL,
	`stock` integer,
	`archived_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`tax_rate_id`) REFERENCES `tax_rates`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "materials_price" CHECK("materials"."price_minor" > 0),
	CONSTRAINT "materials_stock" CHECK("materials"."stock" is null or "materials"."stock" between 0 and 100000)
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `materials_name` ON `materials` (`school_id`,lower(name));--> statement-breakpoint
CREATE TABLE `members` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`rights` text DEFAULT '' NOT NULL,
	`deactivated_at` integer, `erased_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "members_role" CHECK("members"."role" in ('admin', 'solo_teacher_admin', 'office', 'teacher', 'student'))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `members_user` ON `members` (`school_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `members_by_user` ON `members` (`user_id`);--> statement-breakpoint
CREATE TABLE `messages` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`conversation_id` text NOT NULL,
	`member_id` text NOT NULL,
	`author_name` text NOT NULL,
	`body` text NOT NULL,
	`file_id` text,
	`file_name` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`school_id`,`conversation_id`) REFERENCES `conversations`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "messages_body" CHECK(length("messages"."body") <= 10000),
	CONSTRAINT "messages_something" CHECK("messages"."body" <> '' or "messages"."file_name" is not null),
	CONSTRAINT "messages_file_named" CHECK("messages"."file_id" is null or "messages"."file_name" is not null)
) STRICT;--> statement-breakpoint
CREATE INDEX `messages_by_conversation` ON `messages` (`school_id`,`conversation_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `messages_file` ON `messages` (`file_id`);--> statement-breakpoint
CREATE TABLE `move_answers` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`session_id` text NOT NULL,
	`student_id` text NOT NULL,
	`starts_at` integer NOT NULL,
	`answer` text NOT NULL,
	`answered_by` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`session_id`) REFERENCES `sessions`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`answered_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "move_answers_answer" CHECK("move_answers"."answer" in ('confirmed', 'declined'))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `move_answers_once` ON `move_answers` (`school_id`,`session_id`,`student_id`,`starts_at`);--> statement-breakpoint
CREATE TABLE `note_replies` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`session_id` text NOT NULL,
	`student_id` text NOT NULL,
	`member_id` text,
	`body` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`session_id`) REFERENCES `sessions`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;--> statement-breakpoint
CREATE INDEX `note_replies_by_session` ON `note_replies` (`school_id`,`session_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `note_replies_by_student` ON `note_replies` (`school_id`,`student_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `notes` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`session_id` text NOT NULL,
	`visibility` text NOT NULL,
	`body` text NOT NULL,
	`author_id` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`session_id`) REFERENCES `sessions`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`author_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "notes_visibility" CHECK("notes"."visibility" in ('shared', 'private'))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `notes_once` ON `notes` (`school_id`,`session_id`,`visibility`);--> statement-breakpoint
CREATE TABLE `occasion_guests` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`occasion_id` text NOT NULL,
	`student_id` text NOT NULL,
	`answer` text,
	`answered_at` integer,
	`answered_by` text,
	`answer_before` text,
	`told_at` integer,
	`told_news` integer DEFAULT 0 NOT NULL,
	`grade` text,
	`outcome` text,
	`result_note` text,
	`result_on` text,
	`released_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`occasion_id`) REFERENCES `occasions`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`answered_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "occasion_guests_answer" CHECK("occasion_guests"."answer" is null or "occasion_guests"."answer" in ('yes', 'no')),
	CONSTRAINT "occasion_guests_answered" CHECK(("occasion_guests"."answer" is null) = ("occasion_guests"."answered_at" is null)),
	CONSTRAINT "occasion_guests_result" CHECK((coalesce("occasion_guests"."grade", "occasion_guests"."outcome", "occasion_guests"."result_note") is null) = ("occasion_guests"."result_on" is null)),
	CONSTRAINT "occasion_guests_released" CHECK("occasion_guests"."released_at" is null or "occasion_guests"."result_on" is not null)
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `occasion_guests_once` ON `occasion_guests` (`school_id`,`occasion_id`,`student_id`);--> statement-breakpoint
CREATE INDEX `occasion_guests_by_student` ON `occasion_guests` (`school_id`,`student_id`);--> statement-breakpoint
CREATE INDEX `occasion_guests_outcomes` ON `occasion_guests` (`school_id`,`outcome`) WHERE outcome is not null;--> statement-breakpoint
CREATE TABLE `occasions` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`local_date` text NOT NULL,
	`start_time` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`teacher_id` text,
	`room_id` text,
	`place` text,
	`note` text,
	`published_at` integer,
	`canceled_at` integer,
	`cancel_reason` text,
	`revision` integer DEFAULT 0 NOT NULL,
	`news` integer DEFAULT 0 NOT NULL,
	`form_key` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`room_id`) REFERENCES `rooms`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`teacher_id`) REFERENCES `teachers`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "occasions_kind" CHECK("occasions"."kind" in ('recital', 'exam', 'excursion', 'other')),
	CONSTRAINT "occasions_order" CHECK("occasions"."starts_at" < "occasions"."ends_at"),
	CONSTRAINT "occasions_place" CHECK("occasions"."room_id" is null or "occasions"."place" is null),
	CONSTRAINT "occasions_canceled" CHECK("occasions"."canceled_at" is null or "occasions"."published_at" is not null),
	CONSTRAINT "occasions_reason" CHECK(("occasions"."canceled_at" is null) = ("occasions"."cancel_reason" is null))
) STRICT;--> statement-breakpoint
CREATE INDEX `occasions_by_teacher` ON `occasions` (`school_id`,`teacher_id`);--> statement-breakpoint
CREATE INDEX `occasions_by_date` ON `occasions` (`school_id`,`local_date`,`starts_at`);--> statement-breakpoint
CREATE INDEX `occasions_by_room` ON `occasions` (`school_id`,`room_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `occasions_by_form` ON `occasions` (`school_id`,`form_key`) WHERE form_key is not null;--> statement-breakpoint
CREATE TABLE `one_time_links` (
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
	CONSTRAINT "one_time_links_purpose" CHECK("one_time_links"."purpose" in ('guardian-invitation', 'student-invitation', 'teacher-invitation', 'staff-invitation', 'password-reset', 'email-confirmation', 'email-change'))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `one_time_links_token` ON `one_time_links` (`token_hash`);--> statement-breakpoint
CREATE INDEX `one_time_links_by_subject` ON `one_time_links` (`purpose`,`subject_id`);--> statement-breakpoint
CREATE INDEX `one_time_links_by_school` ON `one_time_links` (`school_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `orphaned_subscriptions` (
	`provider_subscription_id` text PRIMARY KEY NOT NULL,
	`registration_id` text NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`registration_id`) REFERENCES `cancelled_registrations`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "orphaned_subscriptions_state" CHECK("orphaned_subscriptions"."state" in ('watched', 'paid', 'ended'))
) STRICT;--> statement-breakpoint
CREATE INDEX `orphaned_subscriptions_by_state` ON `orphaned_subscriptions` (`state`,`updated_at`);--> statement-breakpoint
CREATE TABLE `outcomes` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`code` text NOT NULL,
	`label` text NOT NULL,
	`charged_percent` integer NOT NULL,
	`paid_percent` integer NOT NULL,
	`issues_credit` integer NOT NULL,
	`counts_as_attended` integer NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "outcomes_code_known" CHECK("outcomes"."code" in ('present', 'late', 'absent', 'excused', 'cancelled')),
	CONSTRAINT "outcomes_charged" CHECK("outcomes"."charged_percent" between 0 and 100),
	CONSTRAINT "outcomes_paid" CHECK("outcomes"."paid_percent" between 0 and 100)
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `outcomes_code` ON `outcomes` (`school_id`,`code`);--> statement-breakpoint
CREATE TABLE `outside_payers` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`family_id` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`address` text,
	`tax_number` text,
	`reference` text,
	`payer_share` integer DEFAULT 0 NOT NULL,
	`payer_amount_minor` integer,
	`position` integer DEFAULT 0 NOT NULL,
	`ends_on` text,
	`removed_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`family_id`) REFERENCES `families`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "outside_payers_share" CHECK("outside_payers"."payer_share" between 0 and 10000),
	CONSTRAINT "outside_payers_folded" CHECK("outside_payers"."email" = lower("outside_payers"."email")),
	CONSTRAINT "outside_payers_amount" CHECK("outside_payers"."payer_amount_minor" > 0)
) STRICT;--> statement-breakpoint
CREATE INDEX `outside_payers_by_family` ON `outside_payers` (`school_id`,`family_id`);--> statement-breakpoint
CREATE TABLE `own_prices` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`enrollment_id` text NOT NULL,
	`billing` text,
	`amount_minor` integer,
	`from_date` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`enrollment_id`) REFERENCES `enrollments`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "own_prices_billing" CHECK("own_prices"."billing" is null or "own_prices"."billing" in ('per_session', 'monthly', 'package')),
	CONSTRAINT "own_prices_amount" CHECK("own_prices"."amount_minor" is null or "own_prices"."amount_minor" >= 0),
	CONSTRAINT "own_prices_whole" CHECK("own_prices"."amount_minor" is not null or "own_prices"."billing" is null)
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `own_prices_once` ON `own_prices` (`school_id`,`enrollment_id`,`from_date`);--> statement-breakpoint
CREATE TABLE `own_statuses` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`name` text NOT NULL,
	`letters` text NOT NULL,
	`counts_as` text NOT NULL,
	`is_shown_to_families` integer DEFAULT true NOT NULL,
	`position` integer NOT NULL,
	`retired_at` integer, `charged_percent` integer, `paid_percent` integer, `issues_credit` integer, `counts_as_attended` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "own_statuses_counts_as" CHECK("own_statuses"."counts_as" in ('present', 'late', 'absent', 'excused', 'cancelled')),
	CONSTRAINT "own_statuses_letters_length" CHECK(length("own_statuses"."letters") between 1 and 3)
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `own_statuses_mark` ON `own_statuses` (`school_id`,`id`,`counts_as`);--> statement-breakpoint
CREATE UNIQUE INDEX `own_statuses_name` ON `own_statuses` (`school_id`,lower(name));--> statement-breakpoint
CREATE UNIQUE INDEX `own_statuses_letters` ON `own_statuses` (`school_id`,lower(letters));--> statement-breakpoint
CREATE TABLE `package_offers` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`name` text NOT NULL,
	`class_kind` text,
	`lessons` integer NOT NULL,
	`price_minor` integer NOT NULL,
	`tax_rate_id` text,
	`is_tax_free` integer DEFAULT false NOT NULL,
	`valid_days` integer,
	`rest_rule` text NOT NULL,
	`archived_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`tax_rate_id`) REFERENCES `tax_rates`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "package_offers_kind" CHECK("package_offers"."class_kind" is null or "package_offers"."class_kind" in ('private', 'group', 'ensemble', 'trial')),
	CONSTRAINT "package_offers_lessons" CHECK("package_offers"."lessons" between 1 and 500),
	CONSTRAINT "package_offers_price" CHECK("package_offers"."price_minor" >= 0),
	CONSTRAINT "package_offers_days" CHECK("package_offers"."valid_days" is null or "package_offers"."valid_days" between 1 and 3650),
	CONSTRAINT "package_offers_rest" CHECK("package_offers"."rest_rule" in ('forfeit', 'credit', 'account'))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `package_offers_name` ON `package_offers` (`school_id`,lower(name));--> statement-breakpoint
CREATE TABLE `package_uses` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`package_id` text,
	`seat_id` text NOT NULL,
	`units` integer NOT NULL,
	`released_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`package_id`) REFERENCES `packages`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`seat_id`) REFERENCES `seats`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "package_uses_units" CHECK("package_uses"."units" between 1 and 100)
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `package_uses_once` ON `package_uses` (`school_id`,`seat_id`,`package_id`) WHERE released_at is null;--> statement-breakpoint
CREATE INDEX `package_uses_by_package` ON `package_uses` (`school_id`,`package_id`);--> statement-breakpoint
CREATE INDEX `package_uses_by_seat` ON `package_uses` (`school_id`,`seat_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `package_uses_waiting` ON `package_uses` (`school_id`,`seat_id`) WHERE package_id is null and released_at is null;--> statement-breakpoint
CREATE INDEX `package_uses_by_creation` ON `package_uses` (`school_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `package_uses_by_release` ON `package_uses` (`school_id`,`released_at`) WHERE released_at is not null;--> statement-breakpoint
CREATE TABLE `packages` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`offer_id` text NOT NULL,
	`family_id` text NOT NULL,
	`student_id` text,
	`name` text NOT NULL,
	`class_kind` text,
	`lessons` integer NOT NULL,
	`price_minor` integer NOT NULL,
	`sold_on` text NOT NULL,
	`expires_on` text,
	`rest_rule` text NOT NULL,
	`sold_by` text,
	`form_key` text NOT NULL,
	`ended_at` integer,
	`end_reason` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`offer_id`) REFERENCES `package_offers`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`family_id`) REFERENCES `families`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`sold_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "packages_kind" CHECK("packages"."class_kind" is null or "packages"."class_kind" in ('private', 'group', 'ensemble', 'trial')),
	CONSTRAINT "packages_lessons" CHECK("packages"."lessons" between 1 and 500),
	CONSTRAINT "packages_price" CHECK("packages"."price_minor" >= 0),
	CONSTRAINT "packages_rest" CHECK("packages"."rest_rule" in ('forfeit', 'credit', 'account')),
	CONSTRAINT "packages_end" CHECK(("packages"."ended_at" is null) = ("packages"."end_reason" is null))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `packages_sold_once` ON `packages` (`school_id`,`form_key`);--> statement-breakpoint
CREATE INDEX `packages_by_family` ON `packages` (`school_id`,`family_id`,`sold_on`);--> statement-breakpoint
CREATE INDEX `packages_by_student` ON `packages` (`school_id`,`student_id`);--> statement-breakpoint
CREATE INDEX `packages_by_sale` ON `packages` (`school_id`,`sold_on`);--> statement-breakpoint
CREATE INDEX `packages_by_offer` ON `packages` (`school_id`,`offer_id`);--> statement-breakpoint
CREATE INDEX `packages_expiring` ON `packages` (`school_id`,`expires_on`) WHERE ended_at is null;--> statement-breakpoint
CREATE TABLE `participants` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`conversation_id` text NOT NULL,
	`member_id` text,
	`guardian_id` text,
	`name` text NOT NULL,
	`why` text NOT NULL,
	`read_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`conversation_id`) REFERENCES `conversations`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`guardian_id`) REFERENCES `guardians`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "participants_one" CHECK(("participants"."member_id" is null) <> ("participants"."guardian_id" is null))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `participants_member_once` ON `participants` (`school_id`,`conversation_id`,`member_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `participants_guardian_once` ON `participants` (`school_id`,`conversation_id`,`guardian_id`);--> statement-breakpoint
CREATE INDEX `participants_by_member` ON `participants` (`school_id`,`member_id`,`conversation_id`);--> statement-breakpoint
CREATE INDEX `participants_by_guardian` ON `participants` (`school_id`,`guardian_id`,`conversation_id`) WHERE guardian_id is not null;--> statement-breakpoint
CREATE TABLE `pay_rates` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`teacher_id` text NOT NULL,
	`kind` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`basis_points` integer,
	`class_kind` text,
	`minutes` integer,
	`students_from` integer,
	`from_date` text NOT NULL,
	`last_day` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`teacher_id`) REFERENCES `teachers`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "pay_rates_kind" CHECK("pay_rates"."kind" in ('per_session', 'per_hour', 'percent')),
	CONSTRAINT "pay_rates_class_kind" CHECK("pay_rates"."class_kind" is null or "pay_rates"."class_kind" in ('private', 'group', 'ensemble', 'trial')),
	CONSTRAINT "pay_rates_amount" CHECK("pay_rates"."amount_minor" >= 0),
	CONSTRAINT "pay_rates_percent" CHECK(("pay_rates"."kind" = 'percent') = ("pay_rates"."basis_points" is not null)),
	CONSTRAINT "pay_rates_points" CHECK("pay_rates"."basis_points" is null or "pay_rates"."basis_points" between 1 and 10000),
	CONSTRAINT "pay_rates_minutes" CHECK("pay_rates"."minutes" is null or "pay_rates"."minutes" between 5 and 600),
	CONSTRAINT "pay_rates_students" CHECK("pay_rates"."students_from" is null or "pay_rates"."students_from" between 2 and 500)
) STRICT;--> statement-breakpoint
CREATE INDEX `pay_rates_by_teacher` ON `pay_rates` (`school_id`,`teacher_id`,`from_date`);--> statement-breakpoint
CREATE TABLE `pay_settings` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`rhythm` text NOT NULL,
	`starts_on` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "pay_settings_rhythm" CHECK("pay_settings"."rhythm" in ('month', 'half_month', 'two_weeks'))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `pay_settings_once` ON `pay_settings` (`school_id`);--> statement-breakpoint
CREATE TABLE `pay_slip_lines` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`slip_id` text NOT NULL,
	`teacher_id` text NOT NULL,
	`position` integer NOT NULL,
	`kind` text NOT NULL,
	`session_id` text,
	`extra_work_id` text,
	`occurred_on` text NOT NULL,
	`description` text NOT NULL,
	`minutes` integer,
	`rule` text NOT NULL,
	`amount_minor` integer NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`slip_id`) REFERENCES `pay_slips`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`teacher_id`) REFERENCES `teachers`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`session_id`) REFERENCES `sessions`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`extra_work_id`) REFERENCES `extra_work`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "pay_slip_lines_kind" CHECK("pay_slip_lines"."kind" in ('lesson', 'extra', 'correction')),
	CONSTRAINT "pay_slip_lines_source" CHECK(("pay_slip_lines"."session_id" is null) <> ("pay_slip_lines"."extra_work_id" is null))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `pay_slip_lines_position` ON `pay_slip_lines` (`school_id`,`slip_id`,`position`);--> statement-breakpoint
CREATE INDEX `pay_slip_lines_by_session` ON `pay_slip_lines` (`school_id`,`session_id`);--> statement-breakpoint
CREATE INDEX `pay_slip_lines_by_work` ON `pay_slip_lines` (`school_id`,`extra_work_id`);--> statement-breakpoint
CREATE INDEX `pay_slip_lines_by_teacher` ON `pay_slip_lines` (`school_id`,`teacher_id`);--> statement-breakpoint
CREATE TABLE `pay_slips` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`teacher_id` text NOT NULL,
	`teacher_name` text NOT NULL,
	`period_from` text NOT NULL,
	`period_to` text NOT NULL,
	`state` text NOT NULL,
	`currency` text NOT NULL,
	`total_minor` integer NOT NULL,
	`booked_on` text NOT NULL,
	`approved_by` text,
	`approved_name` text NOT NULL,
	`locked_at` integer,
	`locked_name` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`teacher_id`) REFERENCES `teachers`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`approved_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "pay_slips_state" CHECK("pay_slips"."state" in ('approved', 'locked')),
	CONSTRAINT "pay_slips_period" CHECK("pay_slips"."period_from" <= "pay_slips"."period_to"),
	CONSTRAINT "pay_slips_locked" CHECK(("pay_slips"."state" = 'locked') = ("pay_slips"."locked_at" is not null))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `pay_slips_once` ON `pay_slips` (`school_id`,`teacher_id`,`period_from`,`period_to`);--> statement-breakpoint
CREATE INDEX `pay_slips_by_period` ON `pay_slips` (`school_id`,`period_to`);--> statement-breakpoint
CREATE INDEX `pay_slips_by_booking` ON `pay_slips` (`school_id`,`booked_on`);--> statement-breakpoint
CREATE TABLE `payment_order_parts` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`order_id` text NOT NULL,
	`invoice_id` text NOT NULL,
	`amount_minor` integer NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`order_id`) REFERENCES `payment_orders`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`invoice_id`) REFERENCES `invoices`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payment_order_parts_amount" CHECK("payment_order_parts"."amount_minor" > 0)
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `payment_order_parts_once` ON `payment_order_parts` (`school_id`,`order_id`,`invoice_id`);--> statement-breakpoint
CREATE INDEX `payment_order_parts_by_invoice` ON `payment_order_parts` (`school_id`,`invoice_id`,`order_id`);--> statement-breakpoint
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
) STRICT;--> statement-breakpoint
CREATE INDEX `payment_orders_by_outside_payer` ON `payment_orders` (`school_id`,`outside_payer_id`) WHERE outside_payer_id is not null;--> statement-breakpoint
CREATE INDEX `payment_orders_by_charge` ON `payment_orders` (`school_id`,`auto_charge_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payment_orders_provider` ON `payment_orders` (`provider_order_id`);--> statement-breakpoint
CREATE INDEX `payment_orders_by_invoice` ON `payment_orders` (`school_id`,`invoice_id`);--> statement-breakpoint
CREATE INDEX `payment_orders_by_payment` ON `payment_orders` (`school_id`,`payment_id`);--> statement-breakpoint
CREATE INDEX `payment_orders_open` ON `payment_orders` (`state`,`updated_at`);--> statement-breakpoint
CREATE INDEX `payment_orders_under_way` ON `payment_orders` (`school_id`,`invoice_id`) WHERE state = 'pending' or (state = 'created' and auto_charge_id is not null);--> statement-breakpoint
CREATE TABLE `payment_plans` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`family_id` text NOT NULL,
	`replaces_id` text,
	`reason` text,
	`made_by` text,
	`ended_at` integer,
	`end_reason` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`family_id`) REFERENCES `families`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`replaces_id`) REFERENCES `payment_plans`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`made_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payment_plans_ended" CHECK(("payment_plans"."ended_at" is null) = ("payment_plans"."end_reason" is null))
) STRICT;--> statement-breakpoint
CREATE INDEX `payment_plans_by_family` ON `payment_plans` (`school_id`,`family_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `payment_plans_by_replaced` ON `payment_plans` (`school_id`,`replaces_id`);--> statement-breakpoint
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
	`note` text,
	`recorded_by` text,
	`reversed_at` integer,
	`reversed_reason` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`family_id`) REFERENCES `families`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`guardian_id`) REFERENCES `guardians`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`outside_payer_id`) REFERENCES `outside_payers`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`recorded_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payments_one_payer" CHECK("payments"."guardian_id" is null or "payments"."outside_payer_id" is null),
	CONSTRAINT "payments_method" CHECK("payments"."method" in ('cash', 'check', 'transfer', 'card', 'zelle', 'venmo', 'paypal')),
	CONSTRAINT "payments_amount" CHECK("payments"."amount_minor" > 0),
	CONSTRAINT "payments_reversed" CHECK(("payments"."reversed_at" is null) = ("payments"."reversed_reason" is null))
) STRICT;--> statement-breakpoint
CREATE INDEX `payments_by_outside_payer` ON `payments` (`school_id`,`outside_payer_id`) WHERE outside_payer_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `payments_provider_reference` ON `payments` (`school_id`,`provider_reference`) WHERE reversed_at is null and method <> 'check';--> statement-breakpoint
CREATE INDEX `payments_by_family` ON `payments` (`school_id`,`family_id`,`received_at`);--> statement-breakpoint
CREATE INDEX `payments_by_reference` ON `payments` (`provider_reference`,`school_id`) WHERE provider_reference is not null;--> statement-breakpoint
CREATE INDEX `payments_by_day` ON `payments` (`school_id`,`received_on`,`method`,`amount_minor`);--> statement-breakpoint
CREATE TABLE `plan_asks` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`invoice_id` text NOT NULL,
	`asked_by` text NOT NULL,
	`count` integer NOT NULL,
	`first_on` text NOT NULL,
	`note` text,
	`answer` text,
	`answered_at` integer,
	`answered_by` text,
	`reason` text,
	`plan_id` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`invoice_id`) REFERENCES `invoices`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`asked_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`answered_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`plan_id`) REFERENCES `payment_plans`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "plan_asks_answer" CHECK("plan_asks"."answer" in ('accepted', 'declined', 'withdrawn')),
	CONSTRAINT "plan_asks_answered" CHECK(("plan_asks"."answer" is null) = ("plan_asks"."answered_at" is null)),
	CONSTRAINT "plan_asks_count" CHECK("plan_asks"."count" between 2 and 24)
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `plan_asks_open` ON `plan_asks` (`school_id`,`invoice_id`) WHERE answer is null;--> statement-breakpoint
CREATE INDEX `plan_asks_by_invoice` ON `plan_asks` (`school_id`,`invoice_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `plan_asks_by_plan` ON `plan_asks` (`school_id`,`plan_id`);--> statement-breakpoint
CREATE TABLE `plan_changes` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`plan` text NOT NULL,
	`interval` text NOT NULL,
	`provider_plan_id` text NOT NULL,
	`provider_subscription_id` text NOT NULL,
	`state` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "plan_changes_plan" CHECK("plan_changes"."plan" in ('soloTeacher', 'standard', 'professional')),
	CONSTRAINT "plan_changes_interval" CHECK("plan_changes"."interval" in ('monthly', 'yearly')),
	CONSTRAINT "plan_changes_state" CHECK("plan_changes"."state" in ('approving', 'done', 'cancelled'))
) STRICT;--> statement-breakpoint
CREATE INDEX `plan_changes_by_subscription` ON `plan_changes` (`provider_subscription_id`,`state`);--> statement-breakpoint
CREATE TABLE `plan_rules` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`family_id` text NOT NULL,
	`count` integer NOT NULL,
	`rhythm` text NOT NULL,
	`made_by` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`family_id`) REFERENCES `families`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`made_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "plan_rules_rhythm" CHECK("plan_rules"."rhythm" in ('week', 'two_weeks', 'month')),
	CONSTRAINT "plan_rules_count" CHECK("plan_rules"."count" between 2 and 24)
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `plan_rules_once` ON `plan_rules` (`school_id`,`family_id`);--> statement-breakpoint
CREATE TABLE `platform_notices` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer,
	`ended_at` integer,
	`created_by` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "platform_notices_kind" CHECK("platform_notices"."kind" in ('read-only', 'maintenance')),
	CONSTRAINT "platform_notices_order" CHECK("platform_notices"."ends_at" is null or "platform_notices"."ends_at" > "platform_notices"."starts_at")
) STRICT;--> statement-breakpoint
CREATE INDEX `platform_notices_open` ON `platform_notices` (`created_at`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `platform_notices_by_time` ON `platform_notices` (`created_at`);--> statement-breakpoint
CREATE TABLE `platform_payments` (
	`id` text PRIMARY KEY NOT NULL,
	`school_id` text,
	`provider_subscription_id` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`refunded_minor` integer DEFAULT 0 NOT NULL,
	`currency` text NOT NULL,
	`status` text NOT NULL,
	`paid_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;--> statement-breakpoint
CREATE INDEX `platform_payments_by_time` ON `platform_payments` (`paid_at`,`id`);--> statement-breakpoint
CREATE INDEX `platform_payments_by_school` ON `platform_payments` (`school_id`,`paid_at`);--> statement-breakpoint
CREATE TABLE `platform_receipts` (
	`payment_id` text PRIMARY KEY NOT NULL,
	`school_id` text,
	`seller_name` text NOT NULL,
	`seller_address` text NOT NULL,
	`seller_tax_number` text NOT NULL,
	`buyer_name` text NOT NULL,
	`buyer_address` text NOT NULL,
	`buyer_tax_number` text NOT NULL,
	`about` text NOT NULL,
	`tax_name` text,
	`tax_rate` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `platform_payments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;--> statement-breakpoint
CREATE INDEX `platform_receipts_by_school` ON `platform_receipts` (`school_id`);--> statement-breakpoint
CREATE TABLE `platform_refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`school_id` text,
	`payment_id` text NOT NULL,
	`provider_refund_id` text,
	`origin` text NOT NULL,
	`state` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`message` text,
	`refunded_at` integer,
	`recorded_at` integer,
	`told_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_id`) REFERENCES `platform_payments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "platform_refunds_origin" CHECK("platform_refunds"."origin" in ('staff', 'credit', 'provider', 'reversal')),
	CONSTRAINT "platform_refunds_state" CHECK("platform_refunds"."state" in ('asked', 'held', 'done', 'refused', 'failed'))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `platform_refunds_provider` ON `platform_refunds` (`provider_refund_id`);--> statement-breakpoint
CREATE INDEX `platform_refunds_by_payment` ON `platform_refunds` (`payment_id`);--> statement-breakpoint
CREATE INDEX `platform_refunds_by_school` ON `platform_refunds` (`school_id`);--> statement-breakpoint
CREATE INDEX `platform_refunds_by_time` ON `platform_refunds` (`refunded_at`);--> statement-breakpoint
CREATE INDEX `platform_refunds_by_state` ON `platform_refunds` (`state`,`id`);--> statement-breakpoint
CREATE TABLE `portal_access` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`member_id` text NOT NULL,
	`student_id` text NOT NULL,
	`as` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "portal_access_as" CHECK("portal_access"."as" in ('self', 'child', 'guardian'))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `portal_access_once` ON `portal_access` (`school_id`,`member_id`,`student_id`);--> statement-breakpoint
CREATE INDEX `portal_access_by_student` ON `portal_access` (`school_id`,`student_id`);--> statement-breakpoint
CREATE TABLE `practice` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`student_id` text NOT NULL,
	`day` text NOT NULL,
	`minutes` integer NOT NULL,
	`note` text,
	`member_id` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "practice_minutes" CHECK("practice"."minutes" between 1 and 600)
) STRICT;--> statement-breakpoint
CREATE INDEX `practice_by_student` ON `practice` (`school_id`,`student_id`,`day`);--> statement-breakpoint
CREATE TABLE `price_rises` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`from_date` text NOT NULL,
	`rate` integer,
	`amount_minor` integer,
	`class_count` integer NOT NULL,
	`undone_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "price_rises_value" CHECK(("price_rises"."rate" is null) <> ("price_rises"."amount_minor" is null))
) STRICT;--> statement-breakpoint
CREATE TABLE `primary_terms` (
	`term` integer PRIMARY KEY NOT NULL,
	`node` text NOT NULL,
	`began_after` text NOT NULL,
	`began_at` integer NOT NULL
) STRICT;--> statement-breakpoint
CREATE TABLE `program_entries` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`occasion_id` text NOT NULL,
	`position` integer NOT NULL,
	`piece` text NOT NULL,
	`composer` text,
	`accompanist` text,
	`minutes` integer,
	`form_key` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`occasion_id`) REFERENCES `occasions`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "program_entries_minutes" CHECK("program_entries"."minutes" is null or "program_entries"."minutes" between 1 and 240)
) STRICT;--> statement-breakpoint
CREATE INDEX `program_entries_by_occasion` ON `program_entries` (`school_id`,`occasion_id`,`position`);--> statement-breakpoint
CREATE UNIQUE INDEX `program_entries_by_form` ON `program_entries` (`school_id`,`form_key`) WHERE form_key is not null;--> statement-breakpoint
CREATE TABLE `program_performers` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`entry_id` text NOT NULL,
	`student_id` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`entry_id`) REFERENCES `program_entries`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `program_performers_once` ON `program_performers` (`school_id`,`entry_id`,`student_id`);--> statement-breakpoint
CREATE INDEX `program_performers_by_student` ON `program_performers` (`school_id`,`student_id`);--> statement-breakpoint
CREATE TABLE `provider_events` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`resource_id` text,
	`raw` text NOT NULL,
	`received_at` integer NOT NULL,
	`processed_at` integer,
	`outcome` text
) STRICT;--> statement-breakpoint
CREATE INDEX `provider_events_by_time` ON `provider_events` (`received_at`,`id`);--> statement-breakpoint
CREATE INDEX `provider_events_by_resource` ON `provider_events` (`resource_id`);--> statement-breakpoint
CREATE INDEX `provider_events_by_kind` ON `provider_events` (`kind`);--> statement-breakpoint
CREATE TABLE `push_devices` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`member_id` text NOT NULL,
	`sign_in_id` text,
	`endpoint_hash` text NOT NULL,
	`sealed` text NOT NULL,
	`unwanted` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sign_in_id`) REFERENCES `sign_ins`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE cascade
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `push_devices_once` ON `push_devices` (`endpoint_hash`);--> statement-breakpoint
CREATE INDEX `push_devices_by_member` ON `push_devices` (`school_id`,`member_id`);--> statement-breakpoint
CREATE INDEX `push_devices_by_sign_in` ON `push_devices` (`sign_in_id`);--> statement-breakpoint
CREATE TABLE `push_keys` (
	`id` integer PRIMARY KEY NOT NULL,
	`public_key` text NOT NULL,
	`sealed` text NOT NULL,
	`created_at` integer NOT NULL
) STRICT;--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`key` text PRIMARY KEY NOT NULL,
	`points` integer DEFAULT 0 NOT NULL,
	`expire` integer
) STRICT;--> statement-breakpoint
CREATE INDEX `rate_limits_by_end` ON `rate_limits` (`expire`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`code_hash` text NOT NULL,
	`used_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `recovery_codes_code` ON `recovery_codes` (`user_id`,`code_hash`);--> statement-breakpoint
CREATE TABLE `refund_orders` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`payment_id` text NOT NULL,
	`member_id` text,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`payee_email` text NOT NULL,
	`reason` text NOT NULL,
	`state` text NOT NULL,
	`provider_reference` text,
	`failure` text,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`payment_id`) REFERENCES `payments`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refund_orders_state" CHECK("refund_orders"."state" in ('created', 'pending', 'completed', 'failed')),
	CONSTRAINT "refund_orders_amount" CHECK("refund_orders"."amount_minor" > 0),
	CONSTRAINT "refund_orders_failed" CHECK(("refund_orders"."state" = 'failed') = ("refund_orders"."failure" is not null))
) STRICT;--> statement-breakpoint
CREATE INDEX `refund_orders_by_payment` ON `refund_orders` (`school_id`,`payment_id`);--> statement-breakpoint
CREATE INDEX `refund_orders_open` ON `refund_orders` (`state`,`updated_at`);--> statement-breakpoint
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
	CONSTRAINT "refunds_method" CHECK("refunds"."method" in ('cash', 'check', 'transfer', 'card', 'zelle', 'venmo', 'paypal')),
	CONSTRAINT "refunds_amount" CHECK("refunds"."amount_minor" <> 0 and ("refunds"."amount_minor" < 0) = ("refunds"."kind" = 'won')),
	CONSTRAINT "refunds_won" CHECK(("refunds"."won_of" is not null) = ("refunds"."kind" = 'won')),
	CONSTRAINT "refunds_one_source" CHECK(("refunds"."payment_id" is null) <> ("refunds"."credit_note_id" is null))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_won_once` ON `refunds` (`school_id`,`won_of`);--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_provider_reference` ON `refunds` (`provider_reference`);--> statement-breakpoint
CREATE INDEX `refunds_by_payment` ON `refunds` (`school_id`,`payment_id`);--> statement-breakpoint
CREATE INDEX `refunds_by_credit_note` ON `refunds` (`school_id`,`credit_note_id`);--> statement-breakpoint
CREATE INDEX `refunds_by_family` ON `refunds` (`school_id`,`family_id`,`refunded_at`);--> statement-breakpoint
CREATE INDEX `refunds_by_day` ON `refunds` (`school_id`,`refunded_on`,`method`,`amount_minor`);--> statement-breakpoint
CREATE TABLE `reminder_notices` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`invoice_id` text NOT NULL,
	`due_on` text NOT NULL,
	`step` text NOT NULL,
	`sent_on` text NOT NULL,
	`mails` integer NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`invoice_id`) REFERENCES `invoices`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "reminder_notices_step" CHECK("reminder_notices"."step" in ('before', 'due', 'overdue1', 'overdue2', 'overdue3'))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `reminder_notices_once` ON `reminder_notices` (`school_id`,`invoice_id`,`due_on`,`step`);--> statement-breakpoint
CREATE INDEX `reminder_notices_by_day` ON `reminder_notices` (`school_id`,`sent_on`);--> statement-breakpoint
CREATE TABLE `reminder_pauses` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`family_id` text,
	`invoice_id` text,
	`reason` text NOT NULL,
	`last_day` text,
	`paused_by` text,
	`ended_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`family_id`) REFERENCES `families`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`invoice_id`) REFERENCES `invoices`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`paused_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "reminder_pauses_of_one" CHECK(("reminder_pauses"."family_id" is null) <> ("reminder_pauses"."invoice_id" is null))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `reminder_pauses_family` ON `reminder_pauses` (`school_id`,`family_id`) WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `reminder_pauses_invoice` ON `reminder_pauses` (`school_id`,`invoice_id`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `reminder_pauses_of_family` ON `reminder_pauses` (`school_id`,`family_id`);--> statement-breakpoint
CREATE INDEX `reminder_pauses_of_invoice` ON `reminder_pauses` (`school_id`,`invoice_id`);--> statement-breakpoint
CREATE TABLE `reminder_steps` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`step` text NOT NULL,
	`is_on` integer NOT NULL,
	`offset_days` integer NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`charges_late_fee` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "reminder_steps_step" CHECK("reminder_steps"."step" in ('before', 'due', 'overdue1', 'overdue2', 'overdue3')),
	CONSTRAINT "reminder_steps_offset" CHECK("reminder_steps"."offset_days" between -60 and 365)
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `reminder_steps_once` ON `reminder_steps` (`school_id`,`step`);--> statement-breakpoint
CREATE TABLE `renewal_failures` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`provider_subscription_id` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`failed_at` integer NOT NULL,
	`tries` integer NOT NULL,
	`next_try_at` integer,
	`grace_until` integer NOT NULL,
	`reminded_at` integer,
	`state` text NOT NULL,
	`settled_at` integer,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "renewal_failures_state" CHECK("renewal_failures"."state" in ('open', 'recovered', 'ended', 'canceled')),
	CONSTRAINT "renewal_failures_settled" CHECK(("renewal_failures"."state" = 'open') = ("renewal_failures"."settled_at" is null))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `renewal_failures_open` ON `renewal_failures` (`school_id`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `renewal_failures_by_state` ON `renewal_failures` (`state`,`grace_until`);--> statement-breakpoint
CREATE INDEX `renewal_failures_by_settled` ON `renewal_failures` (`settled_at`);--> statement-breakpoint
CREATE TABLE `renewals` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`task_id` text NOT NULL,
	`class_id` text NOT NULL,
	`student_id` text NOT NULL,
	`term_name` text NOT NULL,
	`starts_on` text NOT NULL,
	`answer_by` text NOT NULL,
	`state` text DEFAULT 'asked' NOT NULL,
	`answered_at` integer,
	`answered_by` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`task_id`) REFERENCES `tasks`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`class_id`) REFERENCES `classes`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`answered_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "renewals_state" CHECK("renewals"."state" in ('asked', 'confirmed', 'declined')),
	CONSTRAINT "renewals_answered" CHECK(("renewals"."state" = 'asked') = ("renewals"."answered_at" is null))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `renewals_once` ON `renewals` (`school_id`,`class_id`,`student_id`);--> statement-breakpoint
CREATE INDEX `renewals_by_student` ON `renewals` (`school_id`,`student_id`,`starts_on`);--> statement-breakpoint
CREATE INDEX `renewals_by_state` ON `renewals` (`school_id`,`state`,`starts_on`);--> statement-breakpoint
CREATE TABLE `repertoire` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`student_id` text NOT NULL,
	`title` text NOT NULL,
	`composer` text,
	`state` text NOT NULL,
	`since` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "repertoire_state" CHECK("repertoire"."state" in ('planned', 'learning', 'ready', 'performed', 'set_aside'))
) STRICT;--> statement-breakpoint
CREATE INDEX `repertoire_by_student` ON `repertoire` (`school_id`,`student_id`,`since`);--> statement-breakpoint
CREATE TABLE `reply_files` (
	`file_id` text PRIMARY KEY NOT NULL,
	`message_id` text,
	`reply_id` text,
	`name` text NOT NULL,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`message_id`) REFERENCES `support_messages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`reply_id`) REFERENCES `inquiry_replies`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "reply_files_one" CHECK(("reply_files"."message_id" is null) <> ("reply_files"."reply_id" is null))
) STRICT;--> statement-breakpoint
CREATE INDEX `reply_files_by_message` ON `reply_files` (`message_id`);--> statement-breakpoint
CREATE INDEX `reply_files_by_reply` ON `reply_files` (`reply_id`);--> statement-breakpoint
CREATE TABLE `reports` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`student_id` text NOT NULL,
	`from_date` text NOT NULL,
	`to_date` text NOT NULL,
	`words` text NOT NULL,
	`snapshot` text NOT NULL,
	`author_id` text,
	`shared_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`author_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "reports_order" CHECK("reports"."from_date" <= "reports"."to_date")
) STRICT;--> statement-breakpoint
CREATE INDEX `reports_by_student` ON `reports` (`school_id`,`student_id`,`to_date`);--> statement-breakpoint
CREATE TABLE `resource_openings` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`resource_id` text NOT NULL,
	`member_id` text NOT NULL,
	`student_id` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`resource_id`) REFERENCES `resources`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;--> statement-breakpoint
CREATE INDEX `resource_openings_by_resource` ON `resource_openings` (`school_id`,`resource_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `resource_openings_by_member` ON `resource_openings` (`school_id`,`member_id`,`resource_id`);--> statement-breakpoint
CREATE TABLE `resource_shares` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`resource_id` text NOT NULL,
	`student_id` text,
	`class_id` text,
	`instrument` text,
	`shared_by` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`resource_id`) REFERENCES `resources`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`class_id`) REFERENCES `classes`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`shared_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "resource_shares_one_target" CHECK(("resource_shares"."student_id" is not null) + ("resource_shares"."class_id" is not null) + ("resource_shares"."instrument" is not null) = 1)
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `resource_shares_student` ON `resource_shares` (`school_id`,`student_id`,`resource_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `resource_shares_class` ON `resource_shares` (`school_id`,`class_id`,`resource_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `resource_shares_instrument` ON `resource_shares` (`school_id`,`instrument`,`resource_id`);--> statement-breakpoint
CREATE INDEX `resource_shares_by_resource` ON `resource_shares` (`school_id`,`resource_id`);--> statement-breakpoint
CREATE TABLE `resource_tags` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`resource_id` text NOT NULL,
	`tag` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`resource_id`) REFERENCES `resources`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `resource_tags_once` ON `resource_tags` (`school_id`,`resource_id`,`tag`);--> statement-breakpoint
CREATE INDEX `resource_tags_by_tag` ON `resource_tags` (`school_id`,`tag`);--> statement-breakpoint
CREATE TABLE `resources` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`description` text,
	`url` text,
	`file_id` text,
	`file_name` text,
	`member_id` text,
	`archived_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "resources_kind" CHECK("resources"."kind" in ('file', 'link')),
	CONSTRAINT "resources_one_thing" CHECK(("resources"."kind" = 'link') = ("resources"."url" is not null)),
	CONSTRAINT "resources_file_named" CHECK(("resources"."kind" = 'file') = ("resources"."file_name" is not null)),
	CONSTRAINT "resources_link_no_file" CHECK("resources"."kind" = 'file' or "resources"."file_id" is null)
) STRICT;--> statement-breakpoint
CREATE INDEX `resources_by_title` ON `resources` (`school_id`,title collate nocase,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `resources_file` ON `resources` (`file_id`);--> statement-breakpoint
CREATE TABLE `returned_addresses` (
	`address` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`reason` text NOT NULL,
	`times` integer DEFAULT 1 NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	CONSTRAINT "returned_addresses_kind" CHECK("returned_addresses"."kind" in ('bounced', 'complained'))
) STRICT;--> statement-breakpoint
CREATE INDEX `returned_addresses_by_time` ON `returned_addresses` (`last_at`,`address`);--> statement-breakpoint
CREATE TABLE `room_facts` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`room_id` text NOT NULL,
	`fits` integer,
	`teacher_id` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`room_id`) REFERENCES `rooms`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`teacher_id`) REFERENCES `teachers`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "room_facts_fits" CHECK("room_facts"."fits" between 1 and 500)
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `room_facts_by_room` ON `room_facts` (`school_id`,`room_id`);--> statement-breakpoint
CREATE INDEX `room_facts_by_teacher` ON `room_facts` (`school_id`,`teacher_id`);--> statement-breakpoint
CREATE TABLE `rooms` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`name` text NOT NULL,
	`site` text,
	`archived_at` integer, `buffer_minutes` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;--> statement-breakpoint
CREATE INDEX `rooms_by_name` ON `rooms` (`school_id`,`name`);--> statement-breakpoint
CREATE TABLE `sample_records` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`noun` text NOT NULL,
	`noun_id` text NOT NULL,
	`key` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "sample_records_noun" CHECK("sample_records"."noun" in ('teacher', 'family', 'guardian', 'student', 'class', 'schedule', 'enrollment'))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `sample_records_once` ON `sample_records` (`school_id`,`key`);--> statement-breakpoint
CREATE UNIQUE INDEX `sample_records_by_noun` ON `sample_records` (`school_id`,`noun`,`noun_id`);--> statement-breakpoint
CREATE TABLE `saved_answers` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`content` text NOT NULL,
	`updated_at` integer NOT NULL,
	`created_at` integer NOT NULL
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `saved_answers_title` ON `saved_answers` (lower(title));--> statement-breakpoint
CREATE TABLE `saved_filters` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`member_id` text NOT NULL,
	`noun` text NOT NULL,
	`name` text NOT NULL,
	`query` text NOT NULL,
	`is_shared` integer NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;--> statement-breakpoint
CREATE INDEX `saved_filters_by_noun` ON `saved_filters` (`school_id`,`noun`,`name`);--> statement-breakpoint
CREATE TABLE `saved_methods` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`family_id` text NOT NULL,
	`guardian_id` text,
	`member_id` text NOT NULL,
	`state` text NOT NULL,
	`agreement` text NOT NULL,
	`notice_days` integer DEFAULT 1 NOT NULL,
	`agreed_at` integer NOT NULL,
	`provider_setup_token` text,
	`provider_payment_token` text,
	`payer_email` text,
	`paused_at` integer,
	`ended_at` integer,
	`ended_by` text,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`family_id`) REFERENCES `families`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`guardian_id`) REFERENCES `guardians`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "saved_methods_state" CHECK("saved_methods"."state" in ('asked', 'active', 'paused', 'ended')),
	CONSTRAINT "saved_methods_ended" CHECK(("saved_methods"."state" = 'ended') = ("saved_methods"."ended_at" is not null)),
	CONSTRAINT "saved_methods_token_known" CHECK("saved_methods"."state" not in ('active', 'paused') or "saved_methods"."provider_payment_token" is not null)
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `saved_methods_token` ON `saved_methods` (`provider_payment_token`);--> statement-breakpoint
CREATE UNIQUE INDEX `saved_methods_standing` ON `saved_methods` (`school_id`,`family_id`,`member_id`) WHERE state in ('active', 'paused');--> statement-breakpoint
CREATE INDEX `saved_methods_by_state` ON `saved_methods` (`school_id`,`state`,`agreed_at`);--> statement-breakpoint
CREATE INDEX `saved_methods_by_family` ON `saved_methods` (`school_id`,`family_id`);--> statement-breakpoint
CREATE INDEX `saved_methods_open` ON `saved_methods` (`state`,`updated_at`);--> statement-breakpoint
CREATE TABLE `schedule_changes` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`class_id` text NOT NULL,
	`earlier_id` text NOT NULL,
	`schedule_id` text NOT NULL,
	`from_date` text NOT NULL,
	`before` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`class_id`) REFERENCES `classes`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`earlier_id`) REFERENCES `schedules`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`schedule_id`) REFERENCES `schedules`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;--> statement-breakpoint
CREATE INDEX `schedule_changes_by_class` ON `schedule_changes` (`school_id`,`class_id`);--> statement-breakpoint
CREATE INDEX `schedule_changes_by_earlier` ON `schedule_changes` (`school_id`,`earlier_id`);--> statement-breakpoint
CREATE INDEX `schedule_changes_by_schedule` ON `schedule_changes` (`school_id`,`schedule_id`);--> statement-breakpoint
CREATE TABLE `schedules` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`class_id` text NOT NULL,
	`rrule` text NOT NULL,
	`start_time` text NOT NULL,
	`minutes` integer NOT NULL,
	`starts_on` text NOT NULL,
	`ends_on` text,
	`made_until` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`class_id`) REFERENCES `classes`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "schedules_minutes" CHECK("schedules"."minutes" between 5 and 600),
	CONSTRAINT "schedules_order" CHECK("schedules"."ends_on" is null or "schedules"."ends_on" >= "schedules"."starts_on")
) STRICT;--> statement-breakpoint
CREATE INDEX `schedules_by_class` ON `schedules` (`school_id`,`class_id`);--> statement-breakpoint
CREATE INDEX `schedules_by_made_until` ON `schedules` (`made_until`);--> statement-breakpoint
CREATE TABLE `school_credits` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`kind` text NOT NULL,
	`months` integer,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`payments_after` integer NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "school_credits_kind" CHECK("school_credits"."kind" in ('amount', 'free-months', 'taken-back')),
	CONSTRAINT "school_credits_months" CHECK(("school_credits"."kind" = 'free-months') = ("school_credits"."months" is not null)),
	CONSTRAINT "school_credits_sign" CHECK(("school_credits"."kind" = 'taken-back') = ("school_credits"."amount_minor" < 0))
) STRICT;--> statement-breakpoint
CREATE TABLE `schools` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`time_zone` text NOT NULL,
	`currency` text NOT NULL,
	`date_order` text DEFAULT 'mdy' NOT NULL,
	`hour_cycle` integer DEFAULT 12 NOT NULL,
	`number_style` text DEFAULT '1,234.50' NOT NULL,
	`currency_place` text DEFAULT 'before' NOT NULL,
	`week_start` integer DEFAULT 1 NOT NULL,
	`address` text,
	`phone` text,
	`email` text,
	`payee_email` text,
	`invoice_number_format` text DEFAULT '{year}-{number}' NOT NULL,
	`invoice_sequence` integer DEFAULT 0 NOT NULL,
	`credit_note_number_format` text DEFAULT 'CN-{year}-{number}' NOT NULL,
	`credit_note_sequence` integer DEFAULT 0 NOT NULL,
	`invoice_due_days` integer DEFAULT 14 NOT NULL,
	`invoice_hold_minutes` integer DEFAULT 2 NOT NULL,
	`payment_instructions` text,
	`package_beyond` text DEFAULT 'charge' NOT NULL,
	`late_fee_kind` text DEFAULT 'none' NOT NULL,
	`late_fee_minor` integer,
	`late_fee_rate` integer,
	`late_fee_after_days` integer DEFAULT 14 NOT NULL,
	`late_fee_is_monthly` integer DEFAULT false NOT NULL,
	`late_fee_cap_minor` integer,
	`tuition_basis` text DEFAULT 'full' NOT NULL,
	`tuition_lessons` integer DEFAULT 4 NOT NULL,
	`tuition_skips_closures` integer DEFAULT false NOT NULL,
	`trial_price` text DEFAULT 'free' NOT NULL,
	`tax_number` text,
	`bank_holder` text,
	`bank_iban` text,
	`bank_bic` text,
	`takes_part_payments` integer DEFAULT false NOT NULL,
	`tax_is_added` integer DEFAULT false NOT NULL,
	`teachers_see_prices` integer DEFAULT false NOT NULL,
	`notice_hours` integer DEFAULT 24 NOT NULL,
	`credit_expiry_days` integer DEFAULT 90 NOT NULL,
	`credit_cap` integer,
	`credit_expiry` text DEFAULT 'days' NOT NULL,
	`late_allowance` integer DEFAULT 0 NOT NULL,
	`credit_warn_days` integer DEFAULT 14 NOT NULL,
	`credits_warned_on` text,
	`freed_time_hours` integer DEFAULT 0 NOT NULL,
	`offers_freed_spots` integer DEFAULT false NOT NULL,
	`offers_free_spots` integer DEFAULT false NOT NULL,
	`swap_rule` text DEFAULT 'off' NOT NULL,
	`swaps_any_length` integer DEFAULT false NOT NULL,
	`attendance_lock_days` integer,
	`attendance_reminder` text DEFAULT 'off' NOT NULL,
	`attendance_reminded_on` text,
	`figures_mailed_for` text,
	`reminds_of_lessons` integer DEFAULT true NOT NULL,
	`reminded_until` text,
	`reminds_of_invoices` integer DEFAULT false NOT NULL,
	`invoices_reminded_on` text,
	`opens_at` text,
	`closes_at` text,
	`open_days` text,
	`travel_minutes` integer DEFAULT 0 NOT NULL,
	`welcome` text,
	`deletion_due_at` integer,
	`demo_until` integer,
	`erasing_since` integer,
	`created_at` integer NOT NULL, `room_buffer_minutes` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "schools_kind" CHECK("schools"."kind" in ('school', 'solo')),
	CONSTRAINT "schools_tuition_basis" CHECK("schools"."tuition_basis" in ('full', 'days', 'lessons', 'count')),
	CONSTRAINT "schools_tuition_lessons" CHECK("schools"."tuition_lessons" between 1 and 31),
	CONSTRAINT "schools_trial_price" CHECK("schools"."trial_price" in ('free', 'class')),
	CONSTRAINT "schools_late_fee" CHECK("schools"."late_fee_kind" in ('none', 'fixed', 'percent')),
	CONSTRAINT "schools_late_fee_value" CHECK(("schools"."late_fee_kind" <> 'fixed' or "schools"."late_fee_minor" > 0) and ("schools"."late_fee_kind" <> 'percent' or "schools"."late_fee_rate" between 1 and 100000)),
	CONSTRAINT "schools_late_fee_days" CHECK("schools"."late_fee_after_days" between 1 and 365),
	CONSTRAINT "schools_package_beyond" CHECK("schools"."package_beyond" in ('charge', 'wait')),
	CONSTRAINT "schools_currency" CHECK(length("schools"."currency") = 3),
	CONSTRAINT "schools_date_order" CHECK("schools"."date_order" in ('mdy', 'dmy', 'ymd')),
	CONSTRAINT "schools_hour_cycle" CHECK("schools"."hour_cycle" in (12, 24)),
	CONSTRAINT "schools_number_style" CHECK("schools"."number_style" in ('1,234.50', '1.234,50', '1 234,50', '1’234.50')),
	CONSTRAINT "schools_currency_place" CHECK("schools"."currency_place" in ('before', 'after')),
	CONSTRAINT "schools_week_start" CHECK("schools"."week_start" between 1 and 7),
	CONSTRAINT "schools_due_days" CHECK("schools"."invoice_due_days" between 0 and 365),
	CONSTRAINT "schools_invoice_hold" CHECK("schools"."invoice_hold_minutes" between 0 and 60),
	CONSTRAINT "schools_attendance_lock" CHECK("schools"."attendance_lock_days" between 1 and 365),
	CONSTRAINT "schools_attendance_reminder" CHECK("schools"."attendance_reminder" in ('off', 'evening', 'morning')),
	CONSTRAINT "schools_notice" CHECK("schools"."notice_hours" between 0 and 720),
	CONSTRAINT "schools_expiry" CHECK("schools"."credit_expiry_days" between 1 and 1000),
	CONSTRAINT "schools_credit_expiry" CHECK("schools"."credit_expiry" in ('days', 'term', 'next_term')),
	CONSTRAINT "schools_late_allowance" CHECK("schools"."late_allowance" between 0 and 99),
	CONSTRAINT "schools_opening" CHECK("schools"."opens_at" < "schools"."closes_at"),
	CONSTRAINT "schools_travel" CHECK("schools"."travel_minutes" between 0 and 240),
	CONSTRAINT "schools_welcome" CHECK("schools"."welcome" in ('new', 'school', 'hours', 'records')),
	CONSTRAINT "schools_swap_rule" CHECK("schools"."swap_rule" in ('off', 'families', 'office')),
	CONSTRAINT "schools_freed_time" CHECK("schools"."freed_time_hours" between 0 and 72),
	CONSTRAINT "schools_credit_warning" CHECK("schools"."credit_warn_days" between 0 and 90)
) STRICT;--> statement-breakpoint
CREATE INDEX `schools_by_time` ON `schools` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `schools_demo` ON `schools` (`demo_until`) WHERE demo_until is not null;--> statement-breakpoint
CREATE TABLE `seats` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`session_id` text NOT NULL,
	`student_id` text NOT NULL,
	`enrollment_id` text,
	`kind` text NOT NULL,
	`notice_at` integer,
	`notice_text` text,
	`excused_by` text,
	`excused_note` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`session_id`) REFERENCES `sessions`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`enrollment_id`) REFERENCES `enrollments`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "seats_kind" CHECK("seats"."kind" in ('enrolled', 'visitor', 'trial', 'make_up')),
	CONSTRAINT "seats_excuse" CHECK("seats"."excused_by" in ('illness', 'allowance')),
	CONSTRAINT "seats_excused_notice" CHECK("seats"."excused_by" is null or "seats"."notice_at" is not null)
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `seats_once` ON `seats` (`school_id`,`session_id`,`student_id`);--> statement-breakpoint
CREATE INDEX `seats_by_student` ON `seats` (`school_id`,`student_id`,`session_id`);--> statement-breakpoint
CREATE INDEX `seats_by_enrollment` ON `seats` (`school_id`,`enrollment_id`);--> statement-breakpoint
CREATE INDEX `seats_noticed` ON `seats` (`school_id`,`session_id`) WHERE notice_at is not null;--> statement-breakpoint
CREATE INDEX `seats_allowed` ON `seats` (`school_id`,`student_id`) WHERE excused_by = 'allowance';--> statement-breakpoint
CREATE TABLE `second_factors` (
	`user_id` text PRIMARY KEY NOT NULL,
	`sealed_secret` text NOT NULL,
	`confirmed_at` integer,
	`last_step` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;--> statement-breakpoint
CREATE TABLE `selections` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`member_id` text NOT NULL,
	`noun` text NOT NULL,
	`act` text NOT NULL,
	`ids` text NOT NULL,
	`choice` text,
	`plan` text,
	`task_id` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`task_id`) REFERENCES `tasks`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;--> statement-breakpoint
CREATE INDEX `selections_by_member` ON `selections` (`school_id`,`member_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `sent_forms` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`made` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;--> statement-breakpoint
CREATE TABLE `sessions` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`class_id` text NOT NULL,
	`schedule_id` text,
	`original_date` text NOT NULL,
	`original_start_time` text NOT NULL,
	`sequence` integer DEFAULT 0 NOT NULL,
	`local_date` text NOT NULL,
	`start_time` text NOT NULL,
	`minutes` integer NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`teacher_id` text,
	`room_id` text,
	`state` text DEFAULT 'planned' NOT NULL,
	`cancel_reason` text,
	`register_taken_at` integer,
	`register_taken_by` text,
	`marked_count` integer DEFAULT 0 NOT NULL,
	`attended_count` integer DEFAULT 0 NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`kept_reason` text,
	`kept_despite` text,
	`online_link` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`class_id`) REFERENCES `classes`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`schedule_id`) REFERENCES `schedules`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`teacher_id`) REFERENCES `teachers`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`room_id`) REFERENCES `rooms`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`register_taken_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "sessions_original_date" CHECK("sessions"."original_date" is date("sessions"."original_date")),
	CONSTRAINT "sessions_original_start_time" CHECK("sessions"."original_start_time" is strftime('%H:%M', "sessions"."original_start_time")),
	CONSTRAINT "sessions_sequence" CHECK("sessions"."sequence" >= 0),
	CONSTRAINT "sessions_state" CHECK("sessions"."state" in ('planned', 'cancelled')),
	CONSTRAINT "sessions_order" CHECK("sessions"."ends_at" > "sessions"."starts_at"),
	CONSTRAINT "sessions_minutes" CHECK("sessions"."minutes" between 5 and 600)
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_original_start` ON `sessions` (`school_id`,`class_id`,`original_date`,`original_start_time`,`sequence`);--> statement-breakpoint
CREATE INDEX `sessions_by_teacher` ON `sessions` (`school_id`,`teacher_id`,`local_date`);--> statement-breakpoint
CREATE INDEX `sessions_by_schedule` ON `sessions` (`school_id`,`schedule_id`);--> statement-breakpoint
CREATE INDEX `sessions_register_missing` ON `sessions` (`school_id`,`starts_at`) WHERE register_taken_at is null and state = 'planned';--> statement-breakpoint
CREATE INDEX `sessions_attended` ON `sessions` (`school_id`,`local_date`,`marked_count`,`attended_count`) WHERE marked_count > 0;--> statement-breakpoint
CREATE INDEX `sessions_by_date` ON `sessions` (`school_id`,`local_date`,`starts_at`,`id`,`state`,`minutes`,`teacher_id`,`room_id`);--> statement-breakpoint
CREATE TABLE `sign_in_tries` (
	`kind` text NOT NULL,
	`account` text NOT NULL,
	`source` text NOT NULL,
	`failures` integer NOT NULL,
	`last_at` integer NOT NULL,
	PRIMARY KEY(`kind`, `account`, `source`),
	CONSTRAINT "sign_in_tries_kind" CHECK("sign_in_tries"."kind" in ('pair', 'device', 'account', 'address'))
) STRICT;--> statement-breakpoint
CREATE INDEX `sign_in_tries_by_account` ON `sign_in_tries` (`account`);--> statement-breakpoint
CREATE INDEX `sign_in_tries_by_time` ON `sign_in_tries` (`last_at`);--> statement-breakpoint
CREATE TABLE `sign_ins` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`school_id` text,
	`member_id` text,
	`remembered` integer NOT NULL,
	`user_agent` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "sign_ins_member_whole" CHECK(("sign_ins"."school_id" is null) = ("sign_ins"."member_id" is null))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `sign_ins_token` ON `sign_ins` (`token_hash`);--> statement-breakpoint
CREATE INDEX `sign_ins_by_user` ON `sign_ins` (`user_id`);--> statement-breakpoint
CREATE INDEX `sign_ins_by_member` ON `sign_ins` (`school_id`,`member_id`);--> statement-breakpoint
CREATE INDEX `sign_ins_by_expiry` ON `sign_ins` (`expires_at`);--> statement-breakpoint
CREATE TABLE `skill_states` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`student_id` text NOT NULL,
	`skill_id` text NOT NULL,
	`state` text NOT NULL,
	`since` text NOT NULL,
	`comment` text,
	`member_id` text,
	`superseded_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`skill_id`) REFERENCES `skills`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "skill_states_state" CHECK("skill_states"."state" in ('not_started', 'introduced', 'developing', 'secure', 'mastered'))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `skill_states_current` ON `skill_states` (`school_id`,`student_id`,`skill_id`) WHERE superseded_at is null;--> statement-breakpoint
CREATE INDEX `skill_states_by_student` ON `skill_states` (`school_id`,`student_id`,`since`);--> statement-breakpoint
CREATE INDEX `skill_states_by_skill` ON `skill_states` (`school_id`,`skill_id`);--> statement-breakpoint
CREATE TABLE `skills` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`instrument` text NOT NULL,
	`level` text NOT NULL,
	`name` text NOT NULL,
	`position` integer NOT NULL,
	`archived_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;--> statement-breakpoint
CREATE INDEX `skills_in_order` ON `skills` (`school_id`,`instrument`,`position`);--> statement-breakpoint
CREATE TABLE `staff_acts` (
	`id` text PRIMARY KEY NOT NULL,
	`school_id` text,
	`user_id` text,
	`staff_name` text NOT NULL,
	`verb` text NOT NULL,
	`about` text DEFAULT '' NOT NULL,
	`reason` text NOT NULL,
	`told` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;--> statement-breakpoint
CREATE INDEX `staff_acts_by_school` ON `staff_acts` (`school_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `staff_acts_by_time` ON `staff_acts` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `staff_acts_by_user` ON `staff_acts` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `staff_invitations` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`invited_by` text,
	`rights` text,
	`member_id` text,
	`offered_to` text,
	`giver_stays` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`invited_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`offered_to`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "staff_invitations_folded" CHECK("staff_invitations"."email" = lower("staff_invitations"."email"))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `staff_invitations_email` ON `staff_invitations` (`school_id`,`email`);--> statement-breakpoint
CREATE TABLE `staff_presence` (
	`user_id` text PRIMARY KEY NOT NULL,
	`seen_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;--> statement-breakpoint
CREATE TABLE `stored_files` (
	`name` text PRIMARY KEY NOT NULL,
	`bytes` blob NOT NULL,
	`kept_at` integer NOT NULL,
	CONSTRAINT "stored_files_small" CHECK(length("stored_files"."bytes") <= 8388608)
) STRICT;--> statement-breakpoint
CREATE TABLE `student_instruments` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`student_id` text NOT NULL,
	`instrument` text NOT NULL,
	`level` text,
	`position` integer NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `student_instruments_once` ON `student_instruments` (`school_id`,`student_id`,`instrument`);--> statement-breakpoint
CREATE INDEX `student_instruments_by_name` ON `student_instruments` (`school_id`,`instrument`);--> statement-breakpoint
CREATE TABLE `student_notes` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`session_id` text NOT NULL,
	`student_id` text NOT NULL,
	`visibility` text NOT NULL,
	`body` text NOT NULL,
	`author_id` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`session_id`) REFERENCES `sessions`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`author_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "student_notes_visibility" CHECK("student_notes"."visibility" in ('shared', 'private'))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `student_notes_once` ON `student_notes` (`school_id`,`session_id`,`student_id`,`visibility`);--> statement-breakpoint
CREATE INDEX `student_notes_by_student` ON `student_notes` (`school_id`,`student_id`);--> statement-breakpoint
CREATE TABLE `student_status_changes` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`student_id` text NOT NULL,
	`status` text NOT NULL,
	`from_date` text NOT NULL,
	`reason` text, `is_ahead` integer DEFAULT false NOT NULL, `stays` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "student_status_changes_status" CHECK("student_status_changes"."status" in ('lead', 'trial', 'active', 'paused', 'former'))
) STRICT;--> statement-breakpoint
CREATE INDEX `student_status_changes_by_student` ON `student_status_changes` (`school_id`,`student_id`,`from_date`,`id`,`status`);--> statement-breakpoint
CREATE UNIQUE INDEX `student_status_changes_ahead` ON `student_status_changes` (`school_id`,`student_id`) WHERE is_ahead;--> statement-breakpoint
CREATE TABLE `students` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`family_id` text NOT NULL,
	`code` text,
	`first_name` text NOT NULL,
	`last_name` text DEFAULT '' NOT NULL,
	`birth_date` text,
	`email` text,
	`phone` text,
	`status` text NOT NULL,
	`instrument` text,
	`level` text,
	`medical_notes` text,
	`notes` text,
	`member_id` text,
	`erased_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`family_id`) REFERENCES `families`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "students_status" CHECK("students"."status" in ('lead', 'trial', 'active', 'paused', 'former')),
	CONSTRAINT "students_birth" CHECK("students"."birth_date" is null or "students"."birth_date" glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]')
) STRICT;--> statement-breakpoint
CREATE INDEX `students_by_family` ON `students` (`school_id`,`family_id`);--> statement-breakpoint
CREATE INDEX `students_by_name` ON `students` (`school_id`,last_name collate nocase,first_name collate nocase,`id`);--> statement-breakpoint
CREATE INDEX `students_by_status` ON `students` (`school_id`,`status`);--> statement-breakpoint
CREATE UNIQUE INDEX `students_code` ON `students` (`school_id`,`code`);--> statement-breakpoint
CREATE TABLE `subscription_attempts` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`plan` text NOT NULL,
	`interval` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`provider_plan_id` text NOT NULL,
	`provider_subscription_id` text,
	`replaces_provider_subscription` text,
	`starts_at` integer,
	`coupon_id` text,
	`discount_minor` integer DEFAULT 0 NOT NULL,
	`discount_periods` integer DEFAULT 0 NOT NULL,
	`state` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`coupon_id`) REFERENCES `coupons`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "subscription_attempts_coupon" CHECK(("subscription_attempts"."coupon_id" is null) = ("subscription_attempts"."discount_periods" = 0)),
	CONSTRAINT "subscription_attempts_plan" CHECK("subscription_attempts"."plan" in ('soloTeacher', 'standard', 'professional')),
	CONSTRAINT "subscription_attempts_interval" CHECK("subscription_attempts"."interval" in ('monthly', 'yearly')),
	CONSTRAINT "subscription_attempts_state" CHECK("subscription_attempts"."state" in ('created', 'approving', 'activated', 'cancelled', 'declined', 'mismatch'))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `subscription_attempts_provider` ON `subscription_attempts` (`provider_subscription_id`);--> statement-breakpoint
CREATE INDEX `subscription_attempts_open` ON `subscription_attempts` (`state`,`updated_at`);--> statement-breakpoint
CREATE INDEX `subscription_attempts_by_coupon` ON `subscription_attempts` (`coupon_id`,`state`,`created_at`) WHERE coupon_id is not null;--> statement-breakpoint
CREATE TABLE `subscription_cases` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`reason` text NOT NULL,
	`subject` text DEFAULT '' NOT NULL,
	`facts` text NOT NULL,
	`updated_at` integer NOT NULL,
	`closed_at` integer,
	`closed_by` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "subscription_cases_reason" CHECK("subscription_cases"."reason" in ('activation-asked', 'mismatch', 'not-at-provider', 'refund', 'refund-failed', 'dispute'))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `subscription_cases_open` ON `subscription_cases` (`school_id`,`reason`,`subject`) WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX `subscription_cases_by_time` ON `subscription_cases` (`updated_at`);--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`school_id` text PRIMARY KEY NOT NULL,
	`plan` text,
	`interval` text,
	`status` text NOT NULL,
	`next_plan` text,
	`next_interval` text,
	`provider_subscription_id` text,
	`paid_until` integer,
	`activated_at` integer,
	`provider_status` text,
	`provider_asked_at` integer,
	`extended_until` integer,
	`held_at` integer,
	`grace_until` integer,
	`leaving_at` integer,
	`discount_minor` integer DEFAULT 0 NOT NULL,
	`discount_until` integer,
	`updated_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "subscriptions_status" CHECK("subscriptions"."status" in ('pending', 'active', 'cancelled', 'suspended', 'expired')),
	CONSTRAINT "subscriptions_plan" CHECK("subscriptions"."plan" is null or "subscriptions"."plan" in ('soloTeacher', 'standard', 'professional')),
	CONSTRAINT "subscriptions_interval" CHECK("subscriptions"."interval" is null or "subscriptions"."interval" in ('monthly', 'yearly')),
	CONSTRAINT "subscriptions_next_plan" CHECK("subscriptions"."next_plan" is null or "subscriptions"."next_plan" in ('soloTeacher', 'standard', 'professional')),
	CONSTRAINT "subscriptions_next_whole" CHECK(("subscriptions"."next_plan" is null) = ("subscriptions"."next_interval" is null)),
	CONSTRAINT "subscriptions_next_interval" CHECK("subscriptions"."next_interval" is null or "subscriptions"."next_interval" in ('monthly', 'yearly')),
	CONSTRAINT "subscriptions_active_whole" CHECK("subscriptions"."status" <> 'active' or ("subscriptions"."plan" is not null and "subscriptions"."paid_until" is not null)),
	CONSTRAINT "subscriptions_discount" CHECK("subscriptions"."discount_minor" >= 0 and ("subscriptions"."discount_minor" > 0) = ("subscriptions"."discount_until" is not null))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_provider` ON `subscriptions` (`provider_subscription_id`);--> statement-breakpoint
CREATE INDEX `subscriptions_by_status` ON `subscriptions` (`status`,`updated_at`);--> statement-breakpoint
CREATE TABLE `support_consents` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`member_id` text NOT NULL,
	`reason` text NOT NULL,
	`ends_at` integer NOT NULL,
	`revoked_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;--> statement-breakpoint
CREATE INDEX `support_consents_by_end` ON `support_consents` (`school_id`,`ends_at`);--> statement-breakpoint
CREATE INDEX `support_consents_by_time` ON `support_consents` (`school_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `support_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`thread_id` text NOT NULL,
	`sender` text NOT NULL,
	`user_id` text,
	`content` text NOT NULL,
	`file_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`thread_id`) REFERENCES `support_threads`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "support_messages_sender" CHECK("support_messages"."sender" in ('user', 'assistant', 'staff'))
) STRICT;--> statement-breakpoint
CREATE INDEX `support_messages_by_time` ON `support_messages` (`thread_id`,`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `support_messages_file` ON `support_messages` (`file_id`);--> statement-breakpoint
CREATE TABLE `support_ratings` (
	`id` text PRIMARY KEY NOT NULL,
	`thread_id` text NOT NULL,
	`closed_at` integer NOT NULL,
	`score` text NOT NULL,
	`comment` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`thread_id`) REFERENCES `support_threads`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "support_ratings_score" CHECK("support_ratings"."score" in ('good', 'bad'))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `support_ratings_once` ON `support_ratings` (`thread_id`,`closed_at`);--> statement-breakpoint
CREATE INDEX `support_ratings_by_time` ON `support_ratings` (`created_at`,`score`);--> statement-breakpoint
CREATE TABLE `support_threads` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`school_id` text,
	`mode` text NOT NULL,
	`last_message_at` integer NOT NULL,
	`waiting_since` integer,
	`read_at` integer NOT NULL,
	`assigned_to` text,
	`closed_at` integer,
	`closed_by` text,
	`priority` text DEFAULT 'normal' NOT NULL,
	`tags` text DEFAULT '' NOT NULL,
	`snoozed_until` integer,
	`handed_to` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`assigned_to`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`closed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "support_threads_priority" CHECK("support_threads"."priority" in ('urgent', 'normal', 'low')),
	CONSTRAINT "support_threads_handed" CHECK("support_threads"."handed_to" is null or "support_threads"."handed_to" in ('money', 'operations')),
	CONSTRAINT "support_threads_mode" CHECK("support_threads"."mode" in ('ai', 'admin'))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `support_threads_once` ON `support_threads` (`user_id`,`mode`);--> statement-breakpoint
CREATE INDEX `support_threads_by_time` ON `support_threads` (`mode`,`last_message_at`);--> statement-breakpoint
CREATE INDEX `support_threads_by_school` ON `support_threads` (`school_id`);--> statement-breakpoint
CREATE TABLE `swap_offers` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`session_id` text NOT NULL,
	`student_id` text NOT NULL,
	`offered_by` text,
	`starts_at` integer NOT NULL,
	`takes_days` text,
	`takes_from` text,
	`takes_to` text,
	`state` text DEFAULT 'open' NOT NULL,
	`closed_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`session_id`) REFERENCES `sessions`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`offered_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "swap_offers_state" CHECK("swap_offers"."state" in ('open', 'waiting', 'done', 'withdrawn', 'over', 'undone')),
	CONSTRAINT "swap_offers_closed" CHECK(("swap_offers"."state" in ('open', 'waiting')) = ("swap_offers"."closed_at" is null)),
	CONSTRAINT "swap_offers_takes" CHECK(("swap_offers"."takes_days" is null) = ("swap_offers"."takes_from" is null) and ("swap_offers"."takes_days" is null) = ("swap_offers"."takes_to" is null))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `swap_offers_once` ON `swap_offers` (`school_id`,`session_id`) WHERE state in ('open', 'waiting');--> statement-breakpoint
CREATE INDEX `swap_offers_by_session` ON `swap_offers` (`school_id`,`session_id`);--> statement-breakpoint
CREATE INDEX `swap_offers_by_student` ON `swap_offers` (`school_id`,`student_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `swap_offers_by_state` ON `swap_offers` (`school_id`,`state`,`starts_at`);--> statement-breakpoint
CREATE INDEX `swap_offers_by_creation` ON `swap_offers` (`school_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `swap_requests` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`offer_id` text NOT NULL,
	`session_id` text NOT NULL,
	`student_id` text NOT NULL,
	`asked_by` text,
	`starts_at` integer NOT NULL,
	`state` text DEFAULT 'asked' NOT NULL,
	`closed_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`offer_id`) REFERENCES `swap_offers`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`session_id`) REFERENCES `sessions`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`asked_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "swap_requests_state" CHECK("swap_requests"."state" in ('asked', 'accepted', 'done', 'declined', 'withdrawn', 'refused', 'ended', 'undone')),
	CONSTRAINT "swap_requests_closed" CHECK(("swap_requests"."state" in ('asked', 'accepted')) = ("swap_requests"."closed_at" is null))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `swap_requests_once` ON `swap_requests` (`school_id`,`offer_id`,`session_id`) WHERE state in ('asked', 'accepted');--> statement-breakpoint
CREATE UNIQUE INDEX `swap_requests_agreed` ON `swap_requests` (`school_id`,`offer_id`) WHERE state in ('accepted', 'done', 'undone');--> statement-breakpoint
CREATE INDEX `swap_requests_standing` ON `swap_requests` (`school_id`,`starts_at`) WHERE state in ('asked', 'accepted');--> statement-breakpoint
CREATE INDEX `swap_requests_by_offer` ON `swap_requests` (`school_id`,`offer_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `swap_requests_by_session` ON `swap_requests` (`school_id`,`session_id`);--> statement-breakpoint
CREATE INDEX `swap_requests_by_student` ON `swap_requests` (`school_id`,`student_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `task_items` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`task_id` text NOT NULL,
	`position` integer NOT NULL,
	`subject_id` text NOT NULL,
	`name` text NOT NULL,
	`detail` text,
	`state` text NOT NULL,
	`note` text,
	`made` text,
	`before` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`task_id`) REFERENCES `tasks`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "task_items_state" CHECK("task_items"."state" in ('waiting', 'done', 'excepted'))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `task_items_in_order` ON `task_items` (`school_id`,`task_id`,`position`);--> statement-breakpoint
CREATE INDEX `task_items_by_state` ON `task_items` (`school_id`,`task_id`,`state`,`position`);--> statement-breakpoint
CREATE TABLE `tasks` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`kind` text NOT NULL,
	`started_by` text,
	`form_key` text,
	`about` text NOT NULL,
	`state` text NOT NULL,
	`total` integer NOT NULL,
	`done` integer DEFAULT 0 NOT NULL,
	`excepted` integer DEFAULT 0 NOT NULL,
	`result` text DEFAULT '{}' NOT NULL,
	`finished_at` integer,
	`undoes` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`started_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`undoes`) REFERENCES `tasks`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "tasks_kind" CHECK("tasks"."kind" in ('send-invoices', 'save-drafts', 'send-reminders', 'send-message', 'cancel-lessons', 'move-lessons', 'tell-closure', 'restore-lessons', 'arrange-lessons', 'undo-arrangement', 'export-school', 'invite-people', 'change-statuses', 'enroll-students', 'set-own-prices', 'set-class-prices', 'end-classes', 'roll-over-classes', 'issue-drafts', 'void-invoices', 'undo-run', 'merge-families', 'merge-guardians', 'merge-students', 'merge-teachers', 'set-answers', 'try-rules', 'undo', 'approve-pay', 'lock-pay', 'hand-over-classes', 'tell-occasion')),
	CONSTRAINT "tasks_state" CHECK("tasks"."state" in ('waiting', 'running', 'finished', 'canceled', 'failed')),
	CONSTRAINT "tasks_done" CHECK("tasks"."done" between "tasks"."excepted" and "tasks"."total")
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `tasks_undone_once` ON `tasks` (`school_id`,`undoes`) WHERE undoes is not null;--> statement-breakpoint
CREATE INDEX `tasks_by_time` ON `tasks` (`school_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `tasks_by_form` ON `tasks` (`school_id`,`form_key`) WHERE form_key is not null;--> statement-breakpoint
CREATE INDEX `tasks_under_way` ON `tasks` (`school_id`,`created_at`) WHERE state in ('waiting', 'running', 'failed');--> statement-breakpoint
CREATE TABLE `taught_sums` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`marked_count` integer NOT NULL,
	`attended_count` integer NOT NULL,
	`lessons` text NOT NULL, `lesson_groups` text DEFAULT '[]' NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;--> statement-breakpoint
CREATE TABLE `tax_rates` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`name` text NOT NULL,
	`rate` integer NOT NULL,
	`is_default` integer DEFAULT false NOT NULL,
	`archived_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "tax_rates_rate" CHECK("tax_rates"."rate" between 0 and 100000),
	CONSTRAINT "tax_rates_offered" CHECK("tax_rates"."is_default" = 0 or "tax_rates"."archived_at" is null)
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `tax_rates_name` ON `tax_rates` (`school_id`,lower(name));--> statement-breakpoint
CREATE UNIQUE INDEX `tax_rates_default` ON `tax_rates` (`school_id`) WHERE is_default = 1;--> statement-breakpoint
CREATE TABLE `teacher_availability` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`teacher_id` text NOT NULL,
	`weekday` integer NOT NULL,
	`from_time` text NOT NULL,
	`to_time` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`teacher_id`) REFERENCES `teachers`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "teacher_availability_weekday" CHECK("teacher_availability"."weekday" between 1 and 7),
	CONSTRAINT "teacher_availability_order" CHECK("teacher_availability"."from_time" < "teacher_availability"."to_time")
) STRICT;--> statement-breakpoint
CREATE INDEX `teacher_availability_by_teacher` ON `teacher_availability` (`school_id`,`teacher_id`,`weekday`,`from_time`);--> statement-breakpoint
CREATE TABLE `teachers` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`name` text NOT NULL,
	`email` text,
	`instruments` text,
	`about` text,
	`member_id` text,
	`deactivated_at` integer, `erased_at` integer, `phone` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;--> statement-breakpoint
CREATE INDEX `teachers_by_name` ON `teachers` (`school_id`,name collate nocase,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `teachers_member` ON `teachers` (`school_id`,`member_id`);--> statement-breakpoint
CREATE TABLE `terms` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`name` text NOT NULL,
	`starts_on` text NOT NULL,
	`ends_on` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "terms_order" CHECK("terms"."starts_on" <= "terms"."ends_on")
) STRICT;--> statement-breakpoint
CREATE INDEX `terms_by_date` ON `terms` (`school_id`,`starts_on`);--> statement-breakpoint
CREATE TABLE `time_off` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`teacher_id` text NOT NULL,
	`starts_on` text NOT NULL,
	`ends_on` text NOT NULL,
	`from_time` text,
	`to_time` text,
	`reason` text,
	`state` text DEFAULT 'requested' NOT NULL,
	`requested_by` text,
	`decided_by` text,
	`decided_at` integer,
	`answer` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`teacher_id`) REFERENCES `teachers`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`requested_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`decided_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "time_off_state" CHECK("time_off"."state" in ('requested', 'approved', 'declined', 'withdrawn')),
	CONSTRAINT "time_off_order" CHECK("time_off"."starts_on" <= "time_off"."ends_on"),
	CONSTRAINT "time_off_hours" CHECK("time_off"."starts_on" < "time_off"."ends_on" or coalesce("time_off"."from_time", '') < coalesce("time_off"."to_time", '~'))
) STRICT;--> statement-breakpoint
CREATE INDEX `time_off_by_teacher` ON `time_off` (`school_id`,`teacher_id`,`starts_on`);--> statement-breakpoint
CREATE INDEX `time_off_by_date` ON `time_off` (`school_id`,`starts_on`,`ends_on`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text,
	`username` text,
	`phone` text,
	`time_zone` text,
	`password_hash` text,
	`is_super_admin` integer DEFAULT false NOT NULL,
	`staff_roles` text DEFAULT 'support,money,operations' NOT NULL,
	`must_change_password` integer DEFAULT false NOT NULL,
	`email_proven_at` integer,
	`created_at` integer NOT NULL,
	CONSTRAINT "users_reachable" CHECK("users"."email" is not null or "users"."username" is not null),
	CONSTRAINT "users_folded" CHECK("users"."email" = lower("users"."email"))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_username` ON `users` (`username`);--> statement-breakpoint
CREATE TABLE `waiting_places` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`class_id` text NOT NULL,
	`student_id` text NOT NULL,
	`state` text NOT NULL,
	`offer_until` integer,
	`prerequisite_reason` text,
	`closed_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`class_id`) REFERENCES `classes`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "waiting_places_state" CHECK("waiting_places"."state" in ('waiting', 'offered', 'taken', 'declined', 'expired', 'withdrawn')),
	CONSTRAINT "waiting_places_offer" CHECK("waiting_places"."state" <> 'offered' or "waiting_places"."offer_until" is not null),
	CONSTRAINT "waiting_places_closed" CHECK(("waiting_places"."state" in ('waiting', 'offered')) = ("waiting_places"."closed_at" is null))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `waiting_places_once` ON `waiting_places` (`school_id`,`class_id`,`student_id`) WHERE state in ('waiting', 'offered');--> statement-breakpoint
CREATE INDEX `waiting_places_by_student` ON `waiting_places` (`school_id`,`student_id`);--> statement-breakpoint
CREATE INDEX `waiting_places_waiting` ON `waiting_places` (`school_id`,`class_id`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `waiting_places_offered` ON `waiting_places` (`school_id`,`offer_until`) WHERE state = 'offered';--> statement-breakpoint
CREATE TABLE `waivers` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`seat_id` text NOT NULL,
	`reason` text NOT NULL,
	`waived_by` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`seat_id`) REFERENCES `seats`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`waived_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `waivers_once` ON `waivers` (`school_id`,`seat_id`);--> statement-breakpoint
CREATE TABLE `work_kinds` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`name` text NOT NULL,
	`is_hourly` integer NOT NULL,
	`amount_minor` integer NOT NULL,
	`archived_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "work_kinds_amount" CHECK("work_kinds"."amount_minor" > 0)
) STRICT;--> statement-breakpoint
CREATE INDEX `work_kinds_by_school` ON `work_kinds` (`school_id`,`archived_at`);--> statement-breakpoint
CREATE TABLE `write_offs` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`family_id` text NOT NULL,
	`invoice_id` text NOT NULL,
	`undoes_id` text,
	`amount_minor` integer NOT NULL,
	`reason` text NOT NULL,
	`written_off_on` text NOT NULL,
	`written_off_at` integer NOT NULL,
	`written_off_by` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`family_id`) REFERENCES `families`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`invoice_id`) REFERENCES `invoices`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`undoes_id`) REFERENCES `write_offs`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`written_off_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "write_offs_sign" CHECK(("write_offs"."undoes_id" is null) = ("write_offs"."amount_minor" > 0) and "write_offs"."amount_minor" <> 0)
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `write_offs_undone_once` ON `write_offs` (`school_id`,`undoes_id`);--> statement-breakpoint
CREATE INDEX `write_offs_by_family` ON `write_offs` (`school_id`,`family_id`,`written_off_at`);--> statement-breakpoint
CREATE INDEX `write_offs_by_invoice` ON `write_offs` (`school_id`,`invoice_id`);--> statement-breakpoint
CREATE TRIGGER account_moves_frozen BEFORE UPDATE ON account_moves
BEGIN
  SELECT RAISE(ABORT, 'what was moved between accounts is never edited');
END;--> statement-breakpoint
CREATE TRIGGER account_moves_kept BEFORE DELETE ON account_moves
WHEN NOT EXISTS (SELECT 1 FROM schools s WHERE s.id = old.school_id AND s.erasing_since IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'what was moved between accounts is kept');
END;--> statement-breakpoint
CREATE TRIGGER allocations_frozen BEFORE UPDATE ON allocations
BEGIN
  SELECT RAISE(ABORT, 'what settles an invoice is never edited');
END;--> statement-breakpoint
CREATE TRIGGER allocations_kept BEFORE DELETE ON allocations
WHEN NOT EXISTS (SELECT 1 FROM schools s WHERE s.id = old.school_id AND s.erasing_since IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'what settles an invoice is kept');
END;--> statement-breakpoint
CREATE TRIGGER allocations_settle AFTER INSERT ON allocations
BEGIN
  UPDATE invoices SET settled_minor = settled_minor + new.amount_minor
  WHERE school_id = new.school_id AND id = new.invoice_id;
END;--> statement-breakpoint
CREATE TRIGGER charge_discounts_frozen BEFORE UPDATE ON charge_discounts
BEGIN
  SELECT RAISE(ABORT, 'a discount that was given is never edited');
END;--> statement-breakpoint
CREATE TRIGGER credit_note_lines_claim AFTER INSERT ON credit_note_lines WHEN new.charge_id IS NOT NULL
BEGIN
  UPDATE charges SET billed_lines = billed_lines + 1 WHERE school_id = new.school_id AND id = new.charge_id;
END;--> statement-breakpoint
CREATE TRIGGER credit_note_lines_credit AFTER INSERT ON credit_note_lines WHEN new.invoice_line_id IS NOT NULL
BEGIN
  UPDATE charges SET credited_net_minor = credited_net_minor + new.amount_minor - new.tax_minor
  WHERE school_id = new.school_id AND id = (
    SELECT coalesce(l.charge_id, l.part_of_charge_id) FROM invoice_lines l
    WHERE l.school_id = new.school_id AND l.id = new.invoice_line_id
  );
END;--> statement-breakpoint
CREATE TRIGGER credit_note_lines_frozen BEFORE UPDATE ON credit_note_lines
BEGIN
  SELECT RAISE(ABORT, 'the lines of a credit note are frozen');
END;--> statement-breakpoint
CREATE TRIGGER credit_note_lines_kept BEFORE DELETE ON credit_note_lines
WHEN NOT EXISTS (SELECT 1 FROM schools s WHERE s.id = old.school_id AND s.erasing_since IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'the lines of a credit note are kept');
END;--> statement-breakpoint
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
END;--> statement-breakpoint
CREATE TRIGGER credit_notes_kept BEFORE DELETE ON credit_notes
WHEN NOT EXISTS (SELECT 1 FROM schools s WHERE s.id = old.school_id AND s.erasing_since IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'a credit note is kept');
END;--> statement-breakpoint
CREATE TRIGGER events_kept BEFORE DELETE ON events
WHEN NOT EXISTS (SELECT 1 FROM cancelled_registrations WHERE id = old.school_id)
  AND NOT EXISTS (SELECT 1 FROM schools s WHERE s.id = old.school_id AND s.erasing_since IS NOT NULL)
  AND NOT EXISTS (
    SELECT 1 FROM sample_records r
    WHERE r.school_id = old.school_id AND r.noun_id IN (
      old.noun_id,
      (SELECT class_id FROM sessions x WHERE x.school_id = old.school_id AND x.id = old.noun_id),
      (SELECT student_id FROM enrollments x WHERE x.school_id = old.school_id AND x.id = old.noun_id),
      (SELECT student_id FROM seats x WHERE x.school_id = old.school_id AND x.id = old.noun_id),
      (SELECT student_id FROM make_up_credits x WHERE x.school_id = old.school_id AND x.id = old.noun_id),
      (SELECT teacher_id FROM time_off x WHERE x.school_id = old.school_id AND x.id = old.noun_id),
      (SELECT student_id FROM charges x WHERE x.school_id = old.school_id AND x.id = old.noun_id),
      (SELECT family_id FROM invoices x WHERE x.school_id = old.school_id AND x.id = old.noun_id AND x.state = 'draft')
    )
  )
BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;--> statement-breakpoint
CREATE TRIGGER events_once BEFORE INSERT ON events
WHEN EXISTS (SELECT 1 FROM events WHERE school_id = new.school_id AND id = new.id)
BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;--> statement-breakpoint
CREATE TRIGGER events_unchanged BEFORE UPDATE ON events
WHEN new.school_id IS NOT old.school_id
  OR new.id IS NOT old.id
  OR new.created_at IS NOT old.created_at
  OR new.member_id IS NOT old.member_id
  OR new.verb IS NOT old.verb
  OR new.noun IS NOT old.noun
  OR new.noun_id IS NOT old.noun_id
  OR (new.before IS NULL) <> (old.before IS NULL)
  OR (new.after IS NULL) <> (old.after IS NULL)
  OR (
    new.actor_name IS NOT old.actor_name
    AND NOT EXISTS (
      SELECT 1 FROM erasures e
      WHERE e.school_id = old.school_id
        AND (e.person ->> 'memberId' = old.member_id OR old.actor_name IN (SELECT value FROM json_each(e.person, '$.names')))
    )
  )
  OR EXISTS (
    SELECT fullkey FROM json_tree(json_array(json(new.before), json(new.after)))
    EXCEPT
    SELECT fullkey FROM json_tree(json_array(json(old.before), json(old.after)))
  )
  OR EXISTS (
    SELECT fullkey FROM json_tree(json_array(json(old.before), json(old.after)))
    EXCEPT
    SELECT fullkey FROM json_tree(json_array(json(new.before), json(new.after)))
  )
  OR EXISTS (
    SELECT 1 FROM (
      SELECT fullkey, type, atom FROM json_tree(json_array(json(new.before), json(new.after)))
      EXCEPT
      SELECT fullkey, type, atom FROM json_tree(json_array(json(old.before), json(old.after)))
    ) now
    WHERE now.type NOT IN ('text', 'null')
  )
  OR EXISTS (
    SELECT 1 FROM (
      SELECT fullkey, key, type, atom FROM json_tree(json_array(json(old.before), json(old.after)))
      EXCEPT
      SELECT fullkey, key, type, atom FROM json_tree(json_array(json(new.before), json(new.after)))
    ) was
    WHERE was.type <> 'text'
      OR NOT EXISTS (
        SELECT 1 FROM erasures e
        WHERE e.school_id = old.school_id
          AND (
            EXISTS (SELECT 1 FROM json_each(e.person, '$.said') said WHERE instr(lower(was.atom), lower(said.value)))
            OR (
              old.noun_id IN (SELECT value FROM json_each(e.person, '$.ids') UNION ALL SELECT e.person ->> 'familyId')
              AND (old.verb = 'answer' OR was.key IN (SELECT value FROM json_each(e.person, '$.facts')))
            )
            OR (
              was.key IN (SELECT value FROM json_each(e.person, '$.facts'))
              AND EXISTS (
                SELECT 1 FROM json_each(e.person, '$.ids') ids
                WHERE instr(coalesce(old.before, '') || coalesce(old.after, ''), json_quote(ids.value))
              )
            )
          )
      )
  )
BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;--> statement-breakpoint
CREATE TRIGGER invoice_lines_claim AFTER INSERT ON invoice_lines WHEN new.charge_id IS NOT NULL AND new.released_at IS NULL
BEGIN
  UPDATE charges SET billed_lines = billed_lines + 1 WHERE school_id = new.school_id AND id = new.charge_id;
END;--> statement-breakpoint
CREATE TRIGGER invoice_lines_claim_changed AFTER UPDATE OF charge_id, released_at ON invoice_lines
BEGIN
  UPDATE charges SET billed_lines = billed_lines - 1
  WHERE old.released_at IS NULL AND school_id = old.school_id AND id = old.charge_id;
  UPDATE charges SET billed_lines = billed_lines + 1
  WHERE new.released_at IS NULL AND school_id = new.school_id AND id = new.charge_id;
END;--> statement-breakpoint
CREATE TRIGGER invoice_lines_claim_removed AFTER DELETE ON invoice_lines WHEN old.charge_id IS NOT NULL AND old.released_at IS NULL
BEGIN
  UPDATE charges SET billed_lines = billed_lines - 1 WHERE school_id = old.school_id AND id = old.charge_id;
END;--> statement-breakpoint
CREATE TRIGGER invoice_lines_closed BEFORE INSERT ON invoice_lines
WHEN (SELECT state FROM invoices WHERE school_id = new.school_id AND id = new.invoice_id) <> 'draft'
BEGIN
  SELECT RAISE(ABORT, 'an issued invoice takes no more lines');
END;--> statement-breakpoint
CREATE TRIGGER invoice_lines_frozen BEFORE UPDATE ON invoice_lines
WHEN (SELECT state FROM invoices WHERE school_id = old.school_id AND id = old.invoice_id) <> 'draft' AND (
  new.invoice_id <> old.invoice_id
  OR new.charge_id IS NOT old.charge_id
  OR new.part_of_charge_id IS NOT old.part_of_charge_id
  OR new.student_name IS NOT old.student_name
  OR new.description <> old.description
  OR new.reason <> old.reason
  OR new.occurred_on <> old.occurred_on
  OR new.amount_minor <> old.amount_minor
  OR new.tax_name IS NOT old.tax_name
  OR new.tax_rate IS NOT old.tax_rate
  OR new.tax_is_added <> old.tax_is_added
  OR new.tax_minor <> old.tax_minor
)
BEGIN
  SELECT RAISE(ABORT, 'the lines of an issued invoice are frozen');
END;--> statement-breakpoint
CREATE TRIGGER invoice_lines_kept BEFORE DELETE ON invoice_lines
WHEN (SELECT state FROM invoices WHERE school_id = old.school_id AND id = old.invoice_id) <> 'draft'
  AND NOT EXISTS (SELECT 1 FROM schools s WHERE s.id = old.school_id AND s.erasing_since IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'the lines of an issued invoice are kept');
END;--> statement-breakpoint
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
END;--> statement-breakpoint
CREATE TRIGGER invoices_kept BEFORE DELETE ON invoices
WHEN old.state <> 'draft' AND NOT EXISTS (SELECT 1 FROM schools s WHERE s.id = old.school_id AND s.erasing_since IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'an issued invoice is kept');
END;--> statement-breakpoint
CREATE TRIGGER marks_added AFTER INSERT ON marks WHEN new.superseded_at IS NULL AND new.code <> 'cancelled'
BEGIN
  UPDATE sessions SET marked_count = marked_count + 1, attended_count = attended_count + new.counts_as_attended
  WHERE school_id = new.school_id
    AND id = (SELECT session_id FROM seats WHERE school_id = new.school_id AND id = new.seat_id);
END;--> statement-breakpoint
CREATE TRIGGER marks_removed AFTER DELETE ON marks WHEN old.superseded_at IS NULL AND old.code <> 'cancelled'
BEGIN
  UPDATE sessions SET marked_count = marked_count - 1, attended_count = attended_count - old.counts_as_attended
  WHERE school_id = old.school_id
    AND id = (SELECT session_id FROM seats WHERE school_id = old.school_id AND id = old.seat_id);
END;--> statement-breakpoint
CREATE TRIGGER marks_superseded AFTER UPDATE OF superseded_at ON marks WHEN old.superseded_at IS NULL AND new.superseded_at IS NOT NULL AND old.code <> 'cancelled'
BEGIN
  UPDATE sessions SET marked_count = marked_count - 1, attended_count = attended_count - old.counts_as_attended
  WHERE school_id = old.school_id
    AND id = (SELECT session_id FROM seats WHERE school_id = old.school_id AND id = old.seat_id);
END;--> statement-breakpoint
CREATE TRIGGER package_uses_frozen BEFORE UPDATE ON package_uses
WHEN old.released_at IS NOT NULL
  OR new.package_id IS NOT old.package_id
  OR new.seat_id <> old.seat_id
  OR new.units <> old.units
BEGIN
  SELECT RAISE(ABORT, 'what was taken from a package is only released');
END;--> statement-breakpoint
CREATE TRIGGER package_uses_within BEFORE INSERT ON package_uses
WHEN new.package_id IS NOT NULL AND (
  SELECT coalesce(sum(units), 0) FROM package_uses
  WHERE school_id = new.school_id AND package_id = new.package_id AND released_at IS NULL
) + new.units > (SELECT lessons * 100 FROM packages WHERE school_id = new.school_id AND id = new.package_id)
BEGIN
  SELECT RAISE(ABORT, 'a package gives no more lessons than it has');
END;--> statement-breakpoint
CREATE TRIGGER pay_slip_lines_frozen BEFORE UPDATE ON pay_slip_lines
WHEN (new.school_id, new.id, new.created_at, new.slip_id, new.position, new.kind, new.session_id, new.extra_work_id,
    new.occurred_on, new.minutes, new.rule, new.amount_minor)
    IS NOT (old.school_id, old.id, old.created_at, old.slip_id, old.position, old.kind, old.session_id, old.extra_work_id,
    old.occurred_on, old.minutes, old.rule, old.amount_minor)
  OR (
    new.description IS NOT old.description
    AND NOT EXISTS (
      SELECT 1 FROM erasures e, json_each(e.person, '$.said') said
      WHERE e.school_id = old.school_id AND instr(lower(old.description), lower(said.value))
    )
  )
BEGIN
  SELECT RAISE(ABORT, 'the lines of a payslip are frozen');
END;--> statement-breakpoint
CREATE TRIGGER pay_slip_lines_kept BEFORE DELETE ON pay_slip_lines
WHEN (SELECT state FROM pay_slips WHERE school_id = old.school_id AND id = old.slip_id) = 'locked'
  AND NOT EXISTS (SELECT 1 FROM schools s WHERE s.id = old.school_id AND s.erasing_since IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'the lines of a locked payslip are kept');
END;--> statement-breakpoint
CREATE TRIGGER pay_slips_frozen BEFORE UPDATE ON pay_slips
WHEN new.total_minor <> old.total_minor OR new.period_from <> old.period_from OR new.period_to <> old.period_to
  OR old.state = 'locked' AND (
    (new.school_id, new.id, new.created_at, new.state, new.currency, new.booked_on, new.approved_by, new.locked_at)
      IS NOT (old.school_id, old.id, old.created_at, old.state, old.currency, old.booked_on, old.approved_by, old.locked_at)
    OR (
      (new.teacher_name, new.approved_name, new.locked_name)
        IS NOT (old.teacher_name, old.approved_name, old.locked_name)
      AND NOT EXISTS (
        SELECT 1 FROM erasures e
        WHERE e.school_id = old.school_id
          AND (new.teacher_name IS old.teacher_name
            OR (new.teacher_name IS e.person ->> 'erasedName' AND old.teacher_id IS e.person ->> 'teacherId'))
          AND (new.approved_name IS old.approved_name
            OR (new.approved_name IS e.person ->> 'erasedName' AND old.approved_by IS e.person ->> 'memberId'))
          AND (new.locked_name IS old.locked_name
            OR (new.locked_name IS e.person ->> 'erasedName'
              AND old.locked_name IN (SELECT value FROM json_each(e.person, '$.names'))))
      )
    )
  )
BEGIN
  SELECT RAISE(ABORT, 'a payslip is frozen');
END;--> statement-breakpoint
CREATE TRIGGER pay_slips_kept BEFORE DELETE ON pay_slips
WHEN old.state = 'locked' AND NOT EXISTS (SELECT 1 FROM schools s WHERE s.id = old.school_id AND s.erasing_since IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'a locked payslip is kept');
END;--> statement-breakpoint
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
CREATE TRIGGER schools_currency_fixed BEFORE UPDATE OF currency ON schools
WHEN new.currency <> old.currency AND (
  EXISTS (SELECT 1 FROM invoices WHERE school_id = old.id AND state <> 'draft')
  OR EXISTS (SELECT 1 FROM credit_notes WHERE school_id = old.id)
  OR EXISTS (SELECT 1 FROM payments WHERE school_id = old.id AND reversed_at IS NULL)
)
BEGIN
  SELECT RAISE(ABORT, 'the currency is fixed once money of it is on file');
END;--> statement-breakpoint
CREATE TRIGGER staff_acts_frozen BEFORE UPDATE ON staff_acts
WHEN new.user_id IS NOT NULL
  OR new.school_id IS NOT old.school_id
  OR new.id <> old.id
  OR new.created_at <> old.created_at
  OR new.staff_name <> old.staff_name
  OR new.verb <> old.verb
  OR new.about <> old.about
  OR new.reason <> old.reason
  OR new.told <> old.told
BEGIN
  SELECT RAISE(ABORT, 'what staff did is append-only');
END;--> statement-breakpoint
CREATE TRIGGER staff_acts_kept BEFORE DELETE ON staff_acts
WHEN NOT EXISTS (SELECT 1 FROM schools s WHERE s.id = old.school_id AND s.erasing_since IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'what staff did is append-only');
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_charge_added AFTER INSERT ON charges WHEN new.seat_id IS NOT NULL
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id = (
    SELECT x.local_date FROM seats s CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE s.school_id = new.school_id AND s.id = new.seat_id
  );
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_charge_changed AFTER UPDATE OF seat_id, amount_minor, tax_minor, credited_net_minor, withdrawn_at ON charges WHEN coalesce(old.seat_id, new.seat_id) IS NOT NULL
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id = (
    SELECT x.local_date FROM seats s CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE s.school_id = old.school_id AND s.id = old.seat_id
  );
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id = (
    SELECT x.local_date FROM seats s CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE s.school_id = new.school_id AND s.id = new.seat_id
  );
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_charge_removed AFTER DELETE ON charges WHEN old.seat_id IS NOT NULL
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id = (
    SELECT x.local_date FROM seats s CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE s.school_id = old.school_id AND s.id = old.seat_id
  );
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_co_substitute_added AFTER INSERT ON co_substitutes
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id = (
    SELECT x.local_date FROM sessions x WHERE x.school_id = new.school_id AND x.id = new.session_id
  );
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_co_substitute_changed AFTER UPDATE OF session_id, teacher_id, substitute_id ON co_substitutes
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id = (
    SELECT x.local_date FROM sessions x WHERE x.school_id = old.school_id AND x.id = old.session_id
  );
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id = (
    SELECT x.local_date FROM sessions x WHERE x.school_id = new.school_id AND x.id = new.session_id
  );
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_co_substitute_removed AFTER DELETE ON co_substitutes
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id = (
    SELECT x.local_date FROM sessions x WHERE x.school_id = old.school_id AND x.id = old.session_id
  );
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_co_teacher_added AFTER INSERT ON class_teachers
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (
    SELECT x.local_date FROM sessions x WHERE x.school_id = new.school_id AND x.class_id = new.class_id
      AND x.local_date >= new.starts_on AND (new.ends_on IS NULL OR x.local_date <= new.ends_on)
  );
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_co_teacher_changed AFTER UPDATE OF class_id, teacher_id, starts_on, ends_on ON class_teachers
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (
    SELECT x.local_date FROM sessions x WHERE x.school_id = new.school_id AND x.class_id IN (old.class_id, new.class_id)
      AND (old.class_id IS NOT new.class_id OR old.teacher_id IS NOT new.teacher_id
        OR (x.local_date >= old.starts_on AND (old.ends_on IS NULL OR x.local_date <= old.ends_on))
          IS NOT (x.local_date >= new.starts_on AND (new.ends_on IS NULL OR x.local_date <= new.ends_on)))
  );
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_co_teacher_removed AFTER DELETE ON class_teachers
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id IN (
    SELECT x.local_date FROM sessions x WHERE x.school_id = old.school_id AND x.class_id = old.class_id
      AND x.local_date >= old.starts_on AND (old.ends_on IS NULL OR x.local_date <= old.ends_on)
  );
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_correction_added AFTER INSERT ON charges WHEN new.corrects_charge_id IS NOT NULL
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id > (SELECT p.month FROM charges p WHERE p.school_id = new.school_id AND p.id = new.corrects_charge_id)
    AND id < (SELECT p.month FROM charges p WHERE p.school_id = new.school_id AND p.id = new.corrects_charge_id) || '~' AND +id IN (
      SELECT x.local_date FROM charges p CROSS JOIN seats s ON s.school_id = p.school_id AND s.enrollment_id = p.enrollment_id
        CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
      WHERE p.school_id = new.school_id AND p.id = new.corrects_charge_id
    );
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_correction_changed AFTER UPDATE OF corrects_charge_id, source, amount_minor, tax_minor, withdrawn_at ON charges
  WHEN coalesce(old.corrects_charge_id, new.corrects_charge_id) IS NOT NULL
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id > (SELECT p.month FROM charges p WHERE p.school_id = old.school_id AND p.id = old.corrects_charge_id)
    AND id < (SELECT p.month FROM charges p WHERE p.school_id = old.school_id AND p.id = old.corrects_charge_id) || '~' AND +id IN (
      SELECT x.local_date FROM charges p CROSS JOIN seats s ON s.school_id = p.school_id AND s.enrollment_id = p.enrollment_id
        CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
      WHERE p.school_id = old.school_id AND p.id = old.corrects_charge_id
    );
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id > (SELECT p.month FROM charges p WHERE p.school_id = new.school_id AND p.id = new.corrects_charge_id)
    AND id < (SELECT p.month FROM charges p WHERE p.school_id = new.school_id AND p.id = new.corrects_charge_id) || '~' AND +id IN (
      SELECT x.local_date FROM charges p CROSS JOIN seats s ON s.school_id = p.school_id AND s.enrollment_id = p.enrollment_id
        CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
      WHERE p.school_id = new.school_id AND p.id = new.corrects_charge_id
    );
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_correction_removed AFTER DELETE ON charges WHEN old.corrects_charge_id IS NOT NULL
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id > (SELECT p.month FROM charges p WHERE p.school_id = old.school_id AND p.id = old.corrects_charge_id)
    AND id < (SELECT p.month FROM charges p WHERE p.school_id = old.school_id AND p.id = old.corrects_charge_id) || '~' AND +id IN (
      SELECT x.local_date FROM charges p CROSS JOIN seats s ON s.school_id = p.school_id AND s.enrollment_id = p.enrollment_id
        CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
      WHERE p.school_id = old.school_id AND p.id = old.corrects_charge_id
    );
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_enrollment_changed AFTER UPDATE OF starts_on, ends_on ON enrollments
  WHEN (old.starts_on IS NOT new.starts_on OR old.ends_on IS NOT new.ends_on)
    AND EXISTS (SELECT 1 FROM charges c INDEXED BY charges_by_month
      WHERE c.school_id = new.school_id AND c.enrollment_id = new.id AND c.month IS NOT NULL)
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (
    SELECT x.local_date FROM seats s CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE s.school_id = new.school_id AND s.enrollment_id = new.id AND (
      old.ends_on IS NOT new.ends_on
        AND x.local_date > substr(min(coalesce(old.ends_on, '9999-12-31'), coalesce(new.ends_on, '9999-12-31')), 1, 7)
      OR old.starts_on IS NOT new.starts_on AND x.local_date < substr(max(old.starts_on, new.starts_on), 1, 7) || '~'
    )
  );
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_fee_added AFTER INSERT ON charges WHEN new.month IS NOT NULL AND new.enrollment_id IS NOT NULL
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id > new.month AND id < new.month || '~' AND +id IN (
    SELECT x.local_date FROM seats s CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE s.school_id = new.school_id AND s.enrollment_id = new.enrollment_id
  );
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_fee_changed AFTER UPDATE OF enrollment_id, month, source, amount_minor, tax_minor, credited_net_minor, withdrawn_at ON charges
  WHEN coalesce(old.month, new.month) IS NOT NULL AND coalesce(old.enrollment_id, new.enrollment_id) IS NOT NULL
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id > old.month AND id < old.month || '~' AND +id IN (
    SELECT x.local_date FROM seats s CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE s.school_id = old.school_id AND s.enrollment_id = old.enrollment_id
  );
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id > new.month AND id < new.month || '~' AND +id IN (
    SELECT x.local_date FROM seats s CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE s.school_id = new.school_id AND s.enrollment_id = new.enrollment_id
  );
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_fee_removed AFTER DELETE ON charges WHEN old.month IS NOT NULL AND old.enrollment_id IS NOT NULL
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id > old.month AND id < old.month || '~' AND +id IN (
    SELECT x.local_date FROM seats s CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE s.school_id = old.school_id AND s.enrollment_id = old.enrollment_id
  );
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_instrument_changed AFTER UPDATE OF instrument ON classes WHEN old.instrument IS NOT new.instrument
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (
    SELECT part.value FROM sessions x, json_each(json_array(x.local_date, substr(x.local_date, 1, 7))) part
    WHERE x.school_id = new.school_id AND x.class_id = new.id
  );
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_kind_changed AFTER UPDATE OF kind ON classes WHEN old.kind IS NOT new.kind
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (
    SELECT x.local_date FROM sessions x WHERE x.school_id = new.school_id AND x.class_id = new.id
  );
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_mark_added AFTER INSERT ON marks WHEN new.code = 'cancelled'
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id = (
    SELECT x.local_date FROM seats s CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE s.school_id = new.school_id AND s.id = new.seat_id
  );
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_mark_changed AFTER UPDATE OF seat_id, paid_percent, superseded_at ON marks
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id = (
    SELECT x.local_date FROM seats s CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE s.school_id = old.school_id AND s.id = old.seat_id
  );
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id = (
    SELECT x.local_date FROM seats s CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE s.school_id = new.school_id AND s.id = new.seat_id
  );
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_mark_removed AFTER DELETE ON marks WHEN old.code = 'cancelled'
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id = (
    SELECT x.local_date FROM seats s CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE s.school_id = old.school_id AND s.id = old.seat_id
  );
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_month_of_day AFTER DELETE ON taught_sums WHEN length(old.id) = 10
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id = substr(old.id, 1, 7);
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_month_of_fee_added AFTER INSERT ON sessions WHEN new.state = 'planned'
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id > substr(new.local_date, 1, 7) AND id < substr(new.local_date, 1, 7) || '~' AND +id IN (
    SELECT x.local_date FROM sessions x CROSS JOIN seats s ON s.school_id = x.school_id AND s.session_id = x.id
      CROSS JOIN charges c INDEXED BY charges_by_month ON c.school_id = s.school_id AND c.enrollment_id = s.enrollment_id
        AND c.month = substr(new.local_date, 1, 7)
    WHERE x.school_id = new.school_id AND x.class_id = new.class_id
      AND +x.local_date > substr(new.local_date, 1, 7) AND +x.local_date < substr(new.local_date, 1, 7) || '~'
  );
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_month_of_fee_changed AFTER UPDATE OF local_date, state, class_id ON sessions
  WHEN old.local_date IS NOT new.local_date OR old.state IS NOT new.state OR old.class_id IS NOT new.class_id
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id > substr(old.local_date, 1, 7) AND id < substr(old.local_date, 1, 7) || '~' AND +id IN (
    SELECT x.local_date FROM sessions x CROSS JOIN seats s ON s.school_id = x.school_id AND s.session_id = x.id
      CROSS JOIN charges c INDEXED BY charges_by_month ON c.school_id = s.school_id AND c.enrollment_id = s.enrollment_id
        AND c.month = substr(old.local_date, 1, 7)
    WHERE x.school_id = old.school_id AND x.class_id = old.class_id
      AND +x.local_date > substr(old.local_date, 1, 7) AND +x.local_date < substr(old.local_date, 1, 7) || '~'
  );
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id > substr(new.local_date, 1, 7) AND id < substr(new.local_date, 1, 7) || '~' AND +id IN (
    SELECT x.local_date FROM sessions x CROSS JOIN seats s ON s.school_id = x.school_id AND s.session_id = x.id
      CROSS JOIN charges c INDEXED BY charges_by_month ON c.school_id = s.school_id AND c.enrollment_id = s.enrollment_id
        AND c.month = substr(new.local_date, 1, 7)
    WHERE x.school_id = new.school_id AND x.class_id = new.class_id
      AND +x.local_date > substr(new.local_date, 1, 7) AND +x.local_date < substr(new.local_date, 1, 7) || '~'
  );
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_month_of_fee_removed AFTER DELETE ON sessions WHEN old.state = 'planned'
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id > substr(old.local_date, 1, 7) AND id < substr(old.local_date, 1, 7) || '~' AND +id IN (
    SELECT x.local_date FROM sessions x CROSS JOIN seats s ON s.school_id = x.school_id AND s.session_id = x.id
      CROSS JOIN charges c INDEXED BY charges_by_month ON c.school_id = s.school_id AND c.enrollment_id = s.enrollment_id
        AND c.month = substr(old.local_date, 1, 7)
    WHERE x.school_id = old.school_id AND x.class_id = old.class_id
      AND +x.local_date > substr(old.local_date, 1, 7) AND +x.local_date < substr(old.local_date, 1, 7) || '~'
  );
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_package_changed AFTER UPDATE OF lessons ON packages WHEN old.lessons IS NOT new.lessons
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (
    SELECT x.local_date FROM package_uses u CROSS JOIN seats s ON s.school_id = u.school_id AND s.id = u.seat_id
      CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE u.school_id = new.school_id AND u.package_id = new.id
  );
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_package_charge_changed AFTER UPDATE OF package_id, source, amount_minor, tax_minor, credited_net_minor, withdrawn_at ON charges WHEN coalesce(old.package_id, new.package_id) IS NOT NULL
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id IN (
    SELECT x.local_date FROM package_uses u CROSS JOIN seats s ON s.school_id = u.school_id AND s.id = u.seat_id
      CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE u.school_id = old.school_id AND u.package_id = old.package_id
  );
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (
    SELECT x.local_date FROM package_uses u CROSS JOIN seats s ON s.school_id = u.school_id AND s.id = u.seat_id
      CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE u.school_id = new.school_id AND u.package_id = new.package_id
  );
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_package_charge_removed AFTER DELETE ON charges WHEN old.source = 'package'
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id IN (
    SELECT x.local_date FROM package_uses u CROSS JOIN seats s ON s.school_id = u.school_id AND s.id = u.seat_id
      CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE u.school_id = old.school_id AND u.package_id = old.package_id
  );
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_package_charged AFTER INSERT ON charges WHEN new.source = 'package'
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (
    SELECT x.local_date FROM package_uses u CROSS JOIN seats s ON s.school_id = u.school_id AND s.id = u.seat_id
      CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE u.school_id = new.school_id AND u.package_id = new.package_id
  );
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_package_use_changed AFTER UPDATE OF package_id, seat_id, units, released_at ON package_uses
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id = (
    SELECT x.local_date FROM seats s CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE s.school_id = old.school_id AND s.id = old.seat_id
  );
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id = (
    SELECT x.local_date FROM seats s CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE s.school_id = new.school_id AND s.id = new.seat_id
  );
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_package_use_removed AFTER DELETE ON package_uses WHEN old.package_id IS NOT NULL
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id = (
    SELECT x.local_date FROM seats s CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE s.school_id = old.school_id AND s.id = old.seat_id
  );
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_package_used AFTER INSERT ON package_uses WHEN new.package_id IS NOT NULL
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id = (
    SELECT x.local_date FROM seats s CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE s.school_id = new.school_id AND s.id = new.seat_id
  );
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_seat_added AFTER INSERT ON seats WHEN new.enrollment_id IS NOT NULL
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id = (
    SELECT x.local_date FROM sessions x WHERE x.school_id = new.school_id AND x.id = new.session_id
  );
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_seat_changed AFTER UPDATE OF session_id, enrollment_id ON seats
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id = (
    SELECT x.local_date FROM sessions x WHERE x.school_id = old.school_id AND x.id = old.session_id
  );
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id = (
    SELECT x.local_date FROM sessions x WHERE x.school_id = new.school_id AND x.id = new.session_id
  );
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_seat_removed AFTER DELETE ON seats
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id = (
    SELECT x.local_date FROM sessions x WHERE x.school_id = old.school_id AND x.id = old.session_id
  );
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_session_added AFTER INSERT ON sessions
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id = new.local_date;
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_session_changed AFTER UPDATE OF local_date, start_time, minutes, ends_at, teacher_id, class_id, state, marked_count, attended_count, register_taken_at ON sessions
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (old.local_date, new.local_date);
END;--> statement-breakpoint
CREATE TRIGGER taught_sums_session_removed AFTER DELETE ON sessions
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id = old.local_date;
END;--> statement-breakpoint
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
END;--> statement-breakpoint
CREATE TRIGGER write_offs_kept BEFORE DELETE ON write_offs
WHEN NOT EXISTS (SELECT 1 FROM schools s WHERE s.id = old.school_id AND s.erasing_since IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'a write-off is kept');
END;--> statement-breakpoint
INSERT INTO `change_signs` (`owner`, `sign`) VALUES ('', random());
