-- By hand: what the bin and merges keep of rows is written as undoable work notes it.
UPDATE `deleted_records` SET `rows` = (
  SELECT json_group_array(json_object('table', p.value ->> 'table', 'ids', json_array(r.value ->> 'id'), 'before', json(r.value), 'after', null))
  FROM json_each(deleted_records.rows) p, json_each(p.value -> 'rows') r)
WHERE `rows` -> '$[0].rows' IS NOT NULL;--> statement-breakpoint
UPDATE `task_items` SET `before` = json_remove(json_set(`before`, '$.changes', json((
  SELECT json_group_array(json_object('table', s.value ->> 'table',
    'ids', CASE s.value ->> 'act' WHEN 'set' THEN json(s.value -> 'ids') ELSE json_array(s.value ->> '$.row.id') END,
    'before', CASE s.value ->> 'act' WHEN 'set' THEN json_object(s.value ->> 'column', json(s.value -> 'before')) ELSE json(s.value -> 'row') END,
    'after', CASE s.value ->> 'act' WHEN 'set' THEN json_object(s.value ->> 'column', json(s.value -> 'after')) END))
  FROM (SELECT value FROM json_each(task_items.before, '$.log.steps') ORDER BY key DESC) s))), '$.log')
WHERE `before` -> '$.log.steps' IS NOT NULL;--> statement-breakpoint
UPDATE `task_items` SET `detail` = json_remove(json_set(`detail`, '$.changes', json((
  SELECT json_group_array(json_object('table', s.value ->> 'table',
    'ids', CASE s.value ->> 'act' WHEN 'set' THEN json(s.value -> 'ids') ELSE json_array(s.value ->> '$.row.id') END,
    'before', CASE s.value ->> 'act' WHEN 'set' THEN json_object(s.value ->> 'column', json(s.value -> 'before')) ELSE json(s.value -> 'row') END,
    'after', CASE s.value ->> 'act' WHEN 'set' THEN json_object(s.value ->> 'column', json(s.value -> 'after')) END))
  FROM (SELECT value FROM json_each(task_items.detail, '$.log.steps') ORDER BY key DESC) s))), '$.log')
WHERE `detail` -> '$.log.steps' IS NOT NULL;
