import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll, askOne } from "~/models/foundation/access/door.server"
import { now } from "~/utils/clock.server"
import { countOf } from "~/utils/count-of"
import type { Span } from "../taught/taught"
import type { Narrowing } from "./analytics-period"
import type { Counted } from "./counted"
import { narrowedTo } from "./narrow.server"

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
      detail: `${studentName === className ? "" : `${className}. `}${code.charAt(0).toUpperCase()}${code.slice(1)}`,
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
