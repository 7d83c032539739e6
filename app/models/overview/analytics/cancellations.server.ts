import { cacheUntilWrite } from "db/cache-until-write.server"
import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll } from "~/models/foundation/access/door.server"
import type { Excuse } from "~/models/teaching/seat/seat"
import { noticeCounts } from "~/models/teaching/seat/seat"
import { compareTexts } from "~/utils/compare-texts"
import type { Narrowing } from "./analytics-period"
import { type Counted, isOf } from "./counted"
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
/** Reported is a spot, marked too; of a lesson that was canceled whole no student is named. */
type Row = Lesson & {
  kind: 1 | 2 | 3
  studentId: string | null
  studentName: string | null
  startsAt: number
  noticeAt: number | null
  noticeText: string | null
  excusedBy: Excuse | null
  code: string | null
  reason: string | null
  isForTeacher: number
}

/** What didn't take place for someone, and on whose side: absences reported, no-shows, and lessons that were canceled. One query. */
export const listCancellations = (actor: Actor, span: Span, narrowing: Narrowing): Counted[] =>
  listOf(actor, [reportedSpots, markedSpots, canceledLessons], span, narrowing)

type Rows = typeof canceledLessons

const listOf = (actor: Actor, kinds: readonly Rows[], span: Span, narrowing: Narrowing): Counted[] =>
  askAll<Row>(
    sql.join(
      kinds.map((rows) => rows(actor, span, narrowing)),
      sql` union all `,
    ),
  )
    .sort(inOrder)
    .map((row) => (row.kind === 1 ? reported(actor, row) : row.kind === 2 ? marked(row) : canceled(row)))

/** The same summed up by teacher and instrument, for the card's figures. */
export const sumCancellations = (actor: Actor, span: Span, narrowing: Narrowing): Counted[] =>
  [...sumMissed(actor, span), ...sumCanceled(actor, span)].filter((row) => isOf(row, narrowing))

const keepMissed = cacheUntilWrite<readonly Counted[]>(50)

/** Absences and spots that were canceled, of the students of lessons that took place. */
const sumMissed = (actor: Actor, span: Span): readonly Counted[] =>
  keepMissed([actor.school.id, span, actor.school.noticeHours], () =>
    addUp(listOf(actor, [reportedSpots, markedSpots], span, {})),
  )

const keepCanceled = cacheUntilWrite<readonly Counted[]>(50)

/** Lessons that were canceled whole: few among all of a month, and attendance changes nothing about them. */
const sumCanceled = (actor: Actor, span: Span): readonly Counted[] =>
  keepCanceled([actor.school.id, span], () => addUp(listOf(actor, [canceledLessons], span, {})))

function addUp(rows: readonly Counted[]): Counted[] {
  const sums = new Map<string, Counted & { count: number }>()
  for (const { of, teacher, instrument, page } of rows) {
    const key = JSON.stringify([of, teacher?.id, instrument])
    const known = sums.get(key)
    if (known) known.count += 1
    else
      sums.set(key, {
        ...{ of, page, teacher, instrument, count: 1 },
        ...{ name: "", on: null, detail: "", minutes: null, amountMinor: null },
      })
  }
  return [...sums.values()]
}

const inOrder = (one: Row, other: Row): number =>
  compareTexts(one.on, other.on) ||
  one.kind - other.kind ||
  one.startsAt - other.startsAt ||
  compareTexts(one.sessionId, other.sessionId) ||
  compareTexts(one.studentId ?? "", other.studentId ?? "")

function reported(actor: Actor, row: Row): Counted {
  const { noticeAt, excusedBy, startsAt } = row
  const isInTime =
    noticeAt !== null && noticeCounts({ at: noticeAt, excusedBy }, startsAt, actor.school.noticeHours)
  const when = isInTime ? "Reported in time" : "Reported late"
  return counted(
    row,
    row.studentName ?? "",
    isInTime ? ["canceled-family"] : ["canceled-family", "canceled-late"],
    row.noticeText ? `${when}: ${row.noticeText}` : when,
  )
}

function marked(row: Row): Counted {
  const name = row.studentName ?? ""
  if (row.code === "absent") return counted(row, name, ["no-shows"], "Absent without notice")
  if (row.code === "excused") return counted(row, name, ["excused-absences"], "Excused")
  return counted(row, name, ["canceled-school"], "Canceled for this student")
}

const canceled = ({ reason, isForTeacher, ...lesson }: Row): Counted =>
  counted(
    lesson,
    lesson.className,
    [isForTeacher ? "canceled-teacher" : "canceled-school"],
    reason ? `Lesson canceled: ${reason}` : "Lesson canceled",
  )

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

const lessonColumns = (kind: Row["kind"]) => sql`${sql.raw(String(kind))} as kind, x.id as sessionId,
  x.local_date as "on", c.name as className, c.instrument, x.teacher_id as teacherId, t.name as teacherName`
const spotColumns = sql`s.student_id as studentId, trim(p.first_name || ' ' || p.last_name) as studentName,
  x.starts_at as startsAt, s.notice_at as noticeAt, s.notice_text as noticeText, s.excused_by as excusedBy, m.code,
  null as reason, 0 as isForTeacher`
const chosen = (narrowing: Narrowing) =>
  narrowedTo(narrowing, { teacher: sql`x.teacher_id`, instrument: sql`c.instrument` })

// Of a long span hardly any lesson was missed. So both begin with what is in an index of its own, the absences reported and
// the marks of those who were missed, however many lessons there were.

/** Absences reported for lessons that weren't canceled, of students who then didn't come. */
const reportedSpots = (actor: Actor, { first, last }: Span, narrowing: Narrowing) => sql`
  select ${lessonColumns(1)}, ${spotColumns}
  from seats s
  cross join sessions x on x.school_id = s.school_id and x.id = s.session_id
  cross join classes c on c.school_id = x.school_id and c.id = x.class_id
  cross join students p on p.school_id = s.school_id and p.id = s.student_id
  left join teachers t on t.school_id = x.school_id and t.id = x.teacher_id
  left join marks m on m.school_id = s.school_id and m.seat_id = s.id and m.superseded_at is null
  where s.school_id = ${actor.school.id} and s.notice_at is not null
    and x.local_date between ${first} and ${last} and x.state = 'planned'
    and (m.code is null or m.code in ('absent', 'excused')) ${chosen(narrowing)}`

/** Absences and excused absences without notice, and students for whom the school canceled. */
const markedSpots = (actor: Actor, { first, last }: Span, narrowing: Narrowing) => sql`
  select ${lessonColumns(2)}, ${spotColumns}
  from marks m
  cross join seats s on s.school_id = m.school_id and s.id = m.seat_id
    and (m.code = 'cancelled' or s.notice_at is null)
  cross join sessions x on x.school_id = s.school_id and x.id = s.session_id
  cross join classes c on c.school_id = x.school_id and c.id = x.class_id
  cross join students p on p.school_id = s.school_id and p.id = s.student_id
  left join teachers t on t.school_id = x.school_id and t.id = x.teacher_id
  where m.school_id = ${actor.school.id} and m.superseded_at is null and m.code in ('absent', 'excused', 'cancelled')
    and x.local_date between ${first} and ${last} and x.state = 'planned' ${chosen(narrowing)}`

/** Lessons that were canceled whole, while arranging a teacher's absence or otherwise. */
const canceledLessons = (actor: Actor, { first, last }: Span, narrowing: Narrowing) => sql`
  select ${lessonColumns(3)}, null as studentId, null as studentName, x.starts_at as startsAt, null as noticeAt,
    null as noticeText, null as excusedBy, null as code, x.cancel_reason as reason,
    exists (select 1 from arranged_lessons a where a.school_id = x.school_id and a.session_id = x.id
      and a.choice = 'cancel' and a.undone_at is null) as isForTeacher
  from sessions x
  cross join classes c on c.school_id = x.school_id and c.id = x.class_id
  left join teachers t on t.school_id = x.school_id and t.id = x.teacher_id
  where x.school_id = ${actor.school.id} and x.local_date between ${first} and ${last} and x.state = 'cancelled'
    ${chosen(narrowing)}`
