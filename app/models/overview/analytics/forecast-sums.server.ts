import { db } from "db/client.server"
import { keepOfMonths, keepOnSigns } from "db/unchanged-months.server"
import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { now } from "~/utils/clock.server"
import { monthOf } from "~/utils/dates"
import { today } from "~/utils/zones"
import type { MonthSpan } from "../dashboard/trends.server"
import { type Narrowing, none } from "./analytics-period"
import type { Sees } from "./cards"
import { listCharged, listInstallments } from "./charged-month.server"
import { type Counted, isOf } from "./counted"
import { listBills, listKnown } from "./forecast.server"
import { addUp } from "./money-sums.server"

// The figures of next month, and of the month they are compared with, by teacher and instrument. The lessons of a month and
// what was charged for one are kept until something of that month changes, and what one is expected to bring until
// something changes that says so.

/** A month to come by its lessons and what they are expected to bring, one that is over by what it had. */
export function sumForecast(actor: Actor, month: MonthSpan, narrowing: Narrowing, sees: Sees): Counted[] {
  const isOver = month.last < today(actor.school.timeZone, now())
  const money = () =>
    isOver
      ? [...sumCharged(actor, month), ...listInstallments(actor, month)]
      : [...sumBills(actor, month), ...listKnown(actor, month)]
  return [...sumPlanned(actor, month), ...(sees.money ? money() : [])].filter((row) => isOf(row, narrowing))
}

/** How many months are kept. */
const monthsKept = 200

const keepPlanned = keepOfMonths<readonly Counted[]>(monthsKept)
const keepCharged = keepOfMonths<readonly Counted[]>(monthsKept)

function sumPlanned(actor: Actor, { first, last }: MonthSpan): readonly Counted[] {
  const month = monthOf(first)
  const on = [{ sign: "lessons", from: month, to: month }, { sign: "division" }] as const
  const read = () => [readPlanned(actor, { first, last })]
  return keepPlanned(actor.school.id, [{ key: `${first} ${last}`, on }], read)[0] ?? []
}

function readPlanned(actor: Actor, { first, last }: MonthSpan): Counted[] {
  const rows = db().all<{
    teacherId: string | null
    teacherName: string | null
    instrument: string | null
    lessons: number
    minutes: number
  }>(sql`
    with lesson as materialized (
      select x.class_id, x.teacher_id, count(*) as lessons, sum(x.minutes) as minutes
      from sessions x
      where x.school_id = ${actor.school.id} and x.local_date between ${first} and ${last} and x.state = 'planned'
      group by x.class_id, x.teacher_id
    )
    select lesson.teacher_id as teacherId, t.name as teacherName, c.instrument, sum(lesson.lessons) as lessons,
      sum(lesson.minutes) as minutes
    from lesson
    cross join classes c on c.school_id = ${actor.school.id} and c.id = lesson.class_id
    left join teachers t on t.school_id = ${actor.school.id} and t.id = lesson.teacher_id
    group by lesson.teacher_id, c.instrument`)
  return rows.map(({ teacherId, teacherName, instrument, lessons, minutes }) => ({
    of: ["lessons-planned", "hours-planned"],
    page: { noun: "teacher", id: teacherId ?? none },
    ...{ name: "", on: null, detail: "", minutes, amountMinor: null, count: lessons },
    teacher: teacherId ? { id: teacherId, name: teacherName ?? "" } : null,
    instrument,
  }))
}

function sumCharged(actor: Actor, { first, last }: MonthSpan): readonly Counted[] {
  const month = monthOf(first)
  const on = [{ sign: "charges", from: month, to: month }, { sign: "division" }] as const
  const read = () => [addUp(listCharged(actor, { first, last }))]
  return keepCharged(actor.school.id, [{ key: `${first} ${last}`, on }], read)[0] ?? []
}

const keepBills = keepOnSigns<readonly Counted[]>(monthsKept)

/** Of these alone, and of the month's lessons, a month's fees and what its lessons cost are read. */
const tablesOfBills = [
  ...(["class_prices", "classes", "closures", "discount_rules", "enrollments", "families"] as const),
  ...(["own_prices", "schedules", "students", "tax_rates", "teachers"] as const),
].map((table) => ({ table }))

function sumBills(actor: Actor, { first, last }: MonthSpan): readonly Counted[] {
  const month = monthOf(first)
  const on = [{ sign: "lessons", from: month, to: month } as const, ...tablesOfBills]
  return keepBills(actor.school.id, { key: `${first} ${last}`, on }, () => addUp(listBills(actor, { first })))
}
