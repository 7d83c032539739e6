CREATE TABLE `proof_kinds` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`name` text NOT NULL,
	`audience` text NOT NULL,
	`months` integer,
	`remind_days` integer NOT NULL,
	`archived_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "proof_kinds_audience" CHECK("proof_kinds"."audience" in ('teacher', 'student')),
	CONSTRAINT "proof_kinds_months" CHECK("proof_kinds"."months" > 0),
	CONSTRAINT "proof_kinds_remind" CHECK("proof_kinds"."remind_days" >= 0)
) STRICT;
--> statement-breakpoint
CREATE TABLE `proofs` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`kind_id` text NOT NULL,
	`teacher_id` text,
	`student_id` text,
	`state` text NOT NULL,
	`valid_until` text,
	`note` text,
	`file_id` text,
	`file_name` text,
	`member_id` text,
	`answer` text,
	`reminded_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`school_id`,`kind_id`) REFERENCES `proof_kinds`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`teacher_id`) REFERENCES `teachers`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "proofs_state" CHECK("proofs"."state" in ('asked', 'valid', 'declined')),
	CONSTRAINT "proofs_whose" CHECK(("proofs"."teacher_id" is null) <> ("proofs"."student_id" is null))
) STRICT;
--> statement-breakpoint
CREATE INDEX `proofs_by_kind` ON `proofs` (`school_id`,`kind_id`);--> statement-breakpoint
CREATE INDEX `proofs_by_teacher` ON `proofs` (`school_id`,`teacher_id`);--> statement-breakpoint
CREATE INDEX `proofs_by_student` ON `proofs` (`school_id`,`student_id`);--> statement-breakpoint
CREATE INDEX `proofs_by_file` ON `proofs` (`file_id`);--> statement-breakpoint
ALTER TABLE `consent_answers` ADD `signed_on` text;--> statement-breakpoint
ALTER TABLE `consent_documents` ADD `is_for_logins` integer DEFAULT false NOT NULL;
--> statement-breakpoint
CREATE TABLE `push_notices` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`member_id` text NOT NULL,
	`event` text NOT NULL,
	`about` text NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`sent_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "push_notices_state" CHECK("push_notices"."state" in ('queued', 'sent', 'failed', 'withheld'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `push_notices_by_about` ON `push_notices` (`school_id`,`about`,`created_at`);--> statement-breakpoint
CREATE INDEX `push_notices_by_member` ON `push_notices` (`school_id`,`member_id`);--> statement-breakpoint
ALTER TABLE `schools` ADD `birthday_emails` text DEFAULT 'off' NOT NULL;--> statement-breakpoint
ALTER TABLE `schools` ADD `birthday_at` text DEFAULT '09:00' NOT NULL;--> statement-breakpoint
ALTER TABLE `schools` ADD `birthdays_told_on` text;--> statement-breakpoint
ALTER TABLE `text_messages` ADD `about` text;--> statement-breakpoint
CREATE INDEX `text_messages_by_about` ON `text_messages` (`school_id`,`about`,`created_at`) WHERE about is not null;
--> statement-breakpoint
CREATE TABLE `voucher_redemptions` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`voucher_id` text NOT NULL,
	`payment_id` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`redeemed_on` text NOT NULL,
	`redeemed_by` text,
	`undone_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`voucher_id`) REFERENCES `vouchers`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`payment_id`) REFERENCES `payments`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`redeemed_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "voucher_redemptions_amount" CHECK("voucher_redemptions"."amount_minor" > 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `voucher_redemptions_by_voucher` ON `voucher_redemptions` (`school_id`,`voucher_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `voucher_redemptions_by_payment` ON `voucher_redemptions` (`school_id`,`payment_id`);--> statement-breakpoint
CREATE INDEX `voucher_redemptions_by_day` ON `voucher_redemptions` (`school_id`,`redeemed_on`);--> statement-breakpoint
CREATE TABLE `vouchers` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`code` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`sold_on` text NOT NULL,
	`method` text NOT NULL,
	`reference` text,
	`buyer_name` text NOT NULL,
	`buyer_email` text,
	`recipient_name` text,
	`recipient_email` text,
	`message` text,
	`expires_on` text,
	`sold_by` text,
	`end_kind` text,
	`ended_on` text,
	`end_minor` integer DEFAULT 0 NOT NULL,
	`end_method` text,
	`end_reason` text,
	`removed_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`sold_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "vouchers_amount" CHECK("vouchers"."amount_minor" > 0 and "vouchers"."end_minor" between 0 and "vouchers"."amount_minor"),
	CONSTRAINT "vouchers_method" CHECK("vouchers"."method" in ('cash', 'check', 'transfer', 'debit', 'card', 'online', 'zelle', 'venmo', 'paypal')),
	CONSTRAINT "vouchers_end_kind" CHECK("vouchers"."end_kind" is null or "vouchers"."end_kind" in ('canceled', 'income')),
	CONSTRAINT "vouchers_end_method" CHECK("vouchers"."end_method" is null or "vouchers"."end_method" in ('cash', 'check', 'transfer', 'debit', 'card', 'online', 'zelle', 'venmo', 'paypal')),
	CONSTRAINT "vouchers_end" CHECK(("vouchers"."end_kind" is null) = ("vouchers"."ended_on" is null) and ("vouchers"."end_kind" is null) = ("vouchers"."end_minor" = 0)
        and ("vouchers"."end_method" is not null) = ("vouchers"."end_kind" is 'canceled')),
	CONSTRAINT "vouchers_removed" CHECK("vouchers"."removed_at" is null or "vouchers"."end_kind" is null)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `vouchers_code` ON `vouchers` (`school_id`,`code`);--> statement-breakpoint
CREATE INDEX `vouchers_by_sale` ON `vouchers` (`school_id`,`sold_on`);--> statement-breakpoint
CREATE INDEX `vouchers_by_end` ON `vouchers` (`school_id`,`ended_on`) WHERE ended_on is not null;--> statement-breakpoint
ALTER TABLE `schools` ADD `voucher_months` integer;
