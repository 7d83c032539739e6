-- By hand: triggers of other tables look into account_moves, so it is made again under its own name.
PRAGMA defer_foreign_keys=ON;--> statement-breakpoint
CREATE TABLE `old_account_moves` AS SELECT * FROM `account_moves`;--> statement-breakpoint
DROP TABLE `account_moves`;--> statement-breakpoint
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
	CONSTRAINT "account_moves_noun" CHECK("account_moves"."noun" in ('invoice', 'credit_note', 'write_off', 'payment', 'refund', 'charge', 'package', 'payment_plan', 'saved_method', 'auto_charge', 'opening_balance', 'reminder_pause', 'invoicing_hold')),
	CONSTRAINT "account_moves_elsewhere" CHECK("account_moves"."from_family_id" <> "account_moves"."to_family_id" and "account_moves"."step" > 0),
	CONSTRAINT "account_moves_payers" CHECK(("account_moves"."from_payer" is null) = ("account_moves"."to_payer" is null))
) STRICT;
--> statement-breakpoint
INSERT INTO `account_moves`("school_id", "id", "created_at", "merge", "noun", "noun_id", "step", "from_family_id", "to_family_id", "from_payer", "to_payer", "moved_on") SELECT "school_id", "id", "created_at", "merge", "noun", "noun_id", "step", "from_family_id", "to_family_id", "from_payer", "to_payer", "moved_on" FROM `old_account_moves`;--> statement-breakpoint
DROP TABLE `old_account_moves`;--> statement-breakpoint
CREATE UNIQUE INDEX `account_moves_step` ON `account_moves` (`school_id`,`noun_id`,`step`);--> statement-breakpoint
CREATE INDEX `account_moves_by_merge` ON `account_moves` (`school_id`,`merge`,`noun`);--> statement-breakpoint
CREATE INDEX `account_moves_by_day` ON `account_moves` (`school_id`,`moved_on`);--> statement-breakpoint
CREATE INDEX `account_moves_by_origin` ON `account_moves` (`school_id`,`from_family_id`);--> statement-breakpoint
CREATE INDEX `account_moves_by_goal` ON `account_moves` (`school_id`,`to_family_id`);--> statement-breakpoint
-- By hand: its triggers went with the earlier table.
CREATE TRIGGER account_moves_frozen BEFORE UPDATE ON account_moves
BEGIN
  SELECT RAISE(ABORT, 'what was moved between accounts is never edited');
END;--> statement-breakpoint
CREATE TRIGGER account_moves_kept BEFORE DELETE ON account_moves
WHEN NOT EXISTS (SELECT 1 FROM schools s WHERE s.id = old.school_id AND s.erasing_since IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'what was moved between accounts is kept');
END;--> statement-breakpoint
-- By hand: a balance that is due fixes the currency as well.
DROP TRIGGER schools_currency_fixed;--> statement-breakpoint
CREATE TRIGGER schools_currency_fixed BEFORE UPDATE OF currency ON schools
WHEN new.currency <> old.currency AND (
  EXISTS (SELECT 1 FROM invoices WHERE school_id = old.id AND state <> 'draft')
  OR EXISTS (SELECT 1 FROM credit_notes WHERE school_id = old.id)
  OR EXISTS (SELECT 1 FROM payments WHERE school_id = old.id AND reversed_at IS NULL)
  OR EXISTS (SELECT 1 FROM opening_balances WHERE school_id = old.id AND removed_at IS NULL)
)
BEGIN
  SELECT RAISE(ABORT, 'the currency is fixed once money of it is on file');
END;
