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