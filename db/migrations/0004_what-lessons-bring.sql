ALTER TABLE `taught_sums` ADD `lesson_groups` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
-- The days that are kept lack these: they are counted again.
DELETE FROM taught_sums;
--> statement-breakpoint
-- What lessons bring and pay depends on more than how many there were: on who has a spot and a status in them, on tax, monthly
-- fees, packages and co-teachers. A monthly fee is divided by the lessons of its month, so all days of the month go with it.
CREATE TRIGGER taught_sums_register_taken AFTER UPDATE OF register_taken_at ON sessions
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (
    SELECT part.value FROM sessions x, json_each(json_array(x.local_date, substr(x.local_date, 1, 7))) part
    WHERE x.school_id = new.school_id AND x.id = new.id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_seat_added AFTER INSERT ON seats
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (
    SELECT part.value FROM sessions x, json_each(json_array(x.local_date, substr(x.local_date, 1, 7))) part
    WHERE x.school_id = new.school_id AND x.id = new.session_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_seat_changed AFTER UPDATE OF enrollment_id ON seats
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (
    SELECT part.value FROM sessions x, json_each(json_array(x.local_date, substr(x.local_date, 1, 7))) part
    WHERE x.school_id = new.school_id AND x.id = new.session_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_seat_removed AFTER DELETE ON seats
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id IN (
    SELECT part.value FROM sessions x, json_each(json_array(x.local_date, substr(x.local_date, 1, 7))) part
    WHERE x.school_id = old.school_id AND x.id = old.session_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_mark_added AFTER INSERT ON marks
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (
    SELECT part.value FROM seats s JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id,
      json_each(json_array(x.local_date, substr(x.local_date, 1, 7))) part
    WHERE s.school_id = new.school_id AND s.id = new.seat_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_mark_changed AFTER UPDATE OF seat_id, paid_percent, superseded_at ON marks
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id IN (
    SELECT part.value FROM seats s JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id,
      json_each(json_array(x.local_date, substr(x.local_date, 1, 7))) part
    WHERE s.school_id = old.school_id AND s.id = old.seat_id
  );
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (
    SELECT part.value FROM seats s JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id,
      json_each(json_array(x.local_date, substr(x.local_date, 1, 7))) part
    WHERE s.school_id = new.school_id AND s.id = new.seat_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_mark_removed AFTER DELETE ON marks
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id IN (
    SELECT part.value FROM seats s JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id,
      json_each(json_array(x.local_date, substr(x.local_date, 1, 7))) part
    WHERE s.school_id = old.school_id AND s.id = old.seat_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_charge_taxed AFTER UPDATE OF tax_minor ON charges WHEN new.seat_id IS NOT NULL
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (
    SELECT part.value FROM seats s JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id,
      json_each(json_array(x.local_date, substr(x.local_date, 1, 7))) part
    WHERE s.school_id = new.school_id AND s.id = new.seat_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_fee_added AFTER INSERT ON charges WHEN new.month IS NOT NULL
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id >= new.month AND id < new.month || '~';
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_fee_changed AFTER UPDATE OF enrollment_id, month, source, amount_minor, tax_minor, withdrawn_at ON charges WHEN coalesce(old.month, new.month) IS NOT NULL
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id >= old.month AND id < old.month || '~';
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id >= new.month AND id < new.month || '~';
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_fee_removed AFTER DELETE ON charges WHEN old.month IS NOT NULL
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id >= old.month AND id < old.month || '~';
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_correction_added AFTER INSERT ON charges WHEN new.corrects_charge_id IS NOT NULL
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id >= (SELECT p.month FROM charges p WHERE p.school_id = new.school_id AND p.id = new.corrects_charge_id) AND id < (SELECT p.month FROM charges p WHERE p.school_id = new.school_id AND p.id = new.corrects_charge_id) || '~';
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_correction_changed AFTER UPDATE OF corrects_charge_id, source, amount_minor, tax_minor, withdrawn_at ON charges WHEN coalesce(old.corrects_charge_id, new.corrects_charge_id) IS NOT NULL
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id >= (SELECT p.month FROM charges p WHERE p.school_id = old.school_id AND p.id = old.corrects_charge_id) AND id < (SELECT p.month FROM charges p WHERE p.school_id = old.school_id AND p.id = old.corrects_charge_id) || '~';
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id >= (SELECT p.month FROM charges p WHERE p.school_id = new.school_id AND p.id = new.corrects_charge_id) AND id < (SELECT p.month FROM charges p WHERE p.school_id = new.school_id AND p.id = new.corrects_charge_id) || '~';
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_correction_removed AFTER DELETE ON charges WHEN old.corrects_charge_id IS NOT NULL
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id >= (SELECT p.month FROM charges p WHERE p.school_id = old.school_id AND p.id = old.corrects_charge_id) AND id < (SELECT p.month FROM charges p WHERE p.school_id = old.school_id AND p.id = old.corrects_charge_id) || '~';
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_package_charged AFTER INSERT ON charges WHEN new.source = 'package'
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (
    SELECT part.value FROM package_uses u JOIN seats s ON s.school_id = u.school_id AND s.id = u.seat_id
      JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id,
      json_each(json_array(x.local_date, substr(x.local_date, 1, 7))) part
    WHERE u.school_id = new.school_id AND u.package_id = new.package_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_package_charge_changed AFTER UPDATE OF package_id, source, amount_minor, tax_minor, withdrawn_at ON charges WHEN coalesce(old.package_id, new.package_id) IS NOT NULL
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id IN (
    SELECT part.value FROM package_uses u JOIN seats s ON s.school_id = u.school_id AND s.id = u.seat_id
      JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id,
      json_each(json_array(x.local_date, substr(x.local_date, 1, 7))) part
    WHERE u.school_id = old.school_id AND u.package_id = old.package_id
  );
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (
    SELECT part.value FROM package_uses u JOIN seats s ON s.school_id = u.school_id AND s.id = u.seat_id
      JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id,
      json_each(json_array(x.local_date, substr(x.local_date, 1, 7))) part
    WHERE u.school_id = new.school_id AND u.package_id = new.package_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_package_charge_removed AFTER DELETE ON charges WHEN old.source = 'package'
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id IN (
    SELECT part.value FROM package_uses u JOIN seats s ON s.school_id = u.school_id AND s.id = u.seat_id
      JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id,
      json_each(json_array(x.local_date, substr(x.local_date, 1, 7))) part
    WHERE u.school_id = old.school_id AND u.package_id = old.package_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_package_changed AFTER UPDATE OF lessons ON packages
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (
    SELECT part.value FROM package_uses u JOIN seats s ON s.school_id = u.school_id AND s.id = u.seat_id
      JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id,
      json_each(json_array(x.local_date, substr(x.local_date, 1, 7))) part
    WHERE u.school_id = new.school_id AND u.package_id = new.id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_package_used AFTER INSERT ON package_uses
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (
    SELECT part.value FROM seats s JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id,
      json_each(json_array(x.local_date, substr(x.local_date, 1, 7))) part
    WHERE s.school_id = new.school_id AND s.id = new.seat_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_package_use_changed AFTER UPDATE OF package_id, seat_id, units, released_at ON package_uses
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id IN (
    SELECT part.value FROM seats s JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id,
      json_each(json_array(x.local_date, substr(x.local_date, 1, 7))) part
    WHERE s.school_id = old.school_id AND s.id = old.seat_id
  );
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (
    SELECT part.value FROM seats s JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id,
      json_each(json_array(x.local_date, substr(x.local_date, 1, 7))) part
    WHERE s.school_id = new.school_id AND s.id = new.seat_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_package_use_removed AFTER DELETE ON package_uses
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id IN (
    SELECT part.value FROM seats s JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id,
      json_each(json_array(x.local_date, substr(x.local_date, 1, 7))) part
    WHERE s.school_id = old.school_id AND s.id = old.seat_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_month_of_fee_added AFTER INSERT ON sessions
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id >= substr(new.local_date, 1, 7) AND id < substr(new.local_date, 1, 7) || '~'
    AND EXISTS (SELECT 1 FROM enrollments e CROSS JOIN charges c INDEXED BY charges_by_month
      ON c.school_id = e.school_id AND c.enrollment_id = e.id AND c.month = substr(new.local_date, 1, 7)
      WHERE e.school_id = new.school_id AND e.class_id = new.class_id);
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_month_of_fee_changed AFTER UPDATE OF local_date, state, class_id ON sessions
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id >= substr(old.local_date, 1, 7) AND id < substr(old.local_date, 1, 7) || '~'
    AND EXISTS (SELECT 1 FROM enrollments e CROSS JOIN charges c INDEXED BY charges_by_month
      ON c.school_id = e.school_id AND c.enrollment_id = e.id AND c.month = substr(old.local_date, 1, 7)
      WHERE e.school_id = old.school_id AND e.class_id = old.class_id);
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id >= substr(new.local_date, 1, 7) AND id < substr(new.local_date, 1, 7) || '~'
    AND EXISTS (SELECT 1 FROM enrollments e CROSS JOIN charges c INDEXED BY charges_by_month
      ON c.school_id = e.school_id AND c.enrollment_id = e.id AND c.month = substr(new.local_date, 1, 7)
      WHERE e.school_id = new.school_id AND e.class_id = new.class_id);
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_month_of_fee_removed AFTER DELETE ON sessions
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id >= substr(old.local_date, 1, 7) AND id < substr(old.local_date, 1, 7) || '~'
    AND EXISTS (SELECT 1 FROM enrollments e CROSS JOIN charges c INDEXED BY charges_by_month
      ON c.school_id = e.school_id AND c.enrollment_id = e.id AND c.month = substr(old.local_date, 1, 7)
      WHERE e.school_id = old.school_id AND e.class_id = old.class_id);
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_enrollment_changed AFTER UPDATE OF starts_on, ends_on ON enrollments
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND substr(id, 1, 7) IN (
    SELECT c.month FROM charges c INDEXED BY charges_by_month
    WHERE c.school_id = new.school_id AND c.enrollment_id = new.id AND c.month IS NOT NULL
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_kind_changed AFTER UPDATE OF kind ON classes WHEN old.kind IS NOT new.kind
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (
    SELECT part.value FROM sessions x, json_each(json_array(x.local_date, substr(x.local_date, 1, 7))) part
    WHERE x.school_id = new.school_id AND x.class_id = new.id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_co_teacher_added AFTER INSERT ON class_teachers
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (
    SELECT part.value FROM sessions x, json_each(json_array(x.local_date, substr(x.local_date, 1, 7))) part
    WHERE x.school_id = new.school_id AND x.class_id = new.class_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_co_teacher_changed AFTER UPDATE OF class_id, teacher_id, starts_on, ends_on ON class_teachers
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id IN (
    SELECT part.value FROM sessions x, json_each(json_array(x.local_date, substr(x.local_date, 1, 7))) part
    WHERE x.school_id = old.school_id AND x.class_id = old.class_id
  );
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (
    SELECT part.value FROM sessions x, json_each(json_array(x.local_date, substr(x.local_date, 1, 7))) part
    WHERE x.school_id = new.school_id AND x.class_id = new.class_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_co_teacher_removed AFTER DELETE ON class_teachers
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id IN (
    SELECT part.value FROM sessions x, json_each(json_array(x.local_date, substr(x.local_date, 1, 7))) part
    WHERE x.school_id = old.school_id AND x.class_id = old.class_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_co_substitute_added AFTER INSERT ON co_substitutes
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (
    SELECT part.value FROM sessions x, json_each(json_array(x.local_date, substr(x.local_date, 1, 7))) part
    WHERE x.school_id = new.school_id AND x.id = new.session_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_co_substitute_changed AFTER UPDATE OF session_id, teacher_id, substitute_id ON co_substitutes
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id IN (
    SELECT part.value FROM sessions x, json_each(json_array(x.local_date, substr(x.local_date, 1, 7))) part
    WHERE x.school_id = old.school_id AND x.id = old.session_id
  );
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (
    SELECT part.value FROM sessions x, json_each(json_array(x.local_date, substr(x.local_date, 1, 7))) part
    WHERE x.school_id = new.school_id AND x.id = new.session_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_co_substitute_removed AFTER DELETE ON co_substitutes
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id IN (
    SELECT part.value FROM sessions x, json_each(json_array(x.local_date, substr(x.local_date, 1, 7))) part
    WHERE x.school_id = old.school_id AND x.id = old.session_id
  );
END;
