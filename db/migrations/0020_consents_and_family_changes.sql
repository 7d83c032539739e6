CREATE TABLE `consent_answers` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`version_id` text NOT NULL,
	`student_id` text,
	`guardian_id` text,
	`inquiry_id` text,
	`is_agreed` integer NOT NULL,
	`name` text NOT NULL,
	`address` text,
	`member_id` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`version_id`) REFERENCES `consent_versions`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`guardian_id`) REFERENCES `guardians`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`inquiry_id`) REFERENCES `inquiries`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "consent_answers_whose" CHECK(("consent_answers"."inquiry_id" is null) = ("consent_answers"."student_id" is not null or "consent_answers"."guardian_id" is not null))
) STRICT;
--> statement-breakpoint
CREATE INDEX `consent_answers_by_version` ON `consent_answers` (`school_id`,`version_id`);--> statement-breakpoint
CREATE INDEX `consent_answers_by_student` ON `consent_answers` (`school_id`,`student_id`);--> statement-breakpoint
CREATE INDEX `consent_answers_by_guardian` ON `consent_answers` (`school_id`,`guardian_id`);--> statement-breakpoint
CREATE INDEX `consent_answers_by_inquiry` ON `consent_answers` (`school_id`,`inquiry_id`);--> statement-breakpoint
CREATE TABLE `consent_documents` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`per` text NOT NULL,
	`at_enrollment` text NOT NULL,
	`archived_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "consent_documents_kind" CHECK("consent_documents"."kind" in ('policy', 'photo', 'data', 'medical', 'other')),
	CONSTRAINT "consent_documents_per" CHECK("consent_documents"."per" in ('adult', 'student')),
	CONSTRAINT "consent_documents_at_enrollment" CHECK("consent_documents"."at_enrollment" in ('no', 'ask', 'must'))
) STRICT;
--> statement-breakpoint
CREATE TABLE `consent_versions` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`document_id` text NOT NULL,
	`number` integer NOT NULL,
	`body` text NOT NULL,
	`asks_again` integer NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`document_id`) REFERENCES `consent_documents`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `consent_versions_number` ON `consent_versions` (`school_id`,`document_id`,`number`);--> statement-breakpoint
CREATE TABLE `data_changes` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`student_id` text,
	`guardian_id` text,
	`fact` text NOT NULL,
	`before` text,
	`after` text,
	`state` text NOT NULL,
	`member_id` text,
	`answered_by` text,
	`answered_at` integer,
	`answer` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`guardian_id`) REFERENCES `guardians`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`answered_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "data_changes_state" CHECK("data_changes"."state" in ('asked', 'approved', 'declined', 'withdrawn')),
	CONSTRAINT "data_changes_whose" CHECK(("data_changes"."student_id" is null) <> ("data_changes"."guardian_id" is null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `data_changes_of_student` ON `data_changes` (`school_id`,`student_id`,`fact`) WHERE state = 'asked';--> statement-breakpoint
CREATE UNIQUE INDEX `data_changes_of_guardian` ON `data_changes` (`school_id`,`guardian_id`,`fact`) WHERE state = 'asked';--> statement-breakpoint
CREATE INDEX `data_changes_by_state` ON `data_changes` (`school_id`,`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `data_changes_by_student` ON `data_changes` (`school_id`,`student_id`);--> statement-breakpoint
CREATE INDEX `data_changes_by_guardian` ON `data_changes` (`school_id`,`guardian_id`);--> statement-breakpoint
CREATE TABLE `own_data_rules` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`fact` text NOT NULL,
	`rule` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "own_data_rules_rule" CHECK("own_data_rules"."rule" in ('off', 'approve', 'at_once'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `own_data_rules_fact` ON `own_data_rules` (`school_id`,`fact`);--> statement-breakpoint
INSERT INTO `consent_documents` (`school_id`, `id`, `created_at`, `kind`, `title`, `per`, `at_enrollment`) SELECT `school_id`, lower(hex(randomblob(12))), `created_at`, 'other', 'Consent', 'adult', 'must' FROM `school_pages` WHERE `consent` IS NOT NULL;--> statement-breakpoint
INSERT INTO `consent_versions` (`school_id`, `id`, `created_at`, `document_id`, `number`, `body`, `asks_again`) SELECT d.`school_id`, lower(hex(randomblob(12))), d.`created_at`, d.`id`, 1, p.`consent`, 0 FROM `consent_documents` d JOIN `school_pages` p ON p.`school_id` = d.`school_id` WHERE p.`consent` IS NOT NULL;--> statement-breakpoint
ALTER TABLE `school_pages` DROP COLUMN `consent`;