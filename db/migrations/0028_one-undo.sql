ALTER TABLE `credit_changes` ADD `changes` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
-- By hand: what a change made of a credit is written as undoable work notes it.
UPDATE `credit_changes` SET `changes` = json_array(json_object('table', 'make_up_credits', 'ids', json_array(`credit_id`),
  'before', json_object('expiresOn', `day_before`), 'after', json_object('expiresOn', `day_after`)))
WHERE `act` = 'extend';--> statement-breakpoint
UPDATE `credit_changes` SET `changes` = (
  SELECT json_array(json_object('table', 'make_up_credits', 'ids', json_array(m.id),
    'before', json_object('revokedAt', null, 'revokedReason', null, 'isDenied', json('false')),
    'after', json_object('revokedAt', m.revoked_at, 'revokedReason', m.revoked_reason, 'isDenied', json('true'))))
  FROM make_up_credits m WHERE m.school_id = credit_changes.school_id AND m.id = credit_changes.credit_id)
WHERE `act` = 'revoke' AND `undone_at` IS NULL;--> statement-breakpoint
ALTER TABLE `credit_changes` DROP COLUMN `day_before`;--> statement-breakpoint
ALTER TABLE `closed_lessons` DROP COLUMN `spent`;
