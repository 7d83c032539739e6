CREATE TABLE `room_facts` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`room_id` text NOT NULL,
	`fits` integer,
	`teacher_id` text,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`room_id`) REFERENCES `rooms`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`teacher_id`) REFERENCES `teachers`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "room_facts_fits" CHECK("room_facts"."fits" between 1 and 500)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `room_facts_by_room` ON `room_facts` (`school_id`,`room_id`);--> statement-breakpoint
CREATE INDEX `room_facts_by_teacher` ON `room_facts` (`school_id`,`teacher_id`);