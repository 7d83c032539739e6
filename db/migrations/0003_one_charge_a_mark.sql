DROP INDEX `charges_seat_once`;--> statement-breakpoint
CREATE UNIQUE INDEX `charges_mark_once` ON `charges` (`school_id`,`mark_id`) WHERE source = 'seat' and withdrawn_at is null;--> statement-breakpoint
CREATE INDEX `charges_standing` ON `charges` (`school_id`,`occurred_on`,`id`) WHERE withdrawn_at is null;