ALTER TABLE `teachers` ADD `phone` text;--> statement-breakpoint
UPDATE `teachers` SET `phone` = (
  SELECT u.`phone` FROM `members` m JOIN `users` u ON u.`id` = m.`user_id`
  WHERE m.`school_id` = `teachers`.`school_id` AND m.`id` = `teachers`.`member_id`
) WHERE `member_id` IS NOT NULL AND `deactivated_at` IS NULL;
--> statement-breakpoint
UPDATE `users` SET `phone` = NULL WHERE `phone` IS NOT NULL
  AND EXISTS (SELECT 1 FROM `members` m JOIN `teachers` t ON t.`school_id` = m.`school_id` AND t.`member_id` = m.`id`
    WHERE m.`user_id` = `users`.`id` AND t.`deactivated_at` IS NULL)
  AND NOT EXISTS (SELECT 1 FROM `members` m WHERE m.`user_id` = `users`.`id` AND m.`role` IN ('admin', 'office', 'teacher')
    AND NOT EXISTS (SELECT 1 FROM `teachers` t WHERE t.`school_id` = m.`school_id` AND t.`member_id` = m.`id`
      AND t.`deactivated_at` IS NULL));
