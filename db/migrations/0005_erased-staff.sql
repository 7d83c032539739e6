ALTER TABLE `members` ADD `erased_at` integer;--> statement-breakpoint
ALTER TABLE `teachers` ADD `erased_at` integer;--> statement-breakpoint
CREATE INDEX `participants_by_guardian` ON `participants` (`school_id`,`guardian_id`,`conversation_id`) WHERE guardian_id is not null;--> statement-breakpoint
UPDATE `members` SET `erased_at` = `deactivated_at`
WHERE `deactivated_at` IS NOT NULL AND EXISTS (
  SELECT 1 FROM `users` u WHERE u.id = `members`.user_id AND u.username = 'erased-' || u.id AND u.email IS NULL AND u.password_hash IS NULL
);--> statement-breakpoint
-- A locked payslip keeps every figure. While someone is being erased it may lose the name of its teacher, of who approved
-- it and of who locked it, where that is theirs.
DROP TRIGGER pay_slips_frozen;
--> statement-breakpoint
CREATE TRIGGER pay_slips_frozen BEFORE UPDATE ON pay_slips
WHEN new.total_minor <> old.total_minor OR new.period_from <> old.period_from OR new.period_to <> old.period_to
  OR old.state = 'locked' AND (
    (new.school_id, new.id, new.created_at, new.state, new.currency, new.booked_on, new.approved_by, new.locked_at)
      IS NOT (old.school_id, old.id, old.created_at, old.state, old.currency, old.booked_on, old.approved_by, old.locked_at)
    OR (
      (new.teacher_name, new.approved_name, new.locked_name)
        IS NOT (old.teacher_name, old.approved_name, old.locked_name)
      AND NOT EXISTS (
        SELECT 1 FROM erasures e
        WHERE e.school_id = old.school_id
          AND (new.teacher_name IS old.teacher_name
            OR (new.teacher_name IS e.person ->> 'erasedName' AND old.teacher_id IS e.person ->> 'teacherId'))
          AND (new.approved_name IS old.approved_name
            OR (new.approved_name IS e.person ->> 'erasedName' AND old.approved_by IS e.person ->> 'memberId'))
          AND (new.locked_name IS old.locked_name
            OR (new.locked_name IS e.person ->> 'erasedName'
              AND old.locked_name IN (SELECT value FROM json_each(e.person, '$.names'))))
      )
    )
  )
BEGIN
  SELECT RAISE(ABORT, 'a payslip is frozen');
END;
