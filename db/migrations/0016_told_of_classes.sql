ALTER TABLE `told` ADD `noun` text DEFAULT 'lesson' NOT NULL;--> statement-breakpoint
UPDATE `told` SET `noun` = 'ending', `told_by` = NULL WHERE `told_by` = 'ending';--> statement-breakpoint
INSERT INTO `told` (`school_id`, `id`, `created_at`, `noun`, `session`, `reader`, `known`)
	SELECT c.`school_id`, min(e.`id`) || '.' || c.`id`, c.`created_at`, 'class', c.`class_id`, e.`recipient`, json_extract(c.`before`, '$.next')
	FROM `class_changes` c JOIN `emails` e ON e.`school_id` = c.`school_id` AND e.`gathered_for` = c.`told_as`
	WHERE e.`template` = 'class-changed' AND e.`recipient` LIKE '%@%'
		AND NOT EXISTS (SELECT 1 FROM `class_changes` n WHERE n.`school_id` = c.`school_id` AND n.`class_id` = c.`class_id` AND n.`id` > c.`id`)
	GROUP BY c.`school_id`, c.`class_id`, e.`recipient`;--> statement-breakpoint
DROP INDEX `emails_gathered`;--> statement-breakpoint
UPDATE `emails` SET `state` = CASE WHEN `last_error` IS NULL THEN 'queued' ELSE 'withheld' END WHERE `state` = 'gathered';--> statement-breakpoint
ALTER TABLE `class_changes` DROP COLUMN `told_as`;
