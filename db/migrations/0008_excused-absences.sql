DROP INDEX `marks_missed`;--> statement-breakpoint
CREATE INDEX `marks_missed` ON `marks` (`school_id`,`code`,`seat_id`) WHERE superseded_at is null and code in ('absent', 'excused', 'cancelled');