CREATE TABLE `assignments` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`student_id` text NOT NULL,
	`session_id` text,
	`class_id` text,
	`task` text NOT NULL,
	`due_on` text,
	`assigned_by` text,
	`done_at` integer,
	`done_by` text,
	`withdrawn_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`session_id`) REFERENCES `sessions`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`class_id`) REFERENCES `classes`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`assigned_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`done_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `assignments_by_student` ON `assignments` (`school_id`,`student_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `assignments_by_session` ON `assignments` (`school_id`,`session_id`);--> statement-breakpoint
CREATE INDEX `assignments_by_class` ON `assignments` (`school_id`,`class_id`);--> statement-breakpoint
CREATE TABLE `note_replies` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`session_id` text NOT NULL,
	`student_id` text NOT NULL,
	`member_id` text,
	`body` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`session_id`) REFERENCES `sessions`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `note_replies_by_session` ON `note_replies` (`school_id`,`session_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `note_replies_by_student` ON `note_replies` (`school_id`,`student_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `practice` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`student_id` text NOT NULL,
	`day` text NOT NULL,
	`minutes` integer NOT NULL,
	`note` text,
	`member_id` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "practice_minutes" CHECK("practice"."minutes" between 1 and 600)
) STRICT;
--> statement-breakpoint
CREATE INDEX `practice_by_student` ON `practice` (`school_id`,`student_id`,`day`);--> statement-breakpoint
CREATE TABLE `repertoire` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`student_id` text NOT NULL,
	`title` text NOT NULL,
	`composer` text,
	`state` text NOT NULL,
	`since` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "repertoire_state" CHECK("repertoire"."state" in ('planned', 'learning', 'ready', 'performed', 'set_aside'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `repertoire_by_student` ON `repertoire` (`school_id`,`student_id`,`since`);--> statement-breakpoint
CREATE TABLE `reports` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`student_id` text NOT NULL,
	`from_date` text NOT NULL,
	`to_date` text NOT NULL,
	`words` text NOT NULL,
	`snapshot` text NOT NULL,
	`author_id` text,
	`shared_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`author_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "reports_order" CHECK("reports"."from_date" <= "reports"."to_date")
) STRICT;
--> statement-breakpoint
CREATE INDEX `reports_by_student` ON `reports` (`school_id`,`student_id`,`to_date`);--> statement-breakpoint
CREATE TABLE `skill_states` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`student_id` text NOT NULL,
	`skill_id` text NOT NULL,
	`state` text NOT NULL,
	`since` text NOT NULL,
	`comment` text,
	`member_id` text,
	`superseded_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`skill_id`) REFERENCES `skills`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "skill_states_state" CHECK("skill_states"."state" in ('not_started', 'introduced', 'developing', 'secure', 'mastered'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `skill_states_current` ON `skill_states` (`school_id`,`student_id`,`skill_id`) WHERE superseded_at is null;--> statement-breakpoint
CREATE INDEX `skill_states_by_student` ON `skill_states` (`school_id`,`student_id`,`since`);--> statement-breakpoint
CREATE INDEX `skill_states_by_skill` ON `skill_states` (`school_id`,`skill_id`);--> statement-breakpoint
CREATE TABLE `skills` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`instrument` text NOT NULL,
	`level` text NOT NULL,
	`name` text NOT NULL,
	`position` integer NOT NULL,
	`archived_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `skills_in_order` ON `skills` (`school_id`,`instrument`,`position`);--> statement-breakpoint
CREATE TABLE `resource_openings` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`resource_id` text NOT NULL,
	`member_id` text NOT NULL,
	`student_id` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`resource_id`) REFERENCES `resources`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `resource_openings_by_resource` ON `resource_openings` (`school_id`,`resource_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `resource_openings_by_member` ON `resource_openings` (`school_id`,`member_id`,`resource_id`);--> statement-breakpoint
CREATE TABLE `resource_shares` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`resource_id` text NOT NULL,
	`student_id` text,
	`class_id` text,
	`instrument` text,
	`shared_by` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`resource_id`) REFERENCES `resources`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`class_id`) REFERENCES `classes`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`shared_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "resource_shares_one_target" CHECK(("resource_shares"."student_id" is not null) + ("resource_shares"."class_id" is not null) + ("resource_shares"."instrument" is not null) = 1)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `resource_shares_student` ON `resource_shares` (`school_id`,`student_id`,`resource_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `resource_shares_class` ON `resource_shares` (`school_id`,`class_id`,`resource_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `resource_shares_instrument` ON `resource_shares` (`school_id`,`instrument`,`resource_id`);--> statement-breakpoint
CREATE INDEX `resource_shares_by_resource` ON `resource_shares` (`school_id`,`resource_id`);--> statement-breakpoint
CREATE TABLE `resource_tags` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`resource_id` text NOT NULL,
	`tag` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`resource_id`) REFERENCES `resources`(`school_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `resource_tags_once` ON `resource_tags` (`school_id`,`resource_id`,`tag`);--> statement-breakpoint
CREATE INDEX `resource_tags_by_tag` ON `resource_tags` (`school_id`,`tag`);--> statement-breakpoint
CREATE TABLE `resources` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`description` text,
	`url` text,
	`file_id` text,
	`file_name` text,
	`member_id` text,
	`archived_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "resources_kind" CHECK("resources"."kind" in ('file', 'link')),
	CONSTRAINT "resources_one_thing" CHECK(("resources"."kind" = 'link') = ("resources"."url" is not null)),
	CONSTRAINT "resources_file_named" CHECK(("resources"."kind" = 'file') = ("resources"."file_name" is not null)),
	CONSTRAINT "resources_link_no_file" CHECK("resources"."kind" = 'file' or "resources"."file_id" is null)
) STRICT;
--> statement-breakpoint
CREATE INDEX `resources_by_title` ON `resources` (`school_id`,title collate nocase,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `resources_file` ON `resources` (`file_id`);--> statement-breakpoint
CREATE TABLE `teacher_availability` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`teacher_id` text NOT NULL,
	`weekday` integer NOT NULL,
	`from_time` text NOT NULL,
	`to_time` text NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`teacher_id`) REFERENCES `teachers`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "teacher_availability_weekday" CHECK("teacher_availability"."weekday" between 1 and 7),
	CONSTRAINT "teacher_availability_order" CHECK("teacher_availability"."from_time" < "teacher_availability"."to_time")
) STRICT;
--> statement-breakpoint
CREATE INDEX `teacher_availability_by_teacher` ON `teacher_availability` (`school_id`,`teacher_id`,`weekday`,`from_time`);--> statement-breakpoint
CREATE TABLE `time_off` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`teacher_id` text NOT NULL,
	`starts_on` text NOT NULL,
	`ends_on` text NOT NULL,
	`reason` text,
	`state` text DEFAULT 'requested' NOT NULL,
	`requested_by` text,
	`decided_by` text,
	`decided_at` integer,
	`answer` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`teacher_id`) REFERENCES `teachers`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`requested_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`decided_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "time_off_state" CHECK("time_off"."state" in ('requested', 'approved', 'declined', 'withdrawn')),
	CONSTRAINT "time_off_order" CHECK("time_off"."starts_on" <= "time_off"."ends_on")
) STRICT;
--> statement-breakpoint
CREATE INDEX `time_off_by_teacher` ON `time_off` (`school_id`,`teacher_id`,`starts_on`);--> statement-breakpoint
CREATE INDEX `time_off_by_date` ON `time_off` (`school_id`,`starts_on`,`ends_on`);