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
ALTER TABLE `closed_lessons` DROP COLUMN `spent`;--> statement-breakpoint
-- The same of what endings and changes of weekly times made of lessons.
UPDATE `class_endings` SET `before` = json_remove(json_set(`before`, '$.changes', json((
  SELECT json_group_array(json(c.value)) FROM (
    SELECT CASE
      WHEN l.value ->> '$.left' IS NULL THEN json_object('table', 'sessions', 'ids', json_array(l.value ->> '$.was.id'),
        'before', json_set(l.value -> '$.was', '$.revision', (l.value ->> '$.was.revision') + 2),
        'after', null)
      WHEN l.value ->> '$.was.localDate' <> l.value ->> '$.left.localDate' OR l.value ->> '$.was.startTime' <> l.value ->> '$.left.startTime' OR l.value ->> '$.was.minutes' <> l.value ->> '$.left.minutes' OR l.value ->> '$.was.state' <> l.value ->> '$.left.state'
      THEN json_object('table', 'sessions', 'ids', json_array(l.value ->> '$.was.id'),
        'before', json_object('localDate', l.value ->> '$.was.localDate', 'startTime', l.value ->> '$.was.startTime', 'minutes', l.value ->> '$.was.minutes', 'state', l.value ->> '$.was.state', 'startsAt', l.value ->> '$.was.startsAt', 'endsAt', l.value ->> '$.was.endsAt', 'cancelReason', l.value ->> '$.was.cancelReason', 'scheduleId', l.value ->> '$.was.scheduleId', 'originalDate', l.value ->> '$.was.originalDate', 'originalStartTime', l.value ->> '$.was.originalStartTime', 'sequence', l.value ->> '$.was.sequence'),
        'after', json_object('localDate', l.value ->> '$.left.localDate', 'startTime', l.value ->> '$.left.startTime', 'minutes', l.value ->> '$.left.minutes', 'state', l.value ->> '$.left.state', 'startsAt', s.starts_at, 'endsAt', s.ends_at, 'cancelReason', s.cancel_reason, 'scheduleId', s.schedule_id, 'originalDate', s.original_date, 'originalStartTime', s.original_start_time, 'sequence', s.sequence))
      ELSE json_object('table', 'sessions', 'ids', json_array(l.value ->> '$.was.id'),
        'before', json_object('scheduleId', l.value ->> '$.was.scheduleId', 'originalDate', l.value ->> '$.was.originalDate', 'originalStartTime', l.value ->> '$.was.originalStartTime', 'sequence', l.value ->> '$.was.sequence'),
        'after', json_object('scheduleId', s.schedule_id, 'originalDate', s.original_date, 'originalStartTime', s.original_start_time, 'sequence', s.sequence))
    END AS value, l.key AS place
    FROM json_each(class_endings.before, '$.lessons') l
    LEFT JOIN sessions s ON s.school_id = class_endings.school_id AND s.id = l.value ->> '$.was.id'
    ORDER BY place DESC) c)), '$.lessons', json((SELECT json_group_array(json_object('id', l.value ->> '$.was.id', 'teacherId', l.value ->> '$.was.teacherId', 'roomId', l.value ->> '$.was.roomId'))
    FROM json_each(class_endings.before, '$.lessons') l))), '$.spent');--> statement-breakpoint
UPDATE `schedule_changes` SET `before` = json_remove(json_set(`before`, '$.changes', json((
  SELECT json_group_array(json(c.value)) FROM (
    SELECT 0 AS part, CASE
      WHEN l.value ->> '$.left' IS NULL THEN json_object('table', 'sessions', 'ids', json_array(l.value ->> '$.was.id'),
        'before', json_set(l.value -> '$.was', '$.revision', (l.value ->> '$.was.revision') + 2),
        'after', null)
      WHEN l.value ->> '$.was.localDate' <> l.value ->> '$.left.localDate' OR l.value ->> '$.was.startTime' <> l.value ->> '$.left.startTime' OR l.value ->> '$.was.minutes' <> l.value ->> '$.left.minutes' OR l.value ->> '$.was.state' <> l.value ->> '$.left.state'
      THEN json_object('table', 'sessions', 'ids', json_array(l.value ->> '$.was.id'),
        'before', json_object('localDate', l.value ->> '$.was.localDate', 'startTime', l.value ->> '$.was.startTime', 'minutes', l.value ->> '$.was.minutes', 'state', l.value ->> '$.was.state', 'startsAt', l.value ->> '$.was.startsAt', 'endsAt', l.value ->> '$.was.endsAt', 'cancelReason', l.value ->> '$.was.cancelReason', 'scheduleId', l.value ->> '$.was.scheduleId', 'originalDate', l.value ->> '$.was.originalDate', 'originalStartTime', l.value ->> '$.was.originalStartTime', 'sequence', l.value ->> '$.was.sequence'),
        'after', json_object('localDate', l.value ->> '$.left.localDate', 'startTime', l.value ->> '$.left.startTime', 'minutes', l.value ->> '$.left.minutes', 'state', l.value ->> '$.left.state', 'startsAt', s.starts_at, 'endsAt', s.ends_at, 'cancelReason', s.cancel_reason, 'scheduleId', s.schedule_id, 'originalDate', s.original_date, 'originalStartTime', s.original_start_time, 'sequence', s.sequence))
      ELSE json_object('table', 'sessions', 'ids', json_array(l.value ->> '$.was.id'),
        'before', json_object('scheduleId', l.value ->> '$.was.scheduleId', 'originalDate', l.value ->> '$.was.originalDate', 'originalStartTime', l.value ->> '$.was.originalStartTime', 'sequence', l.value ->> '$.was.sequence'),
        'after', json_object('scheduleId', s.schedule_id, 'originalDate', s.original_date, 'originalStartTime', s.original_start_time, 'sequence', s.sequence))
    END AS value, l.key AS place
    FROM json_each(schedule_changes.before, '$.lessons') l
    LEFT JOIN sessions s ON s.school_id = schedule_changes.school_id AND s.id = l.value ->> '$.was.id'
    UNION ALL SELECT 1, json_object('table', 'schedules', 'ids', json_array(schedule_changes.schedule_id), 'before', null,
      'after', json_object('rrule', schedule_changes.before ->> '$.next.rrule', 'startTime', schedule_changes.before ->> '$.next.startTime', 'minutes', schedule_changes.before ->> '$.next.minutes', 'startsOn', schedule_changes.before ->> '$.next.startsOn', 'endsOn', schedule_changes.before ->> '$.next.endsOn')), 0
    WHERE schedule_changes.schedule_id <> schedule_changes.earlier_id
    UNION ALL SELECT 2, CASE WHEN schedule_changes.schedule_id = schedule_changes.earlier_id
      THEN json_object('table', 'schedules', 'ids', json_array(schedule_changes.earlier_id), 'before', json_object('rrule', schedule_changes.before ->> '$.rule.rrule', 'startTime', schedule_changes.before ->> '$.rule.startTime', 'minutes', schedule_changes.before ->> '$.rule.minutes', 'startsOn', schedule_changes.before ->> '$.rule.startsOn', 'endsOn', schedule_changes.before ->> '$.rule.endsOn'),
        'after', json_object('rrule', schedule_changes.before ->> '$.next.rrule', 'startTime', schedule_changes.before ->> '$.next.startTime', 'minutes', schedule_changes.before ->> '$.next.minutes', 'startsOn', schedule_changes.before ->> '$.next.startsOn', 'endsOn', schedule_changes.before ->> '$.next.endsOn'))
      ELSE json_object('table', 'schedules', 'ids', json_array(schedule_changes.earlier_id),
        'before', json_object('endsOn', schedule_changes.before ->> '$.rule.endsOn'),
        'after', json_object('endsOn', date(schedule_changes.from_date, '-1 day'))) END, 0
    ORDER BY part, place DESC) c)), '$.madeUntil', `before` ->> '$.rule.madeUntil', '$.lessons', json((SELECT json_group_array(json_object('id', l.value ->> '$.was.id', 'teacherId', l.value ->> '$.was.teacherId', 'roomId', l.value ->> '$.was.roomId'))
    FROM json_each(schedule_changes.before, '$.lessons') l))),
  '$.rule', '$.next', '$.spent');
