DROP INDEX `sessions_by_date`;--> statement-breakpoint
CREATE INDEX `sessions_by_date` ON `sessions` (`school_id`,`local_date`,`starts_at`,`id`,`state`,`minutes`,`teacher_id`,`room_id`);