ALTER TABLE `marks` ADD `awaits_charge` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `marks_awaiting` ON `marks` (`school_id`,`seat_id`) WHERE awaits_charge = 1;