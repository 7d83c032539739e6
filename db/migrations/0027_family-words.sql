PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_text_consents` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`member_id` text,
	`student_id` text,
	`phone` text NOT NULL,
	`words` text NOT NULL,
	`agreed_by` text NOT NULL,
	`agreed_name` text,
	`agreed_on` text,
	`confirmed_at` integer,
	`code_tries` integer DEFAULT 0 NOT NULL,
	`ended_at` integer,
	`ended_by` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "text_consents_whose" CHECK(("__new_text_consents"."member_id" is null) <> ("__new_text_consents"."student_id" is null)),
	CONSTRAINT "text_consents_ended_by" CHECK("__new_text_consents"."ended_by" in ('member', 'office', 'stop', 'replaced')),
	CONSTRAINT "text_consents_ended" CHECK(("__new_text_consents"."ended_at" is null) = ("__new_text_consents"."ended_by" is null))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_text_consents`("school_id", "id", "created_at", "member_id", "phone", "words", "agreed_by", "confirmed_at", "code_tries", "ended_at", "ended_by") SELECT "school_id", "id", "created_at", "member_id", "phone", "words", "agreed_by", "confirmed_at", "code_tries", "ended_at", "ended_by" FROM `text_consents`;--> statement-breakpoint
DROP TABLE `text_consents`;--> statement-breakpoint
ALTER TABLE `__new_text_consents` RENAME TO `text_consents`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `text_consents_current` ON `text_consents` (`school_id`,`member_id`) WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `text_consents_of_child` ON `text_consents` (`school_id`,`student_id`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `text_consents_by_member` ON `text_consents` (`school_id`,`member_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `text_consents_by_phone` ON `text_consents` (`school_id`,`phone`,`created_at`);--> statement-breakpoint
CREATE TABLE `__new_text_messages` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`member_id` text,
	`student_id` text,
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
	`about` text,
	`subject_id` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`school_id`,`conversation_id`) REFERENCES `conversations`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "text_messages_state" CHECK("__new_text_messages"."state" in ('queued', 'accepted', 'sent', 'delivered', 'failed', 'withheld')),
	CONSTRAINT "text_messages_segments" CHECK("__new_text_messages"."segments" > 0)
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_text_messages`("school_id", "id", "created_at", "member_id", "phone", "topic", "event", "body", "segments", "cost_micros", "state", "reason", "attempts", "due_at", "is_urgent", "expires_at", "lease_until", "unknown_since", "provider_id", "sent_at", "conversation_id", "about", "subject_id") SELECT "school_id", "id", "created_at", "member_id", "phone", "topic", "event", "body", "segments", "cost_micros", "state", "reason", "attempts", "due_at", "is_urgent", "expires_at", "lease_until", "unknown_since", "provider_id", "sent_at", "conversation_id", "about", "subject_id" FROM `text_messages`;--> statement-breakpoint
DROP TABLE `text_messages`;--> statement-breakpoint
ALTER TABLE `__new_text_messages` RENAME TO `text_messages`;--> statement-breakpoint
CREATE INDEX `text_messages_by_about` ON `text_messages` (`school_id`,`about`,`created_at`) WHERE about is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `text_messages_once` ON `text_messages` (`school_id`,`event`,`phone`);--> statement-breakpoint
CREATE INDEX `text_messages_due` ON `text_messages` (`due_at`) WHERE state in ('queued', 'accepted');--> statement-breakpoint
CREATE INDEX `text_messages_by_time` ON `text_messages` (`school_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `text_messages_sent` ON `text_messages` (`school_id`,`sent_at`) WHERE sent_at is not null;--> statement-breakpoint
CREATE INDEX `text_messages_by_phone` ON `text_messages` (`school_id`,`phone`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `text_messages_provider` ON `text_messages` (`provider_id`) WHERE provider_id is not null;--> statement-breakpoint
CREATE INDEX `text_messages_by_member` ON `text_messages` (`school_id`,`member_id`);--> statement-breakpoint
CREATE INDEX `text_messages_by_student` ON `text_messages` (`school_id`,`student_id`) WHERE student_id is not null;--> statement-breakpoint
ALTER TABLE `occasion_guests` ADD `companions` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `occasions` ADD `guest_fee_minor` integer;