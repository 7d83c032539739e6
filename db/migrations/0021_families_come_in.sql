ALTER TABLE `waiting_places` ADD `offer_from` text;--> statement-breakpoint
CREATE TABLE `opening_balances` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`family_id` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`as_of` text NOT NULL,
	`payment_id` text,
	`recorded_by` text,
	`removed_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`family_id`) REFERENCES `families`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`payment_id`) REFERENCES `payments`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`recorded_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "opening_balances_amount" CHECK("opening_balances"."amount_minor" <> 0),
	CONSTRAINT "opening_balances_credit" CHECK(("opening_balances"."amount_minor" < 0) = ("opening_balances"."payment_id" is not null))
) STRICT;
--> statement-breakpoint
CREATE INDEX `opening_balances_by_family` ON `opening_balances` (`school_id`,`family_id`);--> statement-breakpoint
DROP INDEX `expense_categories_name`;--> statement-breakpoint
ALTER TABLE `expense_categories` ADD `is_income` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `expense_categories_name` ON `expense_categories` (`school_id`,`is_income`,lower(name));--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_expenses` (
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
	CONSTRAINT "expenses_amount" CHECK("__new_expenses"."amount_minor" > 0),
	CONSTRAINT "expenses_tax" CHECK("__new_expenses"."tax_minor" between 0 and "__new_expenses"."amount_minor"),
	CONSTRAINT "expenses_method" CHECK("__new_expenses"."method" in ('cash', 'check', 'transfer', 'card', 'zelle', 'venmo', 'paypal')),
	CONSTRAINT "expenses_closed" CHECK("__new_expenses"."closed_account" is null or "__new_expenses"."closed_category" is not null)
) STRICT;
--> statement-breakpoint
-- By hand: the earlier table has neither is_income nor bank_entry_id.
INSERT INTO `__new_expenses`("school_id", "id", "created_at", "spent_on", "category_id", "payee", "amount_minor", "tax_minor", "method", "note", "file_id", "file_name", "added_by", "closed_category", "closed_account", "repeat_id", "extra_work_id") SELECT "school_id", "id", "created_at", "spent_on", "category_id", "payee", "amount_minor", "tax_minor", "method", "note", "file_id", "file_name", "added_by", "closed_category", "closed_account", "repeat_id", "extra_work_id" FROM `expenses`;--> statement-breakpoint
DROP TABLE `expenses`;--> statement-breakpoint
ALTER TABLE `__new_expenses` RENAME TO `expenses`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `expenses_by_bank_entry` ON `expenses` (`school_id`,`bank_entry_id`);--> statement-breakpoint
CREATE INDEX `expenses_by_repeat` ON `expenses` (`school_id`,`repeat_id`,`spent_on`,`id`) WHERE repeat_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `expenses_paid_back_once` ON `expenses` (`school_id`,`extra_work_id`) WHERE extra_work_id is not null;--> statement-breakpoint
CREATE INDEX `expenses_by_day` ON `expenses` (`school_id`,`is_income`,`spent_on`,`id`);--> statement-breakpoint
CREATE INDEX `expenses_by_category` ON `expenses` (`school_id`,`category_id`,`spent_on`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `expenses_by_file` ON `expenses` (`file_id`);--> statement-breakpoint
DROP INDEX `payments_by_day`;--> statement-breakpoint
ALTER TABLE `payments` ADD `is_opening` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `payments_by_day` ON `payments` (`school_id`,`received_on`,`method`,`amount_minor`,`is_opening`);--> statement-breakpoint
CREATE TABLE `open_time_bookings` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`session_id` text NOT NULL,
	`student_id` text NOT NULL,
	`booked_by` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`session_id`) REFERENCES `sessions`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`booked_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `open_time_bookings_by_session` ON `open_time_bookings` (`school_id`,`session_id`);--> statement-breakpoint
