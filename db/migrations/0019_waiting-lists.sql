CREATE TABLE `waiting_places` (
	`school_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`class_id` text NOT NULL,
	`student_id` text NOT NULL,
	`state` text NOT NULL,
	`offer_until` integer,
	`closed_at` integer,
	PRIMARY KEY(`school_id`, `id`),
	FOREIGN KEY (`school_id`) REFERENCES `schools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`class_id`) REFERENCES `classes`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`school_id`,`student_id`) REFERENCES `students`(`school_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "waiting_places_state" CHECK("waiting_places"."state" in ('waiting', 'offered', 'taken', 'declined', 'expired', 'withdrawn')),
	CONSTRAINT "waiting_places_offer" CHECK("waiting_places"."state" <> 'offered' or "waiting_places"."offer_until" is not null),
	CONSTRAINT "waiting_places_closed" CHECK(("waiting_places"."state" in ('waiting', 'offered')) = ("waiting_places"."closed_at" is null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `waiting_places_once` ON `waiting_places` (`school_id`,`class_id`,`student_id`) WHERE state in ('waiting', 'offered');--> statement-breakpoint
CREATE INDEX `waiting_places_by_student` ON `waiting_places` (`school_id`,`student_id`);--> statement-breakpoint
CREATE INDEX `waiting_places_offered` ON `waiting_places` (`school_id`,`offer_until`) WHERE state = 'offered';