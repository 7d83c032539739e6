import { db } from "db/client.server"
import { type SQL, sql } from "drizzle-orm"
import type { Actor } from "../access/actor"

// What may have been built on an import since. Each obstacle is a sentence's beginning and the rows that stand in the way.

/** One sentence for each kind of obstacle, with the first few names; empty while the import can be undone. */
export function listObstacles(actor: Actor, importId: string): string[] {
  const found = obstacles(actor.school.id, importId).flatMap(([what, rows]) => {
    const names = db()
      .all<{ name: string }>(rows)
      .map(({ name }) => name)
    return names.length > 0 ? [`${what}: ${inWords(names)}.`] : []
  })
  return found
}

const inWords = (names: readonly string[]): string =>
  [...names.slice(0, 3), ...(names.length > 3 ? [`and ${names.length - 3} more`] : [])].join("; ")

const studentName = sql`trim(st.first_name || ' ' || st.last_name)`

function obstacles(school: string, importId: string): [what: string, rows: SQL][] {
  const made = (noun: string) =>
    sql`(select noun_id from import_creations where school_id = ${school} and import_id = ${importId} and noun = ${noun})`
  const ofSession = (because: SQL) => sql`
    select c.name || ', ' || s.local_date as name from sessions s
    join classes c on c.school_id = s.school_id and c.id = s.class_id
    where s.school_id = ${school} and s.class_id in ${made("class")} and (${because}) order by s.starts_at`
  const ofFamily = (table: SQL, because: SQL) => sql`
    select distinct f.name from ${table} x join families f on f.school_id = x.school_id and f.id = x.family_id
    where x.school_id = ${school} and (${because})`
  const invited = (id: SQL) => sql`exists (select 1 from one_time_links l where l.school_id = ${school}
    and l.purpose in ('guardian-invitation', 'student-invitation', 'teacher-invitation')
    and l.subject_id = ${id} and l.revoked_at is null)`
  const inFamily = sql`x.family_id in ${made("family")}`

  return [
    [
      "Lessons have a register, an absence notice or notes",
      ofSession(sql`s.register_taken_at is not null
        or exists (select 1 from seats x where x.school_id = s.school_id and x.session_id = s.id)
        or exists (select 1 from notes x where x.school_id = s.school_id and x.session_id = s.id)`),
    ],
    [
      "Lessons were moved, cancelled or added by hand",
      ofSession(sql`s.state = 'cancelled' or s.schedule_id is null
        or s.slot <> s.local_date || 'T' || s.start_time or s.room_id is not null`),
    ],
    ["Families have charges", ofFamily(sql`charges`, sql`${inFamily} or x.student_id in ${made("student")}`)],
    ["Families have invoices", ofFamily(sql`invoices`, inFamily)],
    [
      "Families have payments",
      ofFamily(sql`payments`, sql`${inFamily} or x.guardian_id in ${made("guardian")}`),
    ],
    [
      "Students have a sign-in, theirs or an adult's",
      sql`select ${studentName} as name from students st
        where st.school_id = ${school} and st.id in ${made("student")}
        and (st.member_id is not null or ${invited(sql`st.id`)} or exists (
          select 1 from portal_access x where x.school_id = st.school_id and x.student_id = st.id))`,
    ],
    [
      "Guardians sign in or are invited to",
      sql`select g.name from guardians g where g.school_id = ${school} and g.id in ${made("guardian")}
        and (g.member_id is not null or ${invited(sql`g.id`)})`,
    ],
    [
      "Teachers sign in or are invited to",
      sql`select t.name from teachers t where t.school_id = ${school} and t.id in ${made("teacher")}
        and (t.member_id is not null or ${invited(sql`t.id`)})`,
    ],
    [
      "Students were enrolled since",
      sql`select ${studentName} || ' in ' || c.name as name from enrollments e
        join students st on st.school_id = e.school_id and st.id = e.student_id
        join classes c on c.school_id = e.school_id and c.id = e.class_id
        where e.school_id = ${school} and (e.student_id in ${made("student")} or e.class_id in ${made("class")})
        and e.id not in ${made("enrollment")}`,
    ],
    [
      "Students joined the imported families",
      sql`select ${studentName} as name from students st where st.school_id = ${school}
        and st.family_id in ${made("family")} and st.id not in ${made("student")}`,
    ],
    [
      "Guardians joined the imported families",
      sql`select g.name from guardians g where g.school_id = ${school}
        and g.family_id in ${made("family")} and g.id not in ${made("guardian")}`,
    ],
    [
      "Imported teachers teach other classes",
      sql`select c.name from classes c where c.school_id = ${school} and c.id not in ${made("class")}
        and (c.teacher_id in ${made("teacher")} or exists (select 1 from sessions s where s.school_id = c.school_id
          and s.class_id = c.id and s.teacher_id in ${made("teacher")}))`,
    ],
    [
      "Imported teachers have pay rates",
      sql`select distinct t.name from pay_rates p join teachers t on t.school_id = p.school_id and t.id = p.teacher_id
        where p.school_id = ${school} and p.teacher_id in ${made("teacher")}`,
    ],
    [
      "Somebody waits for a place",
      sql`select distinct c.name from waiting_places w join classes c on c.school_id = w.school_id and c.id = w.class_id
        where w.school_id = ${school} and (w.class_id in ${made("class")} or w.student_id in ${made("student")})`,
    ],
    [
      "Classes have another schedule",
      sql`select distinct c.name from schedules x join classes c on c.school_id = x.school_id and c.id = x.class_id
        where x.school_id = ${school} and x.class_id in ${made("class")} and x.id not in ${made("schedule")}`,
    ],
    ["Changed since", laterEdits(school, importId)],
  ]
}

/** People's entries in the audit log about imported rows, later than the import; jobs edit nothing. */
const laterEdits = (school: string, importId: string): SQL => sql`
  select distinct coalesce(f.name, g.name, t.name, c.name, ${studentName}, e.noun) as name
  from imports i
  join import_creations m on m.school_id = i.school_id and m.import_id = i.id
  join events e on e.school_id = m.school_id and e.noun = m.noun and e.noun_id = m.noun_id
    and e.created_at > i.imported_at and e.member_id is not null
  left join families f on f.school_id = m.school_id and f.id = m.noun_id
  left join guardians g on g.school_id = m.school_id and g.id = m.noun_id
  left join teachers t on t.school_id = m.school_id and t.id = m.noun_id
  left join classes c on c.school_id = m.school_id and c.id = m.noun_id
  left join students st on st.school_id = m.school_id and st.id = m.noun_id
  where i.school_id = ${school} and i.id = ${importId}`