CREATE INDEX `open_time_bookings_by_student` ON `open_time_bookings` (`school_id`,`student_id`);--> statement-breakpoint
CREATE TABLE `open_time_rules` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`teacher_id` text,
	`is_on` integer NOT NULL,
	`days_ahead` integer NOT NULL,
	`lead_hours` integer NOT NULL,
	`most` integer NOT NULL,
	`per` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`teacher_id`) REFERENCES `teachers`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "open_time_rules_ahead" CHECK("open_time_rules"."days_ahead" between 1 and 60),
	CONSTRAINT "open_time_rules_lead" CHECK("open_time_rules"."lead_hours" between 0 and 336),
	CONSTRAINT "open_time_rules_most" CHECK("open_time_rules"."most" between 1 and 20),
	CONSTRAINT "open_time_rules_per" CHECK("open_time_rules"."per" in ('week', 'month'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `open_time_rules_by_teacher` ON `open_time_rules` (`school_id`,`teacher_id`);--> statement-breakpoint
ALTER TABLE `package_offers` ADD `is_for_families` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE TABLE `inquiry_details` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`inquiry_id` text NOT NULL,
	`form_id` text,
	`purpose` text,
	`address` text,
	`answers` text DEFAULT '' NOT NULL,
	`answered_at` integer,
	`member_id` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`inquiry_id`) REFERENCES `inquiries`(`school_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`school_id`,`form_id`) REFERENCES `inquiry_forms`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "inquiry_details_purpose" CHECK("inquiry_details"."purpose" in ('any', 'lessons', 'class', 'trial', 'waiting', 'camp'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `inquiry_details_once` ON `inquiry_details` (`school_id`,`inquiry_id`);--> statement-breakpoint
CREATE INDEX `inquiry_details_by_form` ON `inquiry_details` (`school_id`,`form_id`);--> statement-breakpoint
CREATE INDEX `inquiry_details_by_member` ON `inquiry_details` (`school_id`,`member_id`);--> statement-breakpoint
CREATE TABLE `inquiry_form_teachers` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`form_id` text NOT NULL,
	`teacher_id` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`form_id`) REFERENCES `inquiry_forms`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`teacher_id`) REFERENCES `teachers`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `inquiry_form_teachers_once` ON `inquiry_form_teachers` (`school_id`,`form_id`,`teacher_id`);--> statement-breakpoint
CREATE INDEX `inquiry_form_teachers_by_teacher` ON `inquiry_form_teachers` (`school_id`,`teacher_id`);--> statement-breakpoint
CREATE TABLE `inquiry_forms` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`path` text NOT NULL,
	`name` text NOT NULL,
	`intro` text,
	`purpose` text NOT NULL,
	`for_whom` text NOT NULL,
	`fields` text DEFAULT '' NOT NULL,
	`left_out` text DEFAULT '' NOT NULL,
	`is_main` integer DEFAULT false NOT NULL,
	`is_listed` integer DEFAULT true NOT NULL,
	`archived_at` integer,
	`trial_minutes` integer,
	`trial_notice_hours` integer,
	`trial_days_ahead` integer,
	`trial_price_minor` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "inquiry_forms_purpose" CHECK("inquiry_forms"."purpose" in ('any', 'lessons', 'class', 'trial', 'waiting', 'camp')),
	CONSTRAINT "inquiry_forms_for_whom" CHECK("inquiry_forms"."for_whom" in ('any', 'child', 'self')),
	CONSTRAINT "inquiry_forms_main_open" CHECK("inquiry_forms"."is_main" = 0 or "inquiry_forms"."archived_at" is null)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `inquiry_forms_path` ON `inquiry_forms` (`school_id`,`path`);--> statement-breakpoint
CREATE UNIQUE INDEX `inquiry_forms_main` ON `inquiry_forms` (`school_id`) WHERE "inquiry_forms"."is_main" = 1;--> statement-breakpoint
CREATE TABLE `trial_bookings` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`inquiry_id` text NOT NULL,
	`session_id` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`inquiry_id`) REFERENCES `inquiries`(`school_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`school_id`,`session_id`) REFERENCES `sessions`(`school_id`,`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `trial_bookings_by_inquiry` ON `trial_bookings` (`school_id`,`inquiry_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `trial_bookings_once` ON `trial_bookings` (`school_id`,`session_id`);--> statement-breakpoint
-- By hand: the form that each public page had is its first one.
INSERT INTO `inquiry_forms` (`school_id`, `id`, `created_at`, `path`, `name`, `purpose`, `for_whom`, `fields`, `is_main`)
  SELECT `school_id`, '0' || substr(lower(hex(randomblob(6))), 1, 12), `created_at`, 'lessons', 'Ask for lessons', 'any', 'any', `asks`, 1 FROM `school_pages`;--> statement-breakpoint
ALTER TABLE `school_pages` DROP COLUMN `asks`;--> statement-breakpoint
CREATE TABLE `letter_wordings` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`letter` text NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `letter_wordings_once` ON `letter_wordings` (`school_id`,`letter`);--> statement-breakpoint
CREATE TABLE `told_choices` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`member_id` text,
	`topic` text NOT NULL,
	`channel` text NOT NULL,
	`choice` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "told_choices_channel" CHECK("told_choices"."channel" in ('email', 'text', 'push')),
	CONSTRAINT "told_choices_choice" CHECK("told_choices"."choice" in ('now', 'daily', 'off')),
	CONSTRAINT "told_choices_daily" CHECK("told_choices"."choice" <> 'daily' or "told_choices"."channel" = 'email')
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `told_choices_once` ON `told_choices` (`school_id`,`member_id`,`topic`,`channel`);--> statement-breakpoint
CREATE UNIQUE INDEX `told_choices_of_school` ON `told_choices` (`school_id`,`topic`,`channel`) WHERE member_id is null;--> statement-breakpoint
CREATE TABLE `told_hours` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`member_id` text,
	`starts_at` text NOT NULL,
	`ends_at` text NOT NULL,
	`daily_at` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `told_hours_once` ON `told_hours` (`school_id`,`member_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `told_hours_of_school` ON `told_hours` (`school_id`) WHERE member_id is null;--> statement-breakpoint
-- By hand: what people turned off goes along. Texts of late lessons are those of changed lessons, of overdue invoices those of invoices.
INSERT INTO told_choices (school_id, id, created_at, member_id, topic, channel, choice)
SELECT school_id, id, created_at, member_id, CASE topic WHEN 'overdue' THEN 'invoices' ELSE topic END, channel, 'off'
FROM mail_choices WHERE is_wanted = 0 AND topic <> 'late';--> statement-breakpoint
INSERT INTO told_choices (school_id, id, created_at, member_id, topic, channel, choice)
SELECT d.school_id, d.id || '-' || t.topic, d.created_at, d.member_id, t.topic, 'push', 'off'
FROM push_devices d JOIN (SELECT 'changes' AS topic UNION SELECT 'invoices' UNION SELECT 'messages') t
  ON ' ' || d.unwanted || ' ' LIKE '% ' || t.topic || ' %'
WHERE NOT EXISTS (SELECT 1 FROM push_devices o WHERE o.school_id = d.school_id AND o.member_id = d.member_id AND o.id < d.id);--> statement-breakpoint
INSERT INTO told_hours (school_id, id, created_at, member_id, starts_at, ends_at, daily_at)
SELECT school_id, id, created_at, member_id, starts_at, ends_at, '17:00' FROM quiet_hours;--> statement-breakpoint
UPDATE text_messages SET topic = CASE topic WHEN 'late' THEN 'changes' ELSE 'invoices' END WHERE topic IN ('late', 'overdue');--> statement-breakpoint
INSERT INTO letter_wordings (school_id, id, created_at, letter, subject, body)
SELECT school_id, id, created_at, 'reminder-' || step, subject, body FROM reminder_steps;--> statement-breakpoint
UPDATE emails SET state = 'dead', last_error = 'Gathered by an earlier version.' WHERE state = 'gathered';--> statement-breakpoint
DROP TABLE `mail_choices`;--> statement-breakpoint
DROP TABLE `quiet_hours`;--> statement-breakpoint
ALTER TABLE `emails` ADD `digest_id` text REFERENCES emails(id) ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE `emails` ADD `soonest_at` integer;--> statement-breakpoint
CREATE INDEX `emails_gathered` ON `emails` (`due_at`) WHERE state = 'gathered' and digest_id is null;--> statement-breakpoint
CREATE INDEX `emails_of_digest` ON `emails` (`digest_id`) WHERE digest_id is not null;--> statement-breakpoint
ALTER TABLE `told` ADD `waiting_since` integer;--> statement-breakpoint
ALTER TABLE `push_devices` DROP COLUMN `unwanted`;--> statement-breakpoint
ALTER TABLE `reminder_steps` DROP COLUMN `subject`;--> statement-breakpoint
ALTER TABLE `reminder_steps` DROP COLUMN `body`;
