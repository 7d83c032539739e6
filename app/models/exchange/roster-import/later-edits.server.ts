import { type SQL, sql } from "drizzle-orm"

// What people changed of an import's rows since: the last of the obstacles to undoing it.

/**
 * People's entries in the audit log about imported rows, without the import's own: a row is added or enrolled once, and what
 * an import filled is noted among what it made; that of an import that was undone is gone. Jobs edit nothing.
 */
export const laterEdits = (school: string, importId: string): SQL => sql`
  select distinct case m.noun
      when 'enrollment' then coalesce(trim(st.first_name || ' ' || st.last_name) || ' in ' || c.name, 'an enrollment that was removed')
      when 'schedule' then coalesce(c.name || ', its weekly time', 'a weekly time that was removed')
      else coalesce(f.name, g.name, t.name, c.name, trim(st.first_name || ' ' || st.last_name), 'a ' || m.noun || ' that was removed') end as name
  from imports i
  join import_creations m on m.school_id = i.school_id and m.import_id = i.id
  join events e on e.school_id = m.school_id and e.noun = m.noun and e.noun_id = m.noun_id
    and e.verb not in ('add', 'enroll') and e.member_id is not null
    and not exists (select 1 from import_creations o where o.school_id = e.school_id and o.noun = 'event' and o.noun_id = e.id
      and o.import_id in (select id from imports where school_id = ${school} and (id = ${importId} or state = 'undone')))
  left join families f on f.school_id = m.school_id and f.id = m.noun_id
  left join guardians g on g.school_id = m.school_id and g.id = m.noun_id
  left join teachers t on t.school_id = m.school_id and t.id = m.noun_id
  left join enrollments en on m.noun = 'enrollment' and en.school_id = m.school_id and en.id = m.noun_id
  left join schedules sc on m.noun = 'schedule' and sc.school_id = m.school_id and sc.id = m.noun_id
  left join classes c on c.school_id = m.school_id and c.id = coalesce(en.class_id, sc.class_id, m.noun_id)
  left join students st on st.school_id = m.school_id and st.id = coalesce(en.student_id, m.noun_id)
  where i.school_id = ${school} and i.id = ${importId}`
