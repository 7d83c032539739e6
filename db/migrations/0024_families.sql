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