import { cacheUntilWrite } from "db/cache-until-write.server"
import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll } from "~/models/foundation/access/door.server"
import type { MetricKey } from "~/models/foundation/metrics/figures"
import { overdueFamilies } from "~/models/money/student-list/student-facts.server"
import { listComing } from "~/models/people/next-session/next-session.server"
import { listLeaves } from "~/models/teaching/leave/leave.server"
import { now } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { formatDate } from "~/utils/formats"
import { instantOf, today } from "~/utils/zones"
import type { Narrowing } from "./analytics-period"
import type { Sees } from "./cards"
import type { Counted } from "./counted"
import { listOpenRows } from "./money-sums.server"
import { narrowedTo } from "./narrow.server"

const missedInRow = 3
const lookBackDays = 60
const leavesWithinDays = 30

type Student = { id: string; familyId: string; name: string; instrument: string | null }

/** The day that is asked about: today, or an earlier one as its end was recorded. */
type Day = { on: string; isToday: boolean; end: number }

/**
 * Active and trial students of whom something that the school knows says that they may leave, each with all its reasons; who is on leave, or soon will be, needs no next lesson. Of
 * an earlier day by the statuses, attendance and invoices of that day, and by the lessons and ends of classes that followed.
 */
export function listAtRisk(actor: Actor, on: string, narrowing: Narrowing, sees: Sees): Counted[] {
  const { timeZone } = actor.school
  const thisDay = today(timeZone, now())
  const isToday = on >= thisDay
  const day: Day = { on, isToday, end: instantOf(addDays(on, 1), "00:00", timeZone) }
  const students = listLearning(actor, narrowing, day)
  const missed = listMissing(actor, day)
  const coming = listComing(actor, isToday ? now() : day.end)
  const without = students.flatMap(({ id }) => (coming.has(id) ? [] : [id]))
  const away = new Set(
    listLeaves(actor, without, { from: on, to: addDays(on, leavesWithinDays) }).map(
      ({ studentId }) => studentId,
    ),
  )
  const overdue = sees.money ? listOverdue(actor, day) : new Set<string>()
  const leaving = listLeaving(actor, on)
  return students.flatMap(({ id, familyId, name, instrument }): Counted[] => {
    const lastDay = leaving.get(id)
    const reasons: [MetricKey, string][] = []
    if (missed.has(id)) reasons.push(["risk-missed", "Missed the last three lessons"])
    if (!coming.has(id) && !away.has(id))
      reasons.push(["risk-no-lesson", isToday ? "No next lesson" : "No lesson followed"])
    if (overdue.has(familyId)) reasons.push(["risk-overdue", "Overdue invoice"])
    if (lastDay) {
      const leaves = lastDay < thisDay ? "Left" : "Leaves"
      reasons.push(["risk-leaving", `${leaves} on ${formatDate(lastDay, "medium", actor.school)}`])
    }
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

/** Several days and narrowings of some large schools, and the marks of a day, are kept. */
const daysKept = 20

const keepLearning = cacheUntilWrite<readonly Student[]>(daysKept)

const listLearning = (actor: Actor, narrowing: Narrowing, day: Day): readonly Student[] =>
  keepLearning([actor.school.id, narrowing, day], () => readLearning(actor, narrowing, day))

/** Students who are active or on trial; narrowed, those with a spot in such a class that day or, as known then, later. */
function readLearning(actor: Actor, narrowing: Narrowing, { on, isToday, end }: Day): Student[] {
  const isNarrowed = narrowing.teacher !== undefined || narrowing.instrument !== undefined
  const ids = isNarrowed
    ? sql`and p.id in (select e.student_id from classes c
        cross join enrollments e on e.school_id = c.school_id and e.class_id = c.id
          and (e.ends_on is null or e.ends_on >= ${on}) and (e.starts_on <= ${on} or e.created_at < ${end})
        where c.school_id = ${actor.school.id}
          ${narrowedTo(narrowing, { teacher: sql`c.teacher_id`, instrument: sql`c.instrument` })})`
    : sql``
  const status = isToday
    ? sql`p.status`
    : sql`(select h.status from student_status_changes h where h.school_id = p.school_id
        and h.student_id = p.id and h.from_date <= ${on} order by h.from_date desc, h.id desc limit 1)`
  return askAll<Student>(sql`
    select p.id, p.family_id as familyId, trim(p.first_name || ' ' || p.last_name) as name, p.instrument
    from students p
    where p.school_id = ${actor.school.id} and ${status} in ('trial', 'active') ${ids}
    order by p.last_name collate nocase, p.first_name collate nocase, p.id`)
}

/** Read at once: of a school of 5,000 students, some 50 ms. */
const daysAtOnce = 10

const keepMissing = cacheUntilWrite<ReadonlySet<string>>(daysKept)

const listMissing = (actor: Actor, day: Day): ReadonlySet<string> =>
  keepMissing([actor.school.id, day], () => readMissing(actor, day))

/** Students whose last three marks of the last weeks are all absences. */
function readMissing(actor: Actor, day: Day): Set<string> {
  const days = Array.from({ length: lookBackDays + 1 }, (_, back) => addDays(day.on, -back))
  const seen = new Map<string, number>()
  const missing = new Set<string>()
  for (const { students, isMissed } of marksOf(actor, days, day))
    for (const [index, studentId] of students.entries()) {
      const count = (seen.get(studentId) ?? 0) + 1
      if (count > missedInRow) continue
      // One that was attended ends it: no later one is looked at.
      const known = isMissed[index] ? count : missedInRow + 1
      seen.set(studentId, known)
      if (known === missedInRow) missing.add(studentId)
    }
  return missing
}

/** The marks of a day, the latest first, as two lists alike: of whom, and whether they were missed. */
type DayMarks = { students: readonly string[]; isMissed: readonly boolean[] }

/** The marks of some days as they were on the day asked about. */
function marksOf(actor: Actor, days: readonly string[], { isToday, end }: Day): DayMarks[] {
  const marks = new Map<string, { students: string[]; isMissed: boolean[] }>()
  for (let from = 0; from < days.length; from += daysAtOnce)
    for (const { day, studentId, code } of listMarks(actor, days.slice(from, from + daysAtOnce), {
      isToday,
      end,
    })) {
      const ofDay = marks.get(day) ?? { students: [], isMissed: [] }
      marks.set(day, ofDay)
      ofDay.students.push(studentId)
      ofDay.isMissed.push(code === "absent" || code === "excused")
    }
  return days.map((day) => marks.get(day) ?? { students: [], isMissed: [] })
}

/** The marks of some days, of each the latest first. */
const listMarks = (actor: Actor, days: readonly string[], { isToday, end }: Pick<Day, "isToday" | "end">) =>
  askAll<{ day: string; studentId: string; code: string }>(sql`
    select x.local_date as day, s.student_id as studentId, m.code
    from json_each(${JSON.stringify(days)}) d
    cross join sessions x on x.school_id = ${actor.school.id} and x.local_date = d.value
    cross join seats s on s.school_id = x.school_id and s.session_id = x.id
    cross join marks m on m.school_id = s.school_id and m.seat_id = s.id
      and ${isToday ? sql`m.superseded_at is null` : sql`m.created_at < ${end} and (m.superseded_at is null or m.superseded_at >= ${end})`}
    where x.state = 'planned' and m.code <> 'cancelled'
    order by d.key, x.starts_at desc, x.id`)

/** The families with an invoice past its due date. */
function listOverdue(actor: Actor, { on, isToday, end }: Day): ReadonlySet<string> {
  if (isToday) return overdueFamilies(actor)
  const open = listOpenRows(actor, on)
  return keepLate([actor.school.id, on, end], () => {
    const late = open.flatMap((each) => (each.on < on ? [each.invoiceId] : []))
    const rows = askAll<{ familyId: string }>(sql`
      select distinct i.family_id as familyId from json_each(${JSON.stringify([...new Set(late)])}) j
      cross join invoices i on i.school_id = ${actor.school.id} and i.id = j.value`)
    return new Set(rows.map(({ familyId }) => familyId))
  })
}

const keepLate = cacheUntilWrite<ReadonlySet<string>>(daysKept)

const keepLeaving = cacheUntilWrite<ReadonlyMap<string, string>>(daysKept)

/** The last day of students whose last spot ends soon after a day. */
const listLeaving = (actor: Actor, day: string): ReadonlyMap<string, string> =>
  keepLeaving([actor.school.id, day], () => readLeaving(actor, day))

function readLeaving(actor: Actor, day: string): Map<string, string> {
  const rows = askAll<{ studentId: string; lastDay: string }>(sql`
    select e.student_id as studentId,
      max(min(coalesce(e.ends_on, '9999'), coalesce(c.ended_on, '9999'))) as lastDay
    from classes c
    cross join enrollments e on e.school_id = c.school_id and e.class_id = c.id
    where c.school_id = ${actor.school.id} and (e.ends_on is null or e.ends_on >= ${day})
      and (c.ended_on is null or c.ended_on >= ${day})
    group by e.student_id having lastDay <= ${addDays(day, leavesWithinDays)}`)
  return new Map(rows.map(({ studentId, lastDay }) => [studentId, lastDay]))
}
