CREATE TABLE `__new_staff_invitations` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`invited_by` text,
	`rights` text,
	`member_id` text,
	`offered_to` text,
	`giver_stays` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`invited_by`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`member_id`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`offered_to`) REFERENCES `members`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "staff_invitations_folded" CHECK("__new_staff_invitations"."email" = lower("__new_staff_invitations"."email"))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_staff_invitations`("school_id", "id", "created_at", "name", "email", "invited_by", "rights", "member_id") SELECT "school_id", "id", "created_at", "name", "email", "invited_by", "rights", "member_id" FROM `staff_invitations`;--> statement-breakpoint
DROP TABLE `staff_invitations`;--> statement-breakpoint
ALTER TABLE `__new_staff_invitations` RENAME TO `staff_invitations`;--> statement-breakpoint
CREATE UNIQUE INDEX `staff_invitations_email` ON `staff_invitations` (`school_id`,`email`);