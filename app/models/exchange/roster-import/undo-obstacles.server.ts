import { type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll } from "~/models/foundation/access/door.server"
import { closedThrough } from "~/models/money/closing/closing.server"
import { worked } from "~/models/teaching/class/class.server"
import { formatDate, formatNumber } from "~/utils/formats"
import { groupBy } from "~/utils/group-by"
import type { Turns } from "~/utils/in-turns"

// Which families have charges that keep an import from being undone.

type MadeIds = { classIds: string[]; familyIds: string[]; studentIds: string[] }

/** The ids of what an import made that are handed on in parts. */
function readMadeIds(school: string, importId: string): MadeIds {
  const rows = askAll<{ noun: string; id: string }>(
    sql`select noun, noun_id as id from import_creations
      where school_id = ${school} and import_id = ${importId} and noun in ('class', 'family', 'student')`,
  )
  const idsOf = (of: string) => rows.flatMap(({ noun, id }) => (noun === of ? [id] : []))
  return { classIds: idsOf("class"), familyIds: idsOf("family"), studentIds: idsOf("student") }
}

/** Charges of so many students or families are asked for at once; a student has some 30 in half a year. */
const studentsAtOnce = 300

/** Ids, so many at a time. */
const inParts = (ids: string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, index) =>
    ids.slice(index * size, (index + 1) * size),
  )

/**
 * Families with a charge, and those of students with one. A job charges monthly fees: one that is on no invoice and wasn't taken
 * back goes with its enrollment. The joins keep SQLite to what the import made: left to itself it looks at all charges of the school.
 */
function chargedFamilies(school: string, { familyIds, studentIds }: MadeIds): SQL[] {
  const stays = sql`not (x.source = 'flat' and x.withdrawn_at is null
    and not exists (select 1 from invoice_lines l where l.school_id = x.school_id and l.charge_id = x.id)
    and not exists (select 1 from credit_note_lines c where c.school_id = x.school_id and c.charge_id = x.id))`
  const ofFamilies = (ids: string[]) => sql`
    select distinct f.name, f.name as once from json_each(${JSON.stringify(ids)}) j
    cross join families f on f.school_id = ${school} and f.id = j.value
    where exists (select 1 from charges x indexed by charges_by_family
      where x.school_id = ${school} and x.family_id = f.id and ${stays})`
  const ofStudents = (ids: string[]) => sql`
    select distinct f.name, f.name as once from json_each(${JSON.stringify(ids)}) j
    cross join charges x indexed by charges_by_student on x.school_id = ${school} and x.student_id = j.value
    cross join families f on f.school_id = ${school} and f.id = x.family_id
    where ${stays}`
  return [
    ...inParts(familyIds, studentsAtOnce).map(ofFamilies),
    ...inParts(studentIds, studentsAtOnce).map(ofStudents),
  ]
}

// What people changed of an import's rows since: the last of the obstacles to undoing it.

/**
 * People's entries in the audit log about imported rows, without the import's own: a row is added or enrolled once, and what
 * an import filled is noted among what it made; that of an import that was undone is gone. Jobs edit nothing.
 */
const laterEdits = (school: string, importId: string): SQL => sql`
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

// What may have been built on an import since. Each obstacle is a sentence's beginning and the rows that are in the way.

/** One sentence for each kind of obstacle, with the first few names; empty while the import can be undone. */
export function* obstaclesInTurns(actor: Actor, importId: string): Turns<string[]> {
  const found = new Map<string, Found>()
  for (const question of questions(actor.school.id, importId, closedThrough(actor) ?? "")) {
    for (const [what, rows] of groupBy(askAll<Row>(question), (row) => row.what)) {
      const known = found.get(what) ?? { rows: [], count: 0, said: new Set() }
      const fresh = rows.filter(({ once }) => once === undefined || !known.said.has(once))
      for (const { once } of fresh) if (once !== undefined) known.said.add(once)
      known.count += fresh[0]?.total ?? fresh.length
      known.rows.push(...fresh)
      found.set(what, known)
    }
    yield
  }
  return [...found].map(([what, { rows, count }]) => {
    const names = rows
      .sort((one, other) => (one.at ?? 0) - (other.at ?? 0))
      .slice(0, 3)
      .map(({ name, day }) => (day ? `${name}, ${formatDate(day, "medium")}` : name))
    if (count > names.length) names.push(`and ${formatNumber(count - names.length)} more`)
    return `${what}: ${names.join("; ")}.`
  })
}

/**
 * What is in the way, and the row's name. The first lessons of a part have their time and how many the part has; other rows are
 * all there are. Of those that say the same `once` in several parts, one counts.
 */
type Row = { what: string; name: string; once?: string; day?: string; at?: number; total?: number }
type Found = { rows: Row[]; count: number; said: Set<string> }

const studentName = sql`trim(st.first_name || ' ' || st.last_name)`

/** The import that is to be undone: its school, and the ids of a noun that it made, in a statement and read before. */
type Undone = {
  school: string
  made: (noun: string) => SQL
  ids: MadeIds
  /** The last day of the closed months; empty without one. */
  closed: string
}

/** Others have their turn between these. What stands in one group of an import's rows is asked at once. */
function questions(school: string, importId: string, closed: string): SQL[] {
  const made = (noun: string) =>
    sql`(select noun_id from import_creations where school_id = ${school} and import_id = ${importId} and noun = ${noun})`
  const ids = readMadeIds(school, importId)
  const undone = { school, made, ids, closed }
  return [
    ...inLessons(undone),
    ...chargedFamilies(school, ids).map(
      (rows) => sql`select 'Families have charges' as what, * from (${rows})`,
    ),
    ...[inMoney, inLogins, joinedSince, inClasses, arrangedSince].map((part) => asOne(part(undone))),
    asOne([["Changed after the import", laterEdits(school, importId)]]),
  ]
}

type Obstacle = [what: string, names: SQL]

/** Several obstacles in one statement; their names come in this order. */
const asOne = (obstacles: Obstacle[]): SQL =>
  sql.join(
    obstacles.map(([what, names]) => sql`select ${what} as what, name from (${names})`),
    sql` union all `,
  )

/** Lessons of so many classes are asked for at once; after a year these are some 1,500. */
const classesAtOnce = 30

/** What was done in lessons. */
function inLessons({ school, ids: { classIds } }: Undone): SQL[] {
  const ofSession = (what: string, because: SQL) =>
    inParts(classIds, classesAtOnce).map(
      (ids) => sql`
    select ${what} as what, c.name, sessions.local_date as day, sessions.starts_at as at, count(*) over () as total
    from json_each(${JSON.stringify(ids)}) j
    cross join sessions on sessions.school_id = ${school} and sessions.class_id = j.value
    join classes c on c.school_id = sessions.school_id and c.id = sessions.class_id
    where (${because}) order by sessions.starts_at limit 3`,
    )
  return [
    ...ofSession("Lessons have attendance, an absence, a make-up credit or notes", worked),
    ...ofSession(
      "Lessons were moved, canceled or added by hand",
      sql`sessions.state = 'cancelled' or sessions.schedule_id is null
        or sessions.original_date <> sessions.local_date or sessions.original_start_time <> sessions.start_time
        or sessions.room_id is not null`,
    ),
  ]
}

/** What families were billed and paid. */
function inMoney({ school, made, closed }: Undone): Obstacle[] {
  const ofFamily = (table: SQL, because: SQL) => sql`
    select distinct f.name from ${table} x join families f on f.school_id = x.school_id and f.id = x.family_id
    where x.school_id = ${school} and (${because})`
  const inFamily = sql`x.family_id in ${made("family")}`
  return [
    ["Families have invoices", ofFamily(sql`invoices`, inFamily)],
    [
      "Families have payments",
      ofFamily(
        sql`payments`,
        sql`(x.is_opening = 0 or exists (select 1 from voucher_redemptions v
          where v.school_id = x.school_id and v.payment_id = x.id and v.undone_at is null)) and (${inFamily} or x.guardian_id in ${made("guardian")})`,
      ),
    ],
    [
      "Families have opening balances in a closed month",
      ofFamily(
        sql`opening_balances`,
        sql`x.removed_at is null and x.as_of <= ${closed} and (${inFamily} or x.id in ${made("opening")})`,
      ),
    ],
  ]
}

/** Who can log in, or was invited to. */
function inLogins({ school, made }: Undone): Obstacle[] {
  const invited = (id: SQL) => sql`exists (select 1 from one_time_links l where l.school_id = ${school}
    and l.purpose in ('guardian-invitation', 'student-invitation', 'teacher-invitation')
    and l.subject_id = ${id} and l.revoked_at is null)`
  return [
    [
      "Students have portal access or an invitation",
      sql`select ${studentName} as name from students st
        where st.school_id = ${school} and st.id in ${made("student")}
        and (st.member_id is not null or ${invited(sql`st.id`)} or exists (
          select 1 from portal_access x where x.school_id = st.school_id and x.student_id = st.id))`,
    ],
    [
      "Guardians have portal access or an invitation",
      sql`select g.name from guardians g where g.school_id = ${school} and g.id in ${made("guardian")}
        and (g.member_id is not null or ${invited(sql`g.id`)})`,
    ],
    [
      "Teachers have a login or an invitation",
      sql`select t.name from teachers t where t.school_id = ${school} and t.id in ${made("teacher")}
        and (t.member_id is not null or ${invited(sql`t.id`)})`,
    ],
  ]
}

/** Who was added to what the import made. */
function joinedSince({ school, made }: Undone): Obstacle[] {
  return [
    [
      "Students were enrolled after the import",
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
  ]
}

/** How classes are taught now. */
function inClasses({ school, made }: Undone): Obstacle[] {
  const inTable = (table: SQL) =>
    sql`select class_id from ${table} where school_id = ${school} and class_id in ${made("class")}`
  const changes = [sql`schedule_changes`, sql`class_changes`, sql`class_endings`]
  const changed = sql.join(changes.map(inTable), sql` union `)
  return [
    [
      "Imported teachers teach other classes",
      sql`select c.name from classes c where c.school_id = ${school} and c.id not in ${made("class")}
        and (c.teacher_id in ${made("teacher")} or exists (select 1 from sessions s where s.school_id = c.school_id
          and s.class_id = c.id and s.teacher_id in ${made("teacher")}))`,
    ],
    [
      "Imported classes or teachers have co-teachers",
      sql`select distinct t.name || ' in ' || c.name as name from class_teachers k
        join classes c on c.school_id = k.school_id and c.id = k.class_id
        join teachers t on t.school_id = k.school_id and t.id = k.teacher_id
        where k.school_id = ${school} and (k.class_id in ${made("class")} or k.teacher_id in ${made("teacher")})
        union select t.name from co_substitutes r
        join teachers t on t.school_id = r.school_id and t.id = r.substitute_id
        where r.school_id = ${school} and r.substitute_id in ${made("teacher")}`,
    ],
    [
      "Imported classes have other times, another teacher or room, or an end",
      sql`select c.name from classes c where c.school_id = ${school} and c.id in (${changed})`,
    ],
  ]
}

/** What was planned for the imported since. */
function arrangedSince({ school, made }: Undone): Obstacle[] {
  return [
    [
      "Imported teachers have pay rates",
      sql`select distinct t.name from pay_rates p join teachers t on t.school_id = p.school_id and t.id = p.teacher_id
        where p.school_id = ${school} and p.teacher_id in ${made("teacher")}`,
    ],
    [
      "Students are on a waiting list",
      sql`select distinct ${studentName} || ' for ' || c.name as name from waiting_places w
        join classes c on c.school_id = w.school_id and c.id = w.class_id
        join students st on st.school_id = w.school_id and st.id = w.student_id
        where w.school_id = ${school} and (w.class_id in ${made("class")} or w.student_id in ${made("student")})`,
    ],
    [
      "Students have leaves, or a family asked for one",
      sql`select distinct ${studentName} as name from leaves v
        join students st on st.school_id = v.school_id and st.id = v.student_id
        where v.school_id = ${school} and (v.class_id in ${made("class")} or v.student_id in ${made("student")})`,
    ],
    [
      "Students are invited to events",
      sql`select distinct ${studentName} || ' to ' || o.title as name from occasion_guests g
        join occasions o on o.school_id = g.school_id and o.id = g.occasion_id
        join students st on st.school_id = g.school_id and st.id = g.student_id
        where g.school_id = ${school} and g.student_id in ${made("student")}`,
    ],
    [
      "Imported teachers lead events",
      sql`select o.title as name from occasions o
        where o.school_id = ${school} and o.teacher_id in ${made("teacher")}`,
    ],
    [
      "Classes have or are prerequisites",
      sql`select distinct c.name from class_prerequisites p join classes c on c.school_id = p.school_id and c.id = p.class_id
        where p.school_id = ${school} and (p.class_id in ${made("class")} or p.required_id in ${made("class")})`,
    ],
    [
      "Classes have new weekly times",
      sql`select distinct c.name from schedules x join classes c on c.school_id = x.school_id and c.id = x.class_id
        where x.school_id = ${school} and x.class_id in ${made("class")} and x.id not in ${made("schedule")}`,
    ],
  ]
}
