ALTER TABLE `schools` ADD `room_buffer_minutes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `rooms` ADD `buffer_minutes` integer;