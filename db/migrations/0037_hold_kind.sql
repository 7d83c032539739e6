ALTER TABLE `auto_charges` ADD `hold_kind` text;--> statement-breakpoint
UPDATE `auto_charges` SET `hold_kind` = CASE
  WHEN `hold_reason` = 'emails to the payer come back' THEN 'unannounced'
  WHEN `hold_reason` LIKE '% refused it (%), which isn’t about the payer.' THEN 'refused'
  ELSE 'office' END
  WHERE `state` = 'held';--> statement-breakpoint
UPDATE `auto_charges` SET `updated_at` = unixepoch() * 1000
  WHERE `state` = 'held' AND `hold_kind` = 'unannounced';
