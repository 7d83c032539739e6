import { keepUnchanged } from "db/unchanged.server"
import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll } from "~/models/foundation/access/door.server"
import { todayOf } from "~/utils/clock.server"
import type { MonthSpan } from "../dashboard/trends.server"
import { type Narrowing, none } from "./analytics-period"
import type { Sees } from "./cards"
import { listCharged, listInstallments } from "./charged-month.server"
import { type Counted, isOf } from "./counted"
import { listBills, listKnown } from "./forecast.server"
import { addUp } from "./money-sums.server"

// The figures of next month, and of the month they are compared with, by teacher and instrument.

/** A month to come by its lessons and what they are expected to bring, one that is over by what it had. */
export function sumForecast(actor: Actor, month: MonthSpan, narrowing: Narrowing, sees: Sees): Counted[] {
  const isOver = month.last < todayOf(actor)
  const money = () =>
    isOver
      ? [...sumCharged(actor, month), ...listInstallments(actor, month)]
      : [...sumBills(actor, month), ...listKnown(actor, month)]
  return [...sumPlanned(actor, month), ...(sees.money ? money() : [])].filter((row) => isOf(row, narrowing))
}

/** How many months are kept. */
const monthsKept = 200

const keepPlanned = keepUnchanged<readonly Counted[]>(monthsKept)
const keepCharged = keepUnchanged<readonly Counted[]>(monthsKept)
const keepBills = keepUnchanged<readonly Counted[]>(monthsKept)

const sumPlanned = (actor: Actor, { first, last }: MonthSpan): readonly Counted[] =>
  keepPlanned([actor.school.id, first, last], () => readPlanned(actor, { first, last }))

function readPlanned(actor: Actor, { first, last }: MonthSpan): Counted[] {
  const rows = askAll<{
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

const sumCharged = (actor: Actor, { first, last }: MonthSpan): readonly Counted[] =>
  keepCharged([actor.school.id, first, last], () => addUp(listCharged(actor, { first, last })))

const sumBills = (actor: Actor, { first }: MonthSpan): readonly Counted[] =>
  keepBills([actor.school.id, first, todayOf(actor)], () => addUp(listBills(actor, { first })))
