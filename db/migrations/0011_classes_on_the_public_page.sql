PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_inquiries` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`state` text NOT NULL,
	`purpose` text NOT NULL,
	`first_name` text,
	`last_name` text,
	`birth_date` text,
	`guardian_name` text,
	`email` text,
	`phone` text,
	`class_name` text,
	`instrument` text,
	`level` text,
	`times` text,
	`message` text,
	`source` text,
	`consent` text,
	`next_step` text,
	`next_on` text,
	`lost_reason` text,
	`student_id` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "inquiries_state" CHECK("__new_inquiries"."state" in ('new', 'contacted', 'lost')),
	CONSTRAINT "inquiries_purpose" CHECK("__new_inquiries"."purpose" in ('lessons', 'class', 'trial')),
	CONSTRAINT "inquiries_folded" CHECK("__new_inquiries"."email" = lower("__new_inquiries"."email")),
	CONSTRAINT "inquiries_named" CHECK("__new_inquiries"."student_id" is not null or ("__new_inquiries"."first_name" is not null and "__new_inquiries"."email" is not null)),
	CONSTRAINT "inquiries_lost" CHECK(("__new_inquiries"."state" = 'lost') = ("__new_inquiries"."lost_reason" is not null))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_inquiries`("school_id", "id", "created_at", "state", "purpose", "first_name", "last_name", "birth_date", "guardian_name", "email", "phone", "class_name", "instrument", "level", "times", "message", "source", "consent", "next_step", "next_on", "lost_reason", "student_id") SELECT "school_id", "id", "created_at", "state", "purpose", "first_name", "last_name", "birth_date", "guardian_name", "email", "phone", null, "instrument", "level", "times", "message", "source", "consent", "next_step", "next_on", "lost_reason", "student_id" FROM `inquiries`;--> statement-breakpoint
DROP TABLE `inquiries`;--> statement-breakpoint
ALTER TABLE `__new_inquiries` RENAME TO `inquiries`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `inquiries_by_time` ON `inquiries` (`school_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `inquiries_by_email` ON `inquiries` (`school_id`,`email`);--> statement-breakpoint
CREATE INDEX `inquiries_by_student` ON `inquiries` (`school_id`,`student_id`);--> statement-breakpoint
ALTER TABLE `school_pages` ADD `shows_classes` integer DEFAULT false NOT NULL;