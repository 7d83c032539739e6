-- What is kept for good goes with its school alone: a school that is being erased (erasing_since) lets its rows go.
--
-- An issued invoice is frozen: only voiding it is possible, once.
CREATE TRIGGER invoices_frozen BEFORE UPDATE ON invoices
WHEN old.state <> 'draft' AND (
  new.state NOT IN (old.state, 'void')
  OR new.family_id <> old.family_id
  OR new.number <> old.number
  OR new.sequence <> old.sequence
  OR new.currency <> old.currency
  OR new.period_from <> old.period_from
  OR new.period_to <> old.period_to
  OR new.due_on <> old.due_on
  OR new.issued_on <> old.issued_on
  OR new.issued_at <> old.issued_at
  OR new.seller_name <> old.seller_name
  OR new.seller_address IS NOT old.seller_address
  OR new.seller_tax_number IS NOT old.seller_tax_number
  OR new.payment_instructions IS NOT old.payment_instructions
  OR new.bank_holder IS NOT old.bank_holder
  OR new.bank_iban IS NOT old.bank_iban
  OR new.bank_bic IS NOT old.bank_bic
  OR new.bill_to <> old.bill_to
  OR new.bill_to_address IS NOT old.bill_to_address
  OR new.bill_to_tax_number IS NOT old.bill_to_tax_number
  OR new.bill_to_reference IS NOT old.bill_to_reference
  OR new.guardian_id IS NOT old.guardian_id
  OR new.outside_payer_id IS NOT old.outside_payer_id
  OR new.set_id IS NOT old.set_id
  OR new.run_id IS NOT old.run_id
  OR new.note IS NOT old.note
  OR new.total_minor <> old.total_minor
  OR old.voided_at IS NOT NULL AND (new.voided_at, new.voided_on, new.void_reason)
    IS NOT (old.voided_at, old.voided_on, old.void_reason)
)
BEGIN
  SELECT RAISE(ABORT, 'an issued invoice is frozen');
END;
--> statement-breakpoint
CREATE TRIGGER invoices_kept BEFORE DELETE ON invoices
WHEN old.state <> 'draft' AND NOT EXISTS (SELECT 1 FROM schools s WHERE s.id = old.school_id AND s.erasing_since IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'an issued invoice is kept');
END;
--> statement-breakpoint
CREATE TRIGGER invoice_lines_frozen BEFORE UPDATE ON invoice_lines
WHEN (SELECT state FROM invoices WHERE school_id = old.school_id AND id = old.invoice_id) <> 'draft' AND (
  new.invoice_id <> old.invoice_id
  OR new.charge_id IS NOT old.charge_id
  OR new.part_of_charge_id IS NOT old.part_of_charge_id
  OR new.student_name IS NOT old.student_name
  OR new.description <> old.description
  OR new.reason <> old.reason
  OR new.occurred_on <> old.occurred_on
  OR new.amount_minor <> old.amount_minor
  OR new.tax_name IS NOT old.tax_name
  OR new.tax_rate IS NOT old.tax_rate
  OR new.tax_is_added <> old.tax_is_added
  OR new.tax_minor <> old.tax_minor
)
BEGIN
  SELECT RAISE(ABORT, 'the lines of an issued invoice are frozen');
END;
--> statement-breakpoint
CREATE TRIGGER invoice_lines_kept BEFORE DELETE ON invoice_lines
WHEN (SELECT state FROM invoices WHERE school_id = old.school_id AND id = old.invoice_id) <> 'draft'
  AND NOT EXISTS (SELECT 1 FROM schools s WHERE s.id = old.school_id AND s.erasing_since IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'the lines of an issued invoice are kept');
END;
--> statement-breakpoint
CREATE TRIGGER invoice_lines_closed BEFORE INSERT ON invoice_lines
WHEN (SELECT state FROM invoices WHERE school_id = new.school_id AND id = new.invoice_id) <> 'draft'
BEGIN
  SELECT RAISE(ABORT, 'an issued invoice takes no more lines');
END;
--> statement-breakpoint
-- A school's currency is locked once an invoice is issued.
CREATE TRIGGER schools_currency_fixed BEFORE UPDATE OF currency ON schools
WHEN new.currency <> old.currency
  AND EXISTS (SELECT 1 FROM invoices WHERE school_id = old.id AND state <> 'draft')
BEGIN
  SELECT RAISE(ABORT, 'the currency is fixed once an invoice is issued');
END;
--> statement-breakpoint
-- The audit log is append-only. While a person is being erased, an entry may lose what it says of them: who did what, and
-- when, stays, with every fact's name, number and flag. A text may go that says their name or address, or one of the
-- personal facts of an entry about them.
CREATE TRIGGER events_unchanged BEFORE UPDATE ON events
WHEN new.school_id IS NOT old.school_id
  OR new.id IS NOT old.id
  OR new.created_at IS NOT old.created_at
  OR new.member_id IS NOT old.member_id
  OR new.verb IS NOT old.verb
  OR new.noun IS NOT old.noun
  OR new.noun_id IS NOT old.noun_id
  OR (new.before IS NULL) <> (old.before IS NULL)
  OR (new.after IS NULL) <> (old.after IS NULL)
  OR (
    new.actor_name IS NOT old.actor_name
    AND NOT EXISTS (
      SELECT 1 FROM erasures e
      WHERE e.school_id = old.school_id
        AND (e.person ->> 'memberId' = old.member_id OR old.actor_name IN (SELECT value FROM json_each(e.person, '$.names')))
    )
  )
  OR EXISTS (
    SELECT fullkey FROM json_tree(json_array(json(new.before), json(new.after)))
    EXCEPT
    SELECT fullkey FROM json_tree(json_array(json(old.before), json(old.after)))
  )
  OR EXISTS (
    SELECT fullkey FROM json_tree(json_array(json(old.before), json(old.after)))
    EXCEPT
    SELECT fullkey FROM json_tree(json_array(json(new.before), json(new.after)))
  )
  OR EXISTS (
    SELECT 1 FROM (
      SELECT fullkey, type, atom FROM json_tree(json_array(json(new.before), json(new.after)))
      EXCEPT
      SELECT fullkey, type, atom FROM json_tree(json_array(json(old.before), json(old.after)))
    ) now
    WHERE now.type NOT IN ('text', 'null')
  )
  OR EXISTS (
    SELECT 1 FROM (
      SELECT fullkey, key, type, atom FROM json_tree(json_array(json(old.before), json(old.after)))
      EXCEPT
      SELECT fullkey, key, type, atom FROM json_tree(json_array(json(new.before), json(new.after)))
    ) was
    WHERE was.type <> 'text'
      OR NOT EXISTS (
        SELECT 1 FROM erasures e
        WHERE e.school_id = old.school_id
          AND (
            EXISTS (SELECT 1 FROM json_each(e.person, '$.said') said WHERE instr(lower(was.atom), lower(said.value)))
            OR (
              old.noun_id IN (SELECT value FROM json_each(e.person, '$.ids') UNION ALL SELECT e.person ->> 'familyId')
              AND (old.verb = 'answer' OR was.key IN (SELECT value FROM json_each(e.person, '$.facts')))
            )
            OR (
              was.key IN (SELECT value FROM json_each(e.person, '$.facts'))
              AND EXISTS (
                SELECT 1 FROM json_each(e.person, '$.ids') ids
                WHERE instr(coalesce(old.before, '') || coalesce(old.after, ''), json_quote(ids.value))
              )
            )
          )
      )
  )
BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
--> statement-breakpoint
-- No entry takes the place of another.
CREATE TRIGGER events_once BEFORE INSERT ON events
WHEN EXISTS (SELECT 1 FROM events WHERE school_id = new.school_id AND id = new.id)
BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
--> statement-breakpoint
-- A payment keeps its amount, currency, family, method, provider reference and when it was received.
CREATE TRIGGER payments_frozen BEFORE UPDATE OF amount_minor, currency, family_id, method, provider_reference, received_on, received_at ON payments
BEGIN
  SELECT RAISE(ABORT, 'a payment is never edited');
