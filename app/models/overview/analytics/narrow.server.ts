import { type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll, askOne } from "~/models/foundation/access/door.server"
import { now, todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { countOf } from "~/utils/formats"
import { upperFirst } from "~/utils/names"
import type { Span } from "../lesson-totals/lesson-totals"
import { type Narrowing, none } from "./analytics-period"
import type { Counted } from "./counted"

/** Conditions on the columns that hold a teacher's id and an instrument; none where nothing was chosen. */
export const narrowedTo = (
  { teacher, instrument }: Narrowing,
  columns: { teacher: SQL; instrument: SQL },
): SQL => sql`${condition(columns.teacher, teacher)} ${condition(columns.instrument, instrument)}`

const condition = (column: SQL, chosen: string | undefined) =>
  chosen === undefined ? sql`` : sql`and ${column} is ${chosen === none ? null : chosen}`

/** More of them than these are summed up by teacher and day: no one reads them one by one. */
const mostListed = 50_000

/**
 * The students behind the share who attended, one by one: those expected in lessons with recorded attendance, without the
 * ones for whom the school canceled. Of a teacher or an instrument, in lessons that were given.
 */
export function listAttendance(actor: Actor, { first, last }: Span, narrowing: Narrowing): Counted[] {
  const instrument = sql`(select k.instrument from classes k
    where k.school_id = x.school_id and k.id = x.class_id)`
  const isNarrowed = narrowing.teacher !== undefined || narrowing.instrument !== undefined
  const marked = sql`x.school_id = ${actor.school.id} and x.local_date between ${first} and ${last}
    and x.marked_count > 0
    ${isNarrowed ? sql`and x.state = 'planned' and x.ends_at <= ${now()}` : sql``}
    ${narrowedTo(narrowing, { teacher: sql`x.teacher_id`, instrument })}`
  const { many } = askOne<{ many: number }>(
    sql`select coalesce(sum(x.marked_count), 0) as many from sessions x where ${marked}`,
  )
  return many > mostListed
    ? sumsOf(
        askAll(sql`
          select min(x.id) as sessionId, x.local_date as "on", sum(x.marked_count) as marked,
            sum(x.attended_count) as attended, x.teacher_id as teacherId, t.name as teacherName
          from sessions x
          left join teachers t on t.school_id = x.school_id and t.id = x.teacher_id
          where ${marked} group by x.local_date, x.teacher_id`),
      )
    : listMarks(actor, marked)
}

type OfTeacher = { teacherId: string | null; teacherName: string | null }
const teacherOf = ({ teacherId, teacherName }: OfTeacher) =>
  teacherId ? { id: teacherId, name: teacherName ?? "" } : null

type MarkRow = OfTeacher & {
  sessionId: string
  on: string
  className: string
  instrument: string | null
  studentName: string
  code: string
  isAttended: number
}

const listMarks = (actor: Actor, marked: ReturnType<typeof sql>): Counted[] =>
  askAll<MarkRow>(sql`
      select x.id as sessionId, x.local_date as "on", c.name as className, c.instrument,
        trim(p.first_name || ' ' || p.last_name) as studentName, m.code, m.counts_as_attended as isAttended,
        x.teacher_id as teacherId, t.name as teacherName
      from sessions x
      cross join seats s on s.school_id = x.school_id and s.session_id = x.id
      cross join marks m on m.school_id = s.school_id and m.seat_id = s.id and m.superseded_at is null
        and m.code <> 'cancelled'
      cross join students p on p.school_id = ${actor.school.id} and p.id = s.student_id
      cross join classes c on c.school_id = x.school_id and c.id = x.class_id
      left join teachers t on t.school_id = x.school_id and t.id = x.teacher_id
      where ${marked}
      order by x.local_date, x.starts_at, x.id, s.student_id`).map(
    ({ sessionId, on, className, instrument, studentName, code, isAttended, ...row }) => ({
      of: isAttended ? ["attendance-expected", "attendance-attended"] : ["attendance-expected"],
      page: { noun: "lesson", id: sessionId },
      name: studentName,
      on,
      detail: `${studentName === className ? "" : `${className}. `}${upperFirst(code)}`,
      teacher: teacherOf(row),
      instrument,
      minutes: null,
      amountMinor: null,
    }),
  )

type SumRow = OfTeacher & { sessionId: string; on: string; marked: number; attended: number }

const sumsOf = (rows: SumRow[]): Counted[] =>
  rows.flatMap(({ sessionId, on, marked, attended, ...row }) =>
    (
      [
        ["attendance-expected", marked],
        ["attendance-attended", attended],
      ] as const
    ).flatMap(([metric, count]) =>
      count === 0
        ? []
        : {
            of: [metric],
            page: { noun: "lesson" as const, id: sessionId },
            name: countOf(count, "student"),
            on,
            detail: "",
            teacher: teacherOf(row),
            instrument: null,
            minutes: null,
            amountMinor: null,
            count,
          },
    ),
  )

type Spot = {
  studentId: string
  name: string
  teacherId: string | null
  teacherName: string | null
  instrument: string | null
}

/**
 * The students of the first day by teacher, or by instrument, and where they are on the last: each once for every teacher
 * or instrument they had.
 */
export function listRetained(
  actor: Actor,
  by: "teacher" | "instrument",
  { first, last }: { first: string; last: string },
  narrowing: Narrowing,
): Counted[] {
  const lineOf = (spot: Spot) => (by === "teacher" ? spot.teacherId : spot.instrument) ?? ""
  const isPast = last < todayOf(actor)
  // Without days there are no lessons to ask: the class's own teacher.
  const lastDays = isPast ? { from: addDays(last, 1 - around), until: last } : { from: last, until: "" }
  const later = listSpots(actor, last, {}, lastDays)
  const isStill = new Set(later.map((spot) => `${spot.studentId} ${lineOf(spot)}`))
  const isHere = new Set(later.map(({ studentId }) => studentId))
  const known = new Set<string>()
  const earlier = listSpots(actor, first, narrowing, { from: first, until: addDays(first, around - 1) })
  return earlier.flatMap((spot): Counted[] => {
    const key = `${spot.studentId} ${lineOf(spot)}`
    if (known.has(key)) return []
    known.add(key)
    const became = isStill.has(key) ? "kept" : isHere.has(spot.studentId) ? "moved" : "left"
    return [
      {
        of: ["retained-start", `retained-${became}`],
        page: { noun: "student", id: spot.studentId },
        name: spot.name,
        on: null,
        detail: { kept: "Kept", moved: "Changed", left: "Left" }[became],
        teacher:
          by === "teacher" && spot.teacherId ? { id: spot.teacherId, name: spot.teacherName ?? "" } : null,
        instrument: by === "instrument" ? spot.instrument : null,
        minutes: null,
        amountMinor: null,
      },
    ]
  })
}

/** A class's teacher of an earlier day is who gives most of its lessons in so many days around it. */
const around = 28

/**
 * Who has a spot in which class on a day, and whose class it was then: the teacher of most of its lessons in four weeks, which begin
 * with the first day of a period and end with its last. Of today, and without lessons, it is the class's own. Trial lessons are none.
 */
function listSpots(
  actor: Actor,
  day: string,
  narrowing: Narrowing,
  { from, until }: { from: string; until: string },
) {
  const teacher = sql`case when u.class_id is null then c.teacher_id else u.teacher_id end`
  return askAll<Spot>(sql`
    with usual as (
      select x.class_id, x.teacher_id, row_number() over (partition by x.class_id order by count(*) desc, max(x.local_date) desc) as place
      from sessions x
      where x.school_id = ${actor.school.id} and x.local_date between ${from} and ${until} and x.state = 'planned'
      group by x.class_id, x.teacher_id)
    select p.id as studentId, trim(p.first_name || ' ' || p.last_name) as name, t.id as teacherId,
      t.name as teacherName, c.instrument
    from classes c
    cross join enrollments e on e.school_id = c.school_id and e.class_id = c.id
      and e.starts_on <= ${day} and (e.ends_on is null or e.ends_on >= ${day})
    cross join students p on p.school_id = e.school_id and p.id = e.student_id
    left join usual u on u.class_id = c.id and u.place = 1
    left join teachers t on t.school_id = c.school_id and t.id = ${teacher}
    where c.school_id = ${actor.school.id} and c.kind <> 'trial' and (c.ended_on is null or c.ended_on >= ${day})
      ${narrowedTo(narrowing, { teacher, instrument: sql`c.instrument` })}
    order by p.last_name collate nocase, p.first_name collate nocase, p.id, e.starts_on, e.id`)
}
