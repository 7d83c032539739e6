ALTER TABLE `expense_repeats` ADD `every_months` integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
-- What was written about sample records goes with them; it is removed first, while they are still known as samples.
DROP TRIGGER events_kept;
--> statement-breakpoint
CREATE TRIGGER events_kept BEFORE DELETE ON events
WHEN NOT EXISTS (SELECT 1 FROM cancelled_registrations WHERE id = old.school_id)
  AND NOT EXISTS (SELECT 1 FROM schools s WHERE s.id = old.school_id AND s.erasing_since IS NOT NULL)
  AND NOT EXISTS (
    SELECT 1 FROM sample_records r
    WHERE r.school_id = old.school_id AND r.noun_id IN (
      old.noun_id,
      (SELECT class_id FROM sessions x WHERE x.school_id = old.school_id AND x.id = old.noun_id),
      (SELECT student_id FROM enrollments x WHERE x.school_id = old.school_id AND x.id = old.noun_id),
      (SELECT student_id FROM seats x WHERE x.school_id = old.school_id AND x.id = old.noun_id),
      (SELECT student_id FROM make_up_credits x WHERE x.school_id = old.school_id AND x.id = old.noun_id),
      (SELECT teacher_id FROM time_off x WHERE x.school_id = old.school_id AND x.id = old.noun_id),
      (SELECT student_id FROM charges x WHERE x.school_id = old.school_id AND x.id = old.noun_id),
      (SELECT family_id FROM invoices x WHERE x.school_id = old.school_id AND x.id = old.noun_id AND x.state = 'draft')
    )
  )
BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
--> statement-breakpoint
-- A line keeps all that it says but the name of a person who is being erased.
DROP TRIGGER pay_slip_lines_frozen;
--> statement-breakpoint
CREATE TRIGGER pay_slip_lines_frozen BEFORE UPDATE ON pay_slip_lines
WHEN (new.school_id, new.id, new.created_at, new.slip_id, new.position, new.kind, new.session_id, new.extra_work_id,
    new.occurred_on, new.minutes, new.rule, new.amount_minor)
    IS NOT (old.school_id, old.id, old.created_at, old.slip_id, old.position, old.kind, old.session_id, old.extra_work_id,
    old.occurred_on, old.minutes, old.rule, old.amount_minor)
  OR (
    new.description IS NOT old.description
    AND NOT EXISTS (
      SELECT 1 FROM erasures e, json_each(e.person, '$.said') said
      WHERE e.school_id = old.school_id AND instr(lower(old.description), lower(said.value))
    )
  )
BEGIN
  SELECT RAISE(ABORT, 'the lines of a payslip are frozen');
END;
