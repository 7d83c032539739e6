import { db } from "db/client.server"
import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import type { Excuse } from "~/models/teaching/seat/seat"
import { noticeCounts } from "~/models/teaching/seat/seat"
import type { Narrowing } from "./analytics-period"
import type { Counted } from "./counted"
import { narrowedTo } from "./narrow.server"

type Span = { first: string; last: string }

type Lesson = {
  sessionId: string
  on: string
  className: string
  instrument: string | null
  teacherId: string | null
  teacherName: string | null
}
type SpotRow = Lesson & {
  studentName: string
  startsAt: number
  noticeAt: number | null
  noticeText: string | null
  excusedBy: Excuse | null
  code: string | null
}

/** What didn't take place for someone, and on whose side: absences reported, no-shows, and lessons that were canceled. */
export function listCancellations(actor: Actor, span: Span, narrowing: Narrowing): Counted[] {
  return [
    ...listReported(actor, span, narrowing).map((row) => reported(actor, row)),
    ...listMarked(actor, span, narrowing).map((row) => marked(row)),
    ...listCanceled(actor, span, narrowing),
  ].sort((a, b) => (a.on ?? "").localeCompare(b.on ?? ""))
}

function reported(actor: Actor, row: SpotRow): Counted {
  const { noticeAt, excusedBy, startsAt } = row
  const isInTime =
    noticeAt !== null && noticeCounts({ at: noticeAt, excusedBy }, startsAt, actor.school.noticeHours)
  const when = isInTime ? "Reported in time" : "Reported late"
  return counted(
    row,
    row.studentName,
    isInTime ? ["canceled-family"] : ["canceled-family", "canceled-late"],
    row.noticeText ? `${when}: ${row.noticeText}` : when,
  )
}

function marked(row: SpotRow): Counted {
  if (row.code === "absent") return counted(row, row.studentName, ["no-shows"], "Absent without notice")
  if (row.code === "excused") return counted(row, row.studentName, ["excused-absences"], "Excused")
  return counted(row, row.studentName, ["canceled-school"], "Canceled for this student")
}

const counted = (
  { sessionId, on, className, instrument, teacherId, teacherName }: Lesson,
  name: string,
  of: Counted["of"],
  detail: string,
): Counted => ({
  of,
  page: { noun: "lesson", id: sessionId },
  name,
  on,
  detail: name === className ? detail : `${className}. ${detail}`,
  teacher: teacherId ? { id: teacherId, name: teacherName ?? "" } : null,
  instrument,
  minutes: null,
  amountMinor: null,
})

const lessonColumns = sql`x.id as sessionId, x.local_date as "on", c.name as className, c.instrument,
  x.teacher_id as teacherId, t.name as teacherName`
const seatColumns = sql`trim(p.first_name || ' ' || p.last_name) as studentName, x.starts_at as startsAt,
  s.notice_at as noticeAt, s.notice_text as noticeText, s.excused_by as excusedBy, m.code`
const chosen = (narrowing: Narrowing) =>
  narrowedTo(narrowing, { teacher: sql`x.teacher_id`, instrument: sql`c.instrument` })

// Of a long span hardly any lesson was missed. So both begin with what is in an index of its own, the absences reported and
// the marks of those who were missed, however many lessons there were.

const inOrder = sql`order by x.local_date, x.starts_at, x.id, s.student_id`

/** Absences reported for lessons that weren't canceled, of students who then didn't come. */
const listReported = (actor: Actor, { first, last }: Span, narrowing: Narrowing) =>
  db().all<SpotRow>(sql`
    select ${lessonColumns}, ${seatColumns}
    from seats s
    cross join sessions x on x.school_id = s.school_id and x.id = s.session_id
    cross join classes c on c.school_id = x.school_id and c.id = x.class_id
    cross join students p on p.school_id = s.school_id and p.id = s.student_id
    left join teachers t on t.school_id = x.school_id and t.id = x.teacher_id
    left join marks m on m.school_id = s.school_id and m.seat_id = s.id and m.superseded_at is null
    where s.school_id = ${actor.school.id} and s.notice_at is not null
      and x.local_date between ${first} and ${last} and x.state = 'planned'
      and (m.code is null or m.code in ('absent', 'excused')) ${chosen(narrowing)}
    ${inOrder}`)

/** Absences and excused absences without notice, and students for whom the school canceled. */
const listMarked = (actor: Actor, { first, last }: Span, narrowing: Narrowing) =>
  db().all<SpotRow>(sql`
    select ${lessonColumns}, ${seatColumns}
    from marks m
    cross join seats s on s.school_id = m.school_id and s.id = m.seat_id
      and (m.code = 'cancelled' or s.notice_at is null)
    cross join sessions x on x.school_id = s.school_id and x.id = s.session_id
    cross join classes c on c.school_id = x.school_id and c.id = x.class_id
    cross join students p on p.school_id = s.school_id and p.id = s.student_id
    left join teachers t on t.school_id = x.school_id and t.id = x.teacher_id
    where m.school_id = ${actor.school.id} and m.superseded_at is null and m.code in ('absent', 'excused', 'cancelled')
      and x.local_date between ${first} and ${last} and x.state = 'planned' ${chosen(narrowing)}
    ${inOrder}`)

/** Lessons that were canceled whole, while arranging a teacher's absence or otherwise. */
function listCanceled(actor: Actor, { first, last }: Span, narrowing: Narrowing): Counted[] {
  const rows = db().all<Lesson & { reason: string | null; isForTeacher: number }>(sql`
    select ${lessonColumns}, x.cancel_reason as reason,
      exists (select 1 from arranged_lessons a where a.school_id = x.school_id and a.session_id = x.id
        and a.choice = 'cancel' and a.undone_at is null) as isForTeacher
    from sessions x
    cross join classes c on c.school_id = x.school_id and c.id = x.class_id
    left join teachers t on t.school_id = x.school_id and t.id = x.teacher_id
    where x.school_id = ${actor.school.id} and x.local_date between ${first} and ${last} and x.state = 'cancelled'
      ${chosen(narrowing)}`)
  return rows.map(({ reason, isForTeacher, ...lesson }) =>
    counted(
      lesson,
      lesson.className,
      [isForTeacher ? "canceled-teacher" : "canceled-school"],
      reason ? `Lesson canceled: ${reason}` : "Lesson canceled",
    ),
  )
}
