ALTER TABLE `charges` ADD `usual_minor` integer;--> statement-breakpoint
ALTER TABLE `charges` ADD `credited_net_minor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What lessons bring and pay follows credit notes, too: the days of what is credited are counted again.
DROP TRIGGER taught_sums_charge_changed;
--> statement-breakpoint
CREATE TRIGGER taught_sums_charge_changed AFTER UPDATE OF seat_id, amount_minor, tax_minor, credited_net_minor, withdrawn_at ON charges WHEN coalesce(old.seat_id, new.seat_id) IS NOT NULL
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
DROP TRIGGER taught_sums_fee_changed;
--> statement-breakpoint
CREATE TRIGGER taught_sums_fee_changed AFTER UPDATE OF enrollment_id, month, source, amount_minor, tax_minor, credited_net_minor, withdrawn_at ON charges
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
DROP TRIGGER taught_sums_package_charge_changed;
--> statement-breakpoint
CREATE TRIGGER taught_sums_package_charge_changed AFTER UPDATE OF package_id, source, amount_minor, tax_minor, credited_net_minor, withdrawn_at ON charges WHEN coalesce(old.package_id, new.package_id) IS NOT NULL
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
-- A charge knows what credit notes took off it, so that pay and margin don't look for them beside each lesson.
UPDATE charges SET credited_net_minor = credited.net
FROM (
  SELECT l.school_id, coalesce(l.charge_id, l.part_of_charge_id) AS charge_id, sum(c.amount_minor - c.tax_minor) AS net
  FROM credit_note_lines c JOIN invoice_lines l ON l.school_id = c.school_id AND l.id = c.invoice_line_id
  GROUP BY 1, 2
) credited
WHERE charges.school_id = credited.school_id AND charges.id = credited.charge_id;
--> statement-breakpoint
CREATE TRIGGER credit_note_lines_credit AFTER INSERT ON credit_note_lines WHEN new.invoice_line_id IS NOT NULL
BEGIN
  UPDATE charges SET credited_net_minor = credited_net_minor + new.amount_minor - new.tax_minor
  WHERE school_id = new.school_id AND id = (
    SELECT coalesce(l.charge_id, l.part_of_charge_id) FROM invoice_lines l
    WHERE l.school_id = new.school_id AND l.id = new.invoice_line_id
  );
END;
