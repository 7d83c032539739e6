ALTER TABLE `taught_sums` ADD `lesson_groups` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
-- The days that are kept lack these: they are counted again.
DELETE FROM taught_sums;
--> statement-breakpoint
-- A month is kept when all its days are, and goes with the first of them: so every other trigger asks for days alone, and of a
-- lesson to come it finds nothing.
CREATE TRIGGER taught_sums_month_of_day AFTER DELETE ON taught_sums WHEN length(old.id) = 10
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id = substr(old.id, 1, 7);
END;
--> statement-breakpoint
-- What lessons bring and pay depends on more than how many there were: on whose attendance was taken, on who has a spot and a
-- status in them, on tax, monthly fees, packages and co-teachers. These were there already, for the sums without it.
DROP TRIGGER taught_sums_session_added;
--> statement-breakpoint
DROP TRIGGER taught_sums_session_changed;
--> statement-breakpoint
DROP TRIGGER taught_sums_session_removed;
--> statement-breakpoint
DROP TRIGGER taught_sums_seat_moved;
--> statement-breakpoint
DROP TRIGGER taught_sums_charge_added;
--> statement-breakpoint
DROP TRIGGER taught_sums_charge_changed;
--> statement-breakpoint
DROP TRIGGER taught_sums_charge_removed;
--> statement-breakpoint
CREATE TRIGGER taught_sums_session_added AFTER INSERT ON sessions
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id = new.local_date;
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_session_changed AFTER UPDATE OF local_date, start_time, minutes, ends_at, teacher_id, class_id, state, marked_count, attended_count, register_taken_at ON sessions
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (old.local_date, new.local_date);
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_session_removed AFTER DELETE ON sessions
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id = old.local_date;
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_charge_added AFTER INSERT ON charges WHEN new.seat_id IS NOT NULL
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id = (
    SELECT x.local_date FROM seats s CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE s.school_id = new.school_id AND s.id = new.seat_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_charge_changed AFTER UPDATE OF seat_id, amount_minor, tax_minor, withdrawn_at ON charges WHEN coalesce(old.seat_id, new.seat_id) IS NOT NULL
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id = (
    SELECT x.local_date FROM seats s CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE s.school_id = old.school_id AND s.id = old.seat_id
  );
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id = (
    SELECT x.local_date FROM seats s CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE s.school_id = new.school_id AND s.id = new.seat_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_charge_removed AFTER DELETE ON charges WHEN old.seat_id IS NOT NULL
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id = (
    SELECT x.local_date FROM seats s CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE s.school_id = old.school_id AND s.id = old.seat_id
  );
END;
--> statement-breakpoint
-- A spot without an enrollment brings nothing until it is charged or marked.
CREATE TRIGGER taught_sums_seat_added AFTER INSERT ON seats WHEN new.enrollment_id IS NOT NULL
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id = (
    SELECT x.local_date FROM sessions x WHERE x.school_id = new.school_id AND x.id = new.session_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_seat_changed AFTER UPDATE OF session_id, enrollment_id ON seats
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id = (
    SELECT x.local_date FROM sessions x WHERE x.school_id = old.school_id AND x.id = old.session_id
  );
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id = (
    SELECT x.local_date FROM sessions x WHERE x.school_id = new.school_id AND x.id = new.session_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_seat_removed AFTER DELETE ON seats
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id = (
    SELECT x.local_date FROM sessions x WHERE x.school_id = old.school_id AND x.id = old.session_id
  );
END;
--> statement-breakpoint
-- Every other status that is added or removed changes the counts of its lesson, and with them the day.
CREATE TRIGGER taught_sums_mark_added AFTER INSERT ON marks WHEN new.code = 'cancelled'
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id = (
    SELECT x.local_date FROM seats s CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE s.school_id = new.school_id AND s.id = new.seat_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_mark_changed AFTER UPDATE OF seat_id, paid_percent, superseded_at ON marks
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id = (
    SELECT x.local_date FROM seats s CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE s.school_id = old.school_id AND s.id = old.seat_id
  );
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id = (
    SELECT x.local_date FROM seats s CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE s.school_id = new.school_id AND s.id = new.seat_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_mark_removed AFTER DELETE ON marks WHEN old.code = 'cancelled'
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id = (
    SELECT x.local_date FROM seats s CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE s.school_id = old.school_id AND s.id = old.seat_id
  );
END;
--> statement-breakpoint
-- A monthly fee is a part of each lesson of its month in which its enrollment has a spot, of whatever class: a make-up, a guest.
CREATE TRIGGER taught_sums_fee_added AFTER INSERT ON charges WHEN new.month IS NOT NULL AND new.enrollment_id IS NOT NULL
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id > new.month AND id < new.month || '~' AND +id IN (
    SELECT x.local_date FROM seats s CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE s.school_id = new.school_id AND s.enrollment_id = new.enrollment_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_fee_changed AFTER UPDATE OF enrollment_id, month, source, amount_minor, tax_minor, withdrawn_at ON charges
  WHEN coalesce(old.month, new.month) IS NOT NULL AND coalesce(old.enrollment_id, new.enrollment_id) IS NOT NULL
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id > old.month AND id < old.month || '~' AND +id IN (
    SELECT x.local_date FROM seats s CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE s.school_id = old.school_id AND s.enrollment_id = old.enrollment_id
  );
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id > new.month AND id < new.month || '~' AND +id IN (
    SELECT x.local_date FROM seats s CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE s.school_id = new.school_id AND s.enrollment_id = new.enrollment_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_fee_removed AFTER DELETE ON charges WHEN old.month IS NOT NULL AND old.enrollment_id IS NOT NULL
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id > old.month AND id < old.month || '~' AND +id IN (
    SELECT x.local_date FROM seats s CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE s.school_id = old.school_id AND s.enrollment_id = old.enrollment_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_correction_added AFTER INSERT ON charges WHEN new.corrects_charge_id IS NOT NULL
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id > (SELECT p.month FROM charges p WHERE p.school_id = new.school_id AND p.id = new.corrects_charge_id)
    AND id < (SELECT p.month FROM charges p WHERE p.school_id = new.school_id AND p.id = new.corrects_charge_id) || '~' AND +id IN (
      SELECT x.local_date FROM charges p CROSS JOIN seats s ON s.school_id = p.school_id AND s.enrollment_id = p.enrollment_id
        CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
      WHERE p.school_id = new.school_id AND p.id = new.corrects_charge_id
    );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_correction_changed AFTER UPDATE OF corrects_charge_id, source, amount_minor, tax_minor, withdrawn_at ON charges
  WHEN coalesce(old.corrects_charge_id, new.corrects_charge_id) IS NOT NULL
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id > (SELECT p.month FROM charges p WHERE p.school_id = old.school_id AND p.id = old.corrects_charge_id)
    AND id < (SELECT p.month FROM charges p WHERE p.school_id = old.school_id AND p.id = old.corrects_charge_id) || '~' AND +id IN (
      SELECT x.local_date FROM charges p CROSS JOIN seats s ON s.school_id = p.school_id AND s.enrollment_id = p.enrollment_id
        CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
      WHERE p.school_id = old.school_id AND p.id = old.corrects_charge_id
    );
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id > (SELECT p.month FROM charges p WHERE p.school_id = new.school_id AND p.id = new.corrects_charge_id)
    AND id < (SELECT p.month FROM charges p WHERE p.school_id = new.school_id AND p.id = new.corrects_charge_id) || '~' AND +id IN (
      SELECT x.local_date FROM charges p CROSS JOIN seats s ON s.school_id = p.school_id AND s.enrollment_id = p.enrollment_id
        CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
      WHERE p.school_id = new.school_id AND p.id = new.corrects_charge_id
    );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_correction_removed AFTER DELETE ON charges WHEN old.corrects_charge_id IS NOT NULL
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id > (SELECT p.month FROM charges p WHERE p.school_id = old.school_id AND p.id = old.corrects_charge_id)
    AND id < (SELECT p.month FROM charges p WHERE p.school_id = old.school_id AND p.id = old.corrects_charge_id) || '~' AND +id IN (
      SELECT x.local_date FROM charges p CROSS JOIN seats s ON s.school_id = p.school_id AND s.enrollment_id = p.enrollment_id
        CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
      WHERE p.school_id = old.school_id AND p.id = old.corrects_charge_id
    );
END;
--> statement-breakpoint
-- It is divided by how many lessons the class has in the month: one more or less changes what the others of it bring.
CREATE TRIGGER taught_sums_month_of_fee_added AFTER INSERT ON sessions WHEN new.state = 'planned'
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id > substr(new.local_date, 1, 7) AND id < substr(new.local_date, 1, 7) || '~' AND +id IN (
    SELECT x.local_date FROM sessions x CROSS JOIN seats s ON s.school_id = x.school_id AND s.session_id = x.id
      CROSS JOIN charges c INDEXED BY charges_by_month ON c.school_id = s.school_id AND c.enrollment_id = s.enrollment_id
        AND c.month = substr(new.local_date, 1, 7)
    WHERE x.school_id = new.school_id AND x.class_id = new.class_id
      AND +x.local_date > substr(new.local_date, 1, 7) AND +x.local_date < substr(new.local_date, 1, 7) || '~'
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_month_of_fee_changed AFTER UPDATE OF local_date, state, class_id ON sessions
  WHEN old.local_date IS NOT new.local_date OR old.state IS NOT new.state OR old.class_id IS NOT new.class_id
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id > substr(old.local_date, 1, 7) AND id < substr(old.local_date, 1, 7) || '~' AND +id IN (
    SELECT x.local_date FROM sessions x CROSS JOIN seats s ON s.school_id = x.school_id AND s.session_id = x.id
      CROSS JOIN charges c INDEXED BY charges_by_month ON c.school_id = s.school_id AND c.enrollment_id = s.enrollment_id
        AND c.month = substr(old.local_date, 1, 7)
    WHERE x.school_id = old.school_id AND x.class_id = old.class_id
      AND +x.local_date > substr(old.local_date, 1, 7) AND +x.local_date < substr(old.local_date, 1, 7) || '~'
  );
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id > substr(new.local_date, 1, 7) AND id < substr(new.local_date, 1, 7) || '~' AND +id IN (
    SELECT x.local_date FROM sessions x CROSS JOIN seats s ON s.school_id = x.school_id AND s.session_id = x.id
      CROSS JOIN charges c INDEXED BY charges_by_month ON c.school_id = s.school_id AND c.enrollment_id = s.enrollment_id
        AND c.month = substr(new.local_date, 1, 7)
    WHERE x.school_id = new.school_id AND x.class_id = new.class_id
      AND +x.local_date > substr(new.local_date, 1, 7) AND +x.local_date < substr(new.local_date, 1, 7) || '~'
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_month_of_fee_removed AFTER DELETE ON sessions WHEN old.state = 'planned'
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id > substr(old.local_date, 1, 7) AND id < substr(old.local_date, 1, 7) || '~' AND +id IN (
    SELECT x.local_date FROM sessions x CROSS JOIN seats s ON s.school_id = x.school_id AND s.session_id = x.id
      CROSS JOIN charges c INDEXED BY charges_by_month ON c.school_id = s.school_id AND c.enrollment_id = s.enrollment_id
        AND c.month = substr(old.local_date, 1, 7)
    WHERE x.school_id = old.school_id AND x.class_id = old.class_id
      AND +x.local_date > substr(old.local_date, 1, 7) AND +x.local_date < substr(old.local_date, 1, 7) || '~'
  );
END;
--> statement-breakpoint
-- And only by those between the days an enrollment starts and ends: the months between an old and a new day change.
CREATE TRIGGER taught_sums_enrollment_changed AFTER UPDATE OF starts_on, ends_on ON enrollments
  WHEN (old.starts_on IS NOT new.starts_on OR old.ends_on IS NOT new.ends_on)
    AND EXISTS (SELECT 1 FROM charges c INDEXED BY charges_by_month
      WHERE c.school_id = new.school_id AND c.enrollment_id = new.id AND c.month IS NOT NULL)
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (
    SELECT x.local_date FROM seats s CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE s.school_id = new.school_id AND s.enrollment_id = new.id AND (
      old.ends_on IS NOT new.ends_on
        AND x.local_date > substr(min(coalesce(old.ends_on, '9999-12-31'), coalesce(new.ends_on, '9999-12-31')), 1, 7)
      OR old.starts_on IS NOT new.starts_on AND x.local_date < substr(max(old.starts_on, new.starts_on), 1, 7) || '~'
    )
  );
END;
--> statement-breakpoint
-- A package brings each lesson the part that the lesson used of it.
CREATE TRIGGER taught_sums_package_charged AFTER INSERT ON charges WHEN new.source = 'package'
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (
    SELECT x.local_date FROM package_uses u CROSS JOIN seats s ON s.school_id = u.school_id AND s.id = u.seat_id
      CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE u.school_id = new.school_id AND u.package_id = new.package_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_package_charge_changed AFTER UPDATE OF package_id, source, amount_minor, tax_minor, withdrawn_at ON charges WHEN coalesce(old.package_id, new.package_id) IS NOT NULL
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id IN (
    SELECT x.local_date FROM package_uses u CROSS JOIN seats s ON s.school_id = u.school_id AND s.id = u.seat_id
      CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE u.school_id = old.school_id AND u.package_id = old.package_id
  );
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (
    SELECT x.local_date FROM package_uses u CROSS JOIN seats s ON s.school_id = u.school_id AND s.id = u.seat_id
      CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE u.school_id = new.school_id AND u.package_id = new.package_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_package_charge_removed AFTER DELETE ON charges WHEN old.source = 'package'
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id IN (
    SELECT x.local_date FROM package_uses u CROSS JOIN seats s ON s.school_id = u.school_id AND s.id = u.seat_id
      CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE u.school_id = old.school_id AND u.package_id = old.package_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_package_changed AFTER UPDATE OF lessons ON packages WHEN old.lessons IS NOT new.lessons
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (
    SELECT x.local_date FROM package_uses u CROSS JOIN seats s ON s.school_id = u.school_id AND s.id = u.seat_id
      CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE u.school_id = new.school_id AND u.package_id = new.id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_package_used AFTER INSERT ON package_uses WHEN new.package_id IS NOT NULL
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id = (
    SELECT x.local_date FROM seats s CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE s.school_id = new.school_id AND s.id = new.seat_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_package_use_changed AFTER UPDATE OF package_id, seat_id, units, released_at ON package_uses
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id = (
    SELECT x.local_date FROM seats s CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE s.school_id = old.school_id AND s.id = old.seat_id
  );
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id = (
    SELECT x.local_date FROM seats s CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE s.school_id = new.school_id AND s.id = new.seat_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_package_use_removed AFTER DELETE ON package_uses WHEN old.package_id IS NOT NULL
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id = (
    SELECT x.local_date FROM seats s CROSS JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id
    WHERE s.school_id = old.school_id AND s.id = old.seat_id
  );
END;
--> statement-breakpoint
-- What a lesson pays depends on what its class is and on who gives it beside its teacher.
CREATE TRIGGER taught_sums_kind_changed AFTER UPDATE OF kind ON classes WHEN old.kind IS NOT new.kind
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (
    SELECT x.local_date FROM sessions x WHERE x.school_id = new.school_id AND x.class_id = new.id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_co_teacher_added AFTER INSERT ON class_teachers
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (
    SELECT x.local_date FROM sessions x WHERE x.school_id = new.school_id AND x.class_id = new.class_id
      AND x.local_date >= new.starts_on AND (new.ends_on IS NULL OR x.local_date <= new.ends_on)
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_co_teacher_changed AFTER UPDATE OF class_id, teacher_id, starts_on, ends_on ON class_teachers
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (
    SELECT x.local_date FROM sessions x WHERE x.school_id = new.school_id AND x.class_id IN (old.class_id, new.class_id)
      AND (old.class_id IS NOT new.class_id OR old.teacher_id IS NOT new.teacher_id
        OR (x.local_date >= old.starts_on AND (old.ends_on IS NULL OR x.local_date <= old.ends_on))
          IS NOT (x.local_date >= new.starts_on AND (new.ends_on IS NULL OR x.local_date <= new.ends_on)))
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_co_teacher_removed AFTER DELETE ON class_teachers
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id IN (
    SELECT x.local_date FROM sessions x WHERE x.school_id = old.school_id AND x.class_id = old.class_id
      AND x.local_date >= old.starts_on AND (old.ends_on IS NULL OR x.local_date <= old.ends_on)
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_co_substitute_added AFTER INSERT ON co_substitutes
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id = (
    SELECT x.local_date FROM sessions x WHERE x.school_id = new.school_id AND x.id = new.session_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_co_substitute_changed AFTER UPDATE OF session_id, teacher_id, substitute_id ON co_substitutes
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id = (
    SELECT x.local_date FROM sessions x WHERE x.school_id = old.school_id AND x.id = old.session_id
  );
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id = (
    SELECT x.local_date FROM sessions x WHERE x.school_id = new.school_id AND x.id = new.session_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_co_substitute_removed AFTER DELETE ON co_substitutes
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id = (
    SELECT x.local_date FROM sessions x WHERE x.school_id = old.school_id AND x.id = old.session_id
  );
END;
