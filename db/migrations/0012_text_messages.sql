CREATE TABLE `quiet_hours` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`member_id` text NOT NULL,
	`starts_at` text NOT NULL,
	`ends_at` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `quiet_hours_once` ON `quiet_hours` (`school_id`,`member_id`);--> statement-breakpoint
CREATE TABLE `received_texts` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`provider_id` text NOT NULL,
	`phone` text NOT NULL,
	`body` text NOT NULL,
	`member_id` text,
	`conversation_id` text,
	`done_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`school_id`,`conversation_id`) REFERENCES `conversations`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `received_texts_once` ON `received_texts` (`school_id`,`provider_id`);--> statement-breakpoint
CREATE INDEX `received_texts_unknown` ON `received_texts` (`school_id`,`created_at`) WHERE conversation_id is null and done_at is null;--> statement-breakpoint
CREATE INDEX `received_texts_by_member` ON `received_texts` (`school_id`,`member_id`);--> statement-breakpoint
CREATE TABLE `text_accounts` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`account` text NOT NULL,
	`number` text NOT NULL,
	`sealed_key` text NOT NULL,
	`key_end` text NOT NULL,
	`price_micros` integer,
	`price_currency` text DEFAULT 'USD' NOT NULL,
	`monthly_limit` integer NOT NULL,
	`checked_at` integer NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "text_accounts_price" CHECK("text_accounts"."price_micros" >= 0),
	CONSTRAINT "text_accounts_limit" CHECK("text_accounts"."monthly_limit" between 0 and 1000000)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `text_accounts_once` ON `text_accounts` (`school_id`);--> statement-breakpoint
CREATE TABLE `text_consents` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`member_id` text NOT NULL,
	`phone` text NOT NULL,
	`words` text NOT NULL,
	`agreed_by` text NOT NULL,
	`confirmed_at` integer,
	`code_tries` integer DEFAULT 0 NOT NULL,
	`ended_at` integer,
	`ended_by` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "text_consents_ended_by" CHECK("text_consents"."ended_by" in ('member', 'stop', 'replaced')),
	CONSTRAINT "text_consents_ended" CHECK(("text_consents"."ended_at" is null) = ("text_consents"."ended_by" is null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `text_consents_current` ON `text_consents` (`school_id`,`member_id`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `text_consents_by_member` ON `text_consents` (`school_id`,`member_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `text_consents_by_phone` ON `text_consents` (`school_id`,`phone`,`created_at`);--> statement-breakpoint
CREATE TABLE `text_messages` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`member_id` text,
	`phone` text NOT NULL,
	`topic` text NOT NULL,
	`event` text NOT NULL,
	`body` text NOT NULL,
	`segments` integer NOT NULL,
	`cost_micros` integer,
	`state` text NOT NULL,
	`reason` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`is_urgent` integer DEFAULT false NOT NULL,
	`expires_at` integer,
	`lease_until` integer,
	`unknown_since` integer,
	`provider_id` text,
	`sent_at` integer,
	`conversation_id` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`school_id`,`conversation_id`) REFERENCES `conversations`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "text_messages_state" CHECK("text_messages"."state" in ('queued', 'accepted', 'sent', 'delivered', 'failed', 'withheld')),
	CONSTRAINT "text_messages_segments" CHECK("text_messages"."segments" > 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `text_messages_once` ON `text_messages` (`school_id`,`event`,`phone`);--> statement-breakpoint
CREATE INDEX `text_messages_due` ON `text_messages` (`due_at`) WHERE state in ('queued', 'accepted');--> statement-breakpoint
CREATE INDEX `text_messages_by_time` ON `text_messages` (`school_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `text_messages_sent` ON `text_messages` (`school_id`,`sent_at`) WHERE sent_at is not null;--> statement-breakpoint
CREATE INDEX `text_messages_by_phone` ON `text_messages` (`school_id`,`phone`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `text_messages_provider` ON `text_messages` (`provider_id`) WHERE provider_id is not null;--> statement-breakpoint
CREATE INDEX `text_messages_by_member` ON `text_messages` (`school_id`,`member_id`);--> statement-breakpoint
DROP INDEX `mail_choices_once`;--> statement-breakpoint
ALTER TABLE `mail_choices` ADD `channel` text DEFAULT 'email' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `mail_choices_once` ON `mail_choices` (`school_id`,`member_id`,`topic`,`channel`);