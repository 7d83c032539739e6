import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll } from "~/models/foundation/access/door.server"
import type { MetricKey } from "~/models/foundation/metrics/figures"
import { todayOf } from "~/utils/clock.server"
import { monthOf } from "~/utils/dates"
import { fullName } from "~/utils/names"
import type { Narrowing } from "./analytics-period"
import type { Counted } from "./counted"
import {
  cohortsOf,
  joinedIn,
  learningOn,
  leftIn,
  type Mover,
  reasonOf,
  retentionSteps,
  type StatusHistory,
  type Stay,
} from "./growth"
import { monthsIn } from "./margin.server"
import { narrowedTo } from "./narrow.server"

type Row = StatusHistory["changes"][number] & { studentId: string; firstName: string; lastName: string }

/** The history of every student's status, in the order it happened. */
export function listStatusHistories(actor: Actor): StatusHistory[] {
  const rows = askAll<Row>(sql`
    select c.student_id as studentId, s.first_name as firstName, s.last_name as lastName, c.status,
      c.from_date as "from", c.reason
    from student_status_changes c join students s on s.school_id = c.school_id and s.id = c.student_id
    where c.school_id = ${actor.school.id}
    order by c.student_id, c.from_date, c.id`)
  const histories: StatusHistory[] = []
  for (const { studentId, firstName, lastName, ...change } of rows) {
    const latest = histories.at(-1)
    if (latest?.studentId === studentId) latest.changes.push(change)
    else histories.push({ studentId, name: fullName({ firstName, lastName }), changes: [change] })
  }
  return histories
}

/** The histories of the students who ever had a spot with a teacher or an instrument; of all where none was chosen. */
export function narrowedHistories(actor: Actor, narrowing: Narrowing) {
  const isNarrowed = narrowing.teacher !== undefined || narrowing.instrument !== undefined
  const stays = isNarrowed ? listStays(actor, narrowing) : null
  const chosen = stays && new Set(stays.map(({ studentId }) => studentId))
  const histories = listStatusHistories(actor).filter(({ studentId }) => chosen?.has(studentId) ?? true)
  return { histories, stays }
}

/** Who joined and who left in a span of days. */
export function listMovers(
  actor: Actor,
  span: { first: string; last: string },
  narrowing: Narrowing,
): Counted[] {
  const { histories } = narrowedHistories(actor, narrowing)
  const movers = [
    ...joinedIn(histories, span).map(
      (mover) => ({ ...mover, of: "students-joined", what: "Joined" }) as const,
    ),
    ...leftIn(histories, span).map((mover) => ({ ...mover, of: "students-left", what: "Left" }) as const),
  ]
  return movers.map(({ studentId, name, on, reason, of, what }) => ({
    of: [of],
    page: { noun: "student", id: studentId },
    name,
    on,
    detail: reason ? `${what}: ${reason}` : what,
    teacher: null,
    instrument: null,
    minutes: null,
    amountMinor: null,
    part: of === "students-left" ? reasonOf(reason) : undefined,
  }))
}

/** Who was active or on trial at the end of each month, or of the one asked for. */
export function listLearning(
  actor: Actor,
  span: { first: string; last: string },
  narrowing: Narrowing,
  month?: string,
): Counted[] {
  const { histories, stays } = narrowedHistories(actor, narrowing)
  return monthsIn(span)
    .filter(({ first }) => month === undefined || monthOf(first) === month)
    .flatMap(({ first, last }) =>
      learningOn(histories, stays, last)
        .sort((a, b) => a.name.localeCompare(b.name, "en"))
        .map(
          ({ studentId, name }): Counted => ({
            ...{ of: ["students-then"], part: monthOf(first), name, on: last, detail: "" },
            page: { noun: "student", id: studentId },
            ...{ teacher: null, instrument: null, minutes: null, amountMinor: null },
          }),
        ),
    )
}

/** Who joined in each month, and who of them was still here after some months. */
export function listCohorts(
  actor: Actor,
  span: { first: string; last: string },
  narrowing: Narrowing,
): Counted[] {
  const { histories } = narrowedHistories(actor, narrowing)
  const cohorts = cohortsOf(histories, monthsIn(span), todayOf(actor))
  const counted = (metric: MetricKey, part: string, movers: readonly Mover[]) =>
    movers.map(
      ({ studentId, name, on }): Counted => ({
        ...{ of: [metric], part, name, on, detail: "Joined" },
        page: { noun: "student", id: studentId },
        ...{ teacher: null, instrument: null, minutes: null, amountMinor: null },
      }),
    )
  return cohorts.flatMap(({ month, joined, kept }) => [
    ...counted("cohort-started", month, joined),
    ...kept.flatMap((those, index) =>
      counted("cohort-kept", `${month} ${retentionSteps[index]}`, those ?? []),
    ),
  ])
}

/** Who has ever had a spot in the classes of a teacher or an instrument, and when. Trial lessons are none. */
export const listStays = (actor: Actor, narrowing: Narrowing): Stay[] =>
  askAll<Stay>(sql`
    select e.student_id as studentId, e.starts_on as startsOn,
      nullif(min(coalesce(e.ends_on, '9999'), coalesce(c.ended_on, '9999')), '9999') as endsOn
    from classes c
    cross join enrollments e on e.school_id = c.school_id and e.class_id = c.id
    where c.school_id = ${actor.school.id} and c.kind <> 'trial'
      ${narrowedTo(narrowing, { teacher: sql`c.teacher_id`, instrument: sql`c.instrument` })}`)
