CREATE TABLE `cancelled_registrations` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`registered_at` integer NOT NULL,
	`cancelled_at` integer NOT NULL,
	CONSTRAINT "cancelled_registrations_kind" CHECK("cancelled_registrations"."kind" in ('school', 'solo'))
) STRICT;
--> statement-breakpoint
CREATE TABLE `orphaned_subscriptions` (
	`provider_subscription_id` text PRIMARY KEY NOT NULL,
	`registration_id` text NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`registration_id`) REFERENCES `cancelled_registrations`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "orphaned_subscriptions_state" CHECK("orphaned_subscriptions"."state" in ('watched', 'paid', 'ended'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `orphaned_subscriptions_by_state` ON `orphaned_subscriptions` (`state`,`updated_at`);--> statement-breakpoint
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
) STRICT;
--> statement-breakpoint
CREATE INDEX `plan_changes_by_subscription` ON `plan_changes` (`provider_subscription_id`,`state`);--> statement-breakpoint
CREATE TABLE `platform_payments` (
	`id` text PRIMARY KEY NOT NULL,
	`school_id` text,
	`provider_subscription_id` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`status` text NOT NULL,
	`paid_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `platform_payments_by_time` ON `platform_payments` (`paid_at`,`id`);--> statement-breakpoint
CREATE INDEX `platform_payments_by_school` ON `platform_payments` (`school_id`,`paid_at`);--> statement-breakpoint
CREATE TABLE `provider_events` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`resource_id` text,
	`raw` text NOT NULL,
	`received_at` integer NOT NULL,
	`processed_at` integer,
	`outcome` text
) STRICT;
--> statement-breakpoint
CREATE INDEX `provider_events_by_time` ON `provider_events` (`received_at`,`id`);--> statement-breakpoint
CREATE INDEX `provider_events_by_resource` ON `provider_events` (`resource_id`);--> statement-breakpoint
CREATE TABLE `subscription_cases` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`reason` text NOT NULL,
	`facts` text NOT NULL,
	`updated_at` integer NOT NULL,
	`closed_at` integer,
	`closed_by` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "subscription_cases_reason" CHECK("subscription_cases"."reason" in ('activation-asked', 'mismatch', 'not-at-provider'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `subscription_cases_open` ON `subscription_cases` (`school_id`,`reason`) WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX `subscription_cases_by_time` ON `subscription_cases` (`updated_at`);--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `provider_status` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `provider_asked_at` integer;
--> statement-breakpoint
-- The audit log is append-only, but a registration that was cancelled before it was ever paid takes its log with it.
DROP TRIGGER events_kept;
--> statement-breakpoint
CREATE TRIGGER events_kept BEFORE DELETE ON events
WHEN NOT EXISTS (SELECT 1 FROM cancelled_registrations WHERE id = old.school_id)
BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