END;
--> statement-breakpoint
CREATE TRIGGER payments_reversed_once BEFORE UPDATE OF reversed_at, reversed_reason ON payments WHEN old.reversed_at IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'a payment is reversed once');
END;
--> statement-breakpoint
CREATE TRIGGER payments_kept BEFORE DELETE ON payments
WHEN NOT EXISTS (SELECT 1 FROM schools s WHERE s.id = old.school_id AND s.erasing_since IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'a payment is kept');
END;
--> statement-breakpoint
CREATE TRIGGER events_kept BEFORE DELETE ON events
WHEN NOT EXISTS (SELECT 1 FROM cancelled_registrations WHERE id = old.school_id)
  AND NOT EXISTS (SELECT 1 FROM schools s WHERE s.id = old.school_id AND s.erasing_since IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
--> statement-breakpoint
-- What staff did to a school stays as written; only the account of who did it may go.
CREATE TRIGGER staff_acts_frozen BEFORE UPDATE ON staff_acts
WHEN new.user_id IS NOT NULL
  OR new.school_id IS NOT old.school_id
  OR new.id <> old.id
  OR new.created_at <> old.created_at
  OR new.staff_name <> old.staff_name
  OR new.verb <> old.verb
  OR new.about <> old.about
  OR new.reason <> old.reason
  OR new.told <> old.told
BEGIN
  SELECT RAISE(ABORT, 'what staff did is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER staff_acts_kept BEFORE DELETE ON staff_acts
WHEN NOT EXISTS (SELECT 1 FROM schools s WHERE s.id = old.school_id AND s.erasing_since IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'what staff did is append-only');
END;
--> statement-breakpoint
-- A refund is never edited.
CREATE TRIGGER refunds_frozen BEFORE UPDATE ON refunds
BEGIN
  SELECT RAISE(ABORT, 'a refund is never edited');
END;
--> statement-breakpoint
CREATE TRIGGER refunds_kept BEFORE DELETE ON refunds
WHEN NOT EXISTS (SELECT 1 FROM schools s WHERE s.id = old.school_id AND s.erasing_since IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'a refund is kept');
END;
--> statement-breakpoint
-- A charge knows on how many lines it is that claim it, so that what is on no invoice is found without reading each line.
CREATE TRIGGER invoice_lines_claim AFTER INSERT ON invoice_lines WHEN new.charge_id IS NOT NULL AND new.released_at IS NULL
BEGIN
  UPDATE charges SET billed_lines = billed_lines + 1 WHERE school_id = new.school_id AND id = new.charge_id;
END;
--> statement-breakpoint
CREATE TRIGGER invoice_lines_claim_changed AFTER UPDATE OF charge_id, released_at ON invoice_lines
BEGIN
  UPDATE charges SET billed_lines = billed_lines - 1
  WHERE old.released_at IS NULL AND school_id = old.school_id AND id = old.charge_id;
  UPDATE charges SET billed_lines = billed_lines + 1
  WHERE new.released_at IS NULL AND school_id = new.school_id AND id = new.charge_id;
END;
--> statement-breakpoint
CREATE TRIGGER invoice_lines_claim_removed AFTER DELETE ON invoice_lines WHEN old.charge_id IS NOT NULL AND old.released_at IS NULL
BEGIN
  UPDATE charges SET billed_lines = billed_lines - 1 WHERE school_id = old.school_id AND id = old.charge_id;
END;
--> statement-breakpoint
CREATE TRIGGER credit_note_lines_claim AFTER INSERT ON credit_note_lines WHEN new.charge_id IS NOT NULL
BEGIN
  UPDATE charges SET billed_lines = billed_lines + 1 WHERE school_id = new.school_id AND id = new.charge_id;
END;
--> statement-breakpoint
-- An invoice knows what of it is settled, so that lists and sums don't read each allocation.
CREATE TRIGGER allocations_settle AFTER INSERT ON allocations
BEGIN
  UPDATE invoices SET settled_minor = settled_minor + new.amount_minor
  WHERE school_id = new.school_id AND id = new.invoice_id;
END;
--> statement-breakpoint
-- What settles an invoice is changed by further rows only.
CREATE TRIGGER allocations_frozen BEFORE UPDATE ON allocations
BEGIN
  SELECT RAISE(ABORT, 'what settles an invoice is never edited');
END;
--> statement-breakpoint
CREATE TRIGGER allocations_kept BEFORE DELETE ON allocations
WHEN NOT EXISTS (SELECT 1 FROM schools s WHERE s.id = old.school_id AND s.erasing_since IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'what settles an invoice is kept');
END;
--> statement-breakpoint
-- A credit note is frozen with its lines.
CREATE TRIGGER credit_notes_frozen BEFORE UPDATE ON credit_notes
BEGIN
  SELECT RAISE(ABORT, 'a credit note is frozen');
END;
--> statement-breakpoint
CREATE TRIGGER credit_notes_kept BEFORE DELETE ON credit_notes
WHEN NOT EXISTS (SELECT 1 FROM schools s WHERE s.id = old.school_id AND s.erasing_since IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'a credit note is kept');
END;
--> statement-breakpoint
CREATE TRIGGER credit_note_lines_frozen BEFORE UPDATE ON credit_note_lines
BEGIN
  SELECT RAISE(ABORT, 'the lines of a credit note are frozen');
END;
--> statement-breakpoint
CREATE TRIGGER credit_note_lines_kept BEFORE DELETE ON credit_note_lines
WHEN NOT EXISTS (SELECT 1 FROM schools s WHERE s.id = old.school_id AND s.erasing_since IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'the lines of a credit note are kept');
END;
--> statement-breakpoint
-- What was written off is taken back by a further row.
CREATE TRIGGER write_offs_frozen BEFORE UPDATE ON write_offs
BEGIN
  SELECT RAISE(ABORT, 'a write-off is never edited');
END;
--> statement-breakpoint
CREATE TRIGGER write_offs_kept BEFORE DELETE ON write_offs
WHEN NOT EXISTS (SELECT 1 FROM schools s WHERE s.id = old.school_id AND s.erasing_since IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'a write-off is kept');
END;
--> statement-breakpoint
-- The help articles by word. Virtual tables are beyond the schema's language; the rows are written at start.
CREATE VIRTUAL TABLE help_articles USING fts5 (
  article_key UNINDEXED,
  title,
  body,
  tokenize = 'porter unicode61 remove_diacritics 2'
);
--> statement-breakpoint
-- What was taken off a charge stays as the family was told.
CREATE TRIGGER charge_discounts_frozen BEFORE UPDATE ON charge_discounts
BEGIN
  SELECT RAISE(ABORT, 'a discount that was given is never edited');
END;
--> statement-breakpoint
-- A package never gives more lessons than were sold, also when two registers are saved at once.
CREATE TRIGGER package_uses_within BEFORE INSERT ON package_uses
WHEN new.package_id IS NOT NULL AND (
  SELECT coalesce(sum(units), 0) FROM package_uses
  WHERE school_id = new.school_id AND package_id = new.package_id AND released_at IS NULL
) + new.units > (SELECT lessons * 100 FROM packages WHERE school_id = new.school_id AND id = new.package_id)
BEGIN
  SELECT RAISE(ABORT, 'a package gives no more lessons than it has');
END;
--> statement-breakpoint
-- What a mark took from a package is never edited, only released.
CREATE TRIGGER package_uses_frozen BEFORE UPDATE ON package_uses
WHEN old.released_at IS NOT NULL
  OR new.package_id IS NOT old.package_id
  OR new.seat_id <> old.seat_id
  OR new.units <> old.units
BEGIN
  SELECT RAISE(ABORT, 'what was taken from a package is only released');
END;
--> statement-breakpoint
-- A session knows how many of its marks count and how many attended, so that months are summed without reading each mark.
CREATE TRIGGER marks_added AFTER INSERT ON marks WHEN new.superseded_at IS NULL AND new.code <> 'cancelled'
BEGIN
  UPDATE sessions SET marked_count = marked_count + 1, attended_count = attended_count + new.counts_as_attended
  WHERE school_id = new.school_id
    AND id = (SELECT session_id FROM seats WHERE school_id = new.school_id AND id = new.seat_id);
END;
--> statement-breakpoint
CREATE TRIGGER marks_superseded AFTER UPDATE OF superseded_at ON marks WHEN old.superseded_at IS NULL AND new.superseded_at IS NOT NULL AND old.code <> 'cancelled'
BEGIN
  UPDATE sessions SET marked_count = marked_count - 1, attended_count = attended_count - old.counts_as_attended
  WHERE school_id = old.school_id
    AND id = (SELECT session_id FROM seats WHERE school_id = old.school_id AND id = old.seat_id);
END;
--> statement-breakpoint
CREATE TRIGGER marks_removed AFTER DELETE ON marks WHEN old.superseded_at IS NULL AND old.code <> 'cancelled'
BEGIN
  UPDATE sessions SET marked_count = marked_count - 1, attended_count = attended_count - old.counts_as_attended
  WHERE school_id = old.school_id
    AND id = (SELECT session_id FROM seats WHERE school_id = old.school_id AND id = old.seat_id);
END;
--> statement-breakpoint
-- A locked payslip is frozen, and so are its lines. They follow a teacher who was entered twice: what they say stays.
CREATE TRIGGER pay_slips_frozen BEFORE UPDATE ON pay_slips
WHEN new.total_minor <> old.total_minor OR new.period_from <> old.period_from OR new.period_to <> old.period_to
  OR old.state = 'locked' AND (new.school_id, new.id, new.created_at, new.teacher_name, new.state, new.currency,
    new.booked_on, new.approved_by, new.approved_name, new.locked_at, new.locked_name)
    IS NOT (old.school_id, old.id, old.created_at, old.teacher_name, old.state, old.currency,
    old.booked_on, old.approved_by, old.approved_name, old.locked_at, old.locked_name)
BEGIN
  SELECT RAISE(ABORT, 'a payslip is frozen');
END;
--> statement-breakpoint
CREATE TRIGGER pay_slips_kept BEFORE DELETE ON pay_slips
WHEN old.state = 'locked' AND NOT EXISTS (SELECT 1 FROM schools s WHERE s.id = old.school_id AND s.erasing_since IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'a locked payslip is kept');
END;
--> statement-breakpoint
CREATE TRIGGER pay_slip_lines_frozen BEFORE UPDATE ON pay_slip_lines
WHEN (new.school_id, new.id, new.created_at, new.slip_id, new.position, new.kind, new.session_id, new.extra_work_id,
    new.occurred_on, new.description, new.minutes, new.rule, new.amount_minor)
    IS NOT (old.school_id, old.id, old.created_at, old.slip_id, old.position, old.kind, old.session_id, old.extra_work_id,
    old.occurred_on, old.description, old.minutes, old.rule, old.amount_minor)
BEGIN
  SELECT RAISE(ABORT, 'the lines of a payslip are frozen');
END;
--> statement-breakpoint
CREATE TRIGGER pay_slip_lines_kept BEFORE DELETE ON pay_slip_lines
WHEN (SELECT state FROM pay_slips WHERE school_id = old.school_id AND id = old.slip_id) = 'locked'
  AND NOT EXISTS (SELECT 1 FROM schools s WHERE s.id = old.school_id AND s.erasing_since IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'the lines of a locked payslip are kept');
END;
--> statement-breakpoint
-- Sums of days and months go as soon as something they were counted from changes; they are counted again.
CREATE TRIGGER taught_sums_session_added AFTER INSERT ON sessions
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (new.local_date, substr(new.local_date, 1, 7));
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_session_changed AFTER UPDATE OF local_date, start_time, minutes, ends_at, teacher_id, class_id, state, marked_count, attended_count ON sessions
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id IN (old.local_date, substr(old.local_date, 1, 7));
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (new.local_date, substr(new.local_date, 1, 7));
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_session_removed AFTER DELETE ON sessions
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id IN (old.local_date, substr(old.local_date, 1, 7));
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_seat_moved AFTER UPDATE OF session_id ON seats
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
CREATE TRIGGER taught_sums_charge_added AFTER INSERT ON charges WHEN new.seat_id IS NOT NULL
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (
    SELECT part.value FROM seats s JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id,
      json_each(json_array(x.local_date, substr(x.local_date, 1, 7))) part
    WHERE s.school_id = new.school_id AND s.id = new.seat_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_charge_changed AFTER UPDATE OF seat_id, amount_minor, withdrawn_at ON charges WHEN coalesce(old.seat_id, new.seat_id) IS NOT NULL
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
CREATE TRIGGER taught_sums_charge_removed AFTER DELETE ON charges WHEN old.seat_id IS NOT NULL
BEGIN
  DELETE FROM taught_sums WHERE school_id = old.school_id AND id IN (
    SELECT part.value FROM seats s JOIN sessions x ON x.school_id = s.school_id AND x.id = s.session_id,
      json_each(json_array(x.local_date, substr(x.local_date, 1, 7))) part
    WHERE s.school_id = old.school_id AND s.id = old.seat_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER taught_sums_instrument_changed AFTER UPDATE OF instrument ON classes WHEN old.instrument IS NOT new.instrument
BEGIN
  DELETE FROM taught_sums WHERE school_id = new.school_id AND id IN (
    SELECT part.value FROM sessions x, json_each(json_array(x.local_date, substr(x.local_date, 1, 7))) part
    WHERE x.school_id = new.school_id AND x.class_id = new.id
  );
END;
