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
CREATE INDEX `payments_by_day` ON `payments` (`school_id`,`received_on`,`method`,`amount_minor`,`is_opening`);