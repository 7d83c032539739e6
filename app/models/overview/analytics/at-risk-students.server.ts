import { db } from "db/client.server"
import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import type { MetricKey } from "~/models/foundation/metrics/glossary"
import { overdueFamilies } from "~/models/money/student-list/student-facts.server"
import { findNextSessions } from "~/models/people/next-session/next-session.server"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { addDays } from "~/utils/dates"
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

/** Students whose last three marks of the last weeks are all absences. */
function listMissing(actor: Actor, day: string): Set<string> {
  const rows = db().all<{ studentId: string }>(sql`
    select studentId from (
      select s.student_id as studentId, m.code,
        row_number() over (partition by s.student_id order by x.starts_at desc, x.id) as back
      from sessions x
      cross join seats s on s.school_id = x.school_id and s.session_id = x.id
      cross join marks m on m.school_id = s.school_id and m.seat_id = s.id and m.superseded_at is null
      where x.school_id = ${actor.school.id} and x.local_date between ${addDays(day, -lookBackDays)} and ${day}
        and x.state = 'planned' and m.code <> 'cancelled')
    where back <= ${missedInRow}
    group by studentId
    having count(*) = ${missedInRow} and sum(code in ('absent', 'excused')) = ${missedInRow}`)
  return new Set(rows.map(({ studentId }) => studentId))
}

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
