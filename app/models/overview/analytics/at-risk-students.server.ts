import { db } from "db/client.server"
import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import type { MetricKey } from "~/models/foundation/metrics/glossary"
import { overdueFamilies } from "~/models/money/student-list/student-facts.server"
import { findNextSessions } from "~/models/people/next-session/next-session.server"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { addDays, laterOf } from "~/utils/dates"
import { today } from "~/utils/zones"
import type { Narrowing } from "./analytics-period"
import type { Sees } from "./cards"
import type { Counted } from "./counted"
import { narrowedTo } from "./narrow.server"

const missedInRow = 3
const lookBackDays = 60
const leavesWithinDays = 30

type Student = { id: string; familyId: string; name: string; status: string; instrument: string | null }

/** Active and trial students of whom something that the school knows says that they may leave, each with all its reasons. */
export function listAtRisk(actor: Actor, narrowing: Narrowing, sees: Sees): Counted[] {
  const day = today(actor.school.timeZone, now())
  const students = listLearning(actor, narrowing, day)
  const missed = listMissing(actor, day)
  const coming = findNextSessions(actor, { resource: "student", ids: students.map(({ id }) => id) })
  const overdue = sees.money ? overdueFamilies(actor) : new Set<string>()
  const leaving = listLeaving(actor, day)
  return students.flatMap(({ id, familyId, name, instrument }): Counted[] => {
    const lastDay = leaving.get(id)
    const reasons: [MetricKey, string][] = []
    if (missed.has(id)) reasons.push(["risk-missed", "Missed the last three lessons"])
    if (!coming.has(id)) reasons.push(["risk-no-lesson", "No next lesson"])
    if (overdue.has(familyId)) reasons.push(["risk-overdue", "Overdue invoice"])
    if (lastDay) reasons.push(["risk-leaving", `Leaves on ${formatDate(lastDay, "medium", actor.school)}`])
    if (reasons.length === 0) return []
    return [
      {
        of: ["students-at-risk", ...reasons.map(([key]) => key)],
        page: { noun: "student", id },
        name,
        on: null,
        detail: reasons.map(([, text]) => text).join("; "),
        teacher: null,
        instrument,
        minutes: null,
        amountMinor: null,
      },
    ]
  })
}

/** Students who are active or on trial; narrowed, those with a spot in such a class today or later. */
function listLearning(actor: Actor, narrowing: Narrowing, day: string): Student[] {
  const isNarrowed = narrowing.teacher !== undefined || narrowing.instrument !== undefined
  const ids = isNarrowed
    ? sql`and p.id in (select e.student_id from classes c
        cross join enrollments e on e.school_id = c.school_id and e.class_id = c.id
          and (e.ends_on is null or e.ends_on >= ${day})
        where c.school_id = ${actor.school.id}
          ${narrowedTo(narrowing, { teacher: sql`c.teacher_id`, instrument: sql`c.instrument` })})`
    : sql``
  return db().all<Student>(sql`
    select p.id, p.family_id as familyId, trim(p.first_name || ' ' || p.last_name) as name, p.status, p.instrument
    from students p
    where p.school_id = ${actor.school.id} and p.status in ('trial', 'active') ${ids}
    order by p.last_name collate nocase, p.first_name collate nocase, p.id`)
}

/** Read at once: of a school of 5,000 students, some 100 ms. */
const daysAtOnce = 10

/** Students whose last three marks of the last weeks are all absences. The weeks are read backwards, a few days at a time. */
function listMissing(actor: Actor, today: string): Set<string> {
  const latest = new Map<string, string[]>()
  const first = addDays(today, -lookBackDays)
  for (let last = today; last >= first; last = addDays(last, -daysAtOnce)) {
    const from = laterOf(first, addDays(last, 1 - daysAtOnce))
    for (const { studentId, code } of listMarks(actor, from, last)) {
      const codes = latest.get(studentId)
      if (codes === undefined) latest.set(studentId, [code])
      else if (codes.length < missedInRow) codes.push(code)
    }
  }
  const isMissing = (codes: readonly string[]) =>
    codes.length === missedInRow && codes.every((code) => code === "absent" || code === "excused")
  return new Set([...latest].flatMap(([studentId, codes]) => (isMissing(codes) ? [studentId] : [])))
}

/** The marks of some days, the latest first. */
const listMarks = (actor: Actor, first: string, last: string) =>
  db().all<{ studentId: string; code: string }>(sql`
    select s.student_id as studentId, m.code
    from sessions x
    cross join seats s on s.school_id = x.school_id and s.session_id = x.id
    cross join marks m on m.school_id = s.school_id and m.seat_id = s.id and m.superseded_at is null
    where x.school_id = ${actor.school.id} and x.local_date between ${first} and ${last}
      and x.state = 'planned' and m.code <> 'cancelled'
    order by x.local_date desc, x.starts_at desc, x.id`)

/** The last day of students whose last spot ends soon. */
function listLeaving(actor: Actor, day: string): Map<string, string> {
  const rows = db().all<{ studentId: string; lastDay: string }>(sql`
    select e.student_id as studentId,
      max(min(coalesce(e.ends_on, '9999'), coalesce(c.ended_on, '9999'))) as lastDay
    from classes c
    cross join enrollments e on e.school_id = c.school_id and e.class_id = c.id
    where c.school_id = ${actor.school.id} and (e.ends_on is null or e.ends_on >= ${day})
      and (c.ended_on is null or c.ended_on >= ${day})
    group by e.student_id having lastDay <= ${addDays(day, leavesWithinDays)}`)
  return new Map(rows.map(({ studentId, lastDay }) => [studentId, lastDay]))
}
