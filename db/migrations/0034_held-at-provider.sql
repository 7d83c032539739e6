ALTER TABLE `subscriptions` ADD `held_at_provider` integer;--> statement-breakpoint
UPDATE `subscriptions` SET `held_at_provider` = `held_at` WHERE `held_at` IS NOT NULL AND `leaving_at` IS NULL
  AND EXISTS (SELECT 1 FROM `events` e WHERE e.`school_id` = `subscriptions`.`school_id` AND e.`noun` = 'subscription'
    AND e.`verb` = 'suspend' AND e.`created_at` >= `subscriptions`.`held_at`);
