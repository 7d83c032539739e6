PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_tasks` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`kind` text NOT NULL,
	`started_by` text,
	`form_key` text,
	`about` text NOT NULL,
	`state` text NOT NULL,
	`total` integer NOT NULL,
	`done` integer DEFAULT 0 NOT NULL,
	`excepted` integer DEFAULT 0 NOT NULL,
	`result` text DEFAULT '{}' NOT NULL,
	`finished_at` integer,
	`undoes` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`started_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`undoes`) REFERENCES `tasks`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "tasks_kind" CHECK("__new_tasks"."kind" in ('send-invoices', 'save-drafts', 'send-reminders', 'send-message', 'cancel-lessons', 'move-lessons', 'tell-closure', 'restore-lessons', 'arrange-lessons', 'undo-arrangement', 'export-school', 'invite-people', 'change-statuses', 'enroll-students', 'set-own-prices', 'set-class-prices', 'assign-classes', 'end-classes', 'roll-over-classes', 'issue-drafts', 'void-invoices', 'undo-run', 'merge-families', 'merge-guardians', 'merge-students', 'merge-teachers', 'set-answers', 'record-consents', 'try-rules', 'undo', 'approve-pay', 'lock-pay', 'hand-over-classes', 'tell-occasion')),
	CONSTRAINT "tasks_state" CHECK("__new_tasks"."state" in ('waiting', 'running', 'finished', 'canceled', 'failed')),
	CONSTRAINT "tasks_done" CHECK("__new_tasks"."done" between "__new_tasks"."excepted" and "__new_tasks"."total")
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_tasks`("school_id", "id", "created_at", "kind", "started_by", "form_key", "about", "state", "total", "done", "excepted", "result", "finished_at", "undoes") SELECT "school_id", "id", "created_at", "kind", "started_by", "form_key", "about", "state", "total", "done", "excepted", "result", "finished_at", "undoes" FROM `tasks`;--> statement-breakpoint
DROP TABLE `tasks`;--> statement-breakpoint
ALTER TABLE `__new_tasks` RENAME TO `tasks`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `tasks_undone_once` ON `tasks` (`school_id`,`undoes`) WHERE undoes is not null;--> statement-breakpoint
CREATE INDEX `tasks_by_time` ON `tasks` (`school_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `tasks_by_form` ON `tasks` (`school_id`,`form_key`) WHERE form_key is not null;--> statement-breakpoint
CREATE INDEX `tasks_under_way` ON `tasks` (`school_id`,`created_at`) WHERE state in ('waiting', 'running', 'failed');--> statement-breakpoint
ALTER TABLE `event_fees` ADD `is_own_invoice` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `occasions` ADD `pays_with_answer` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `occasions` ADD `is_fee_taxed` integer DEFAULT false NOT NULL;