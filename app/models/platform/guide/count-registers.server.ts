import { db } from "db/client.server"
import { keepOfTables } from "db/kept-tables.server"
import { sessions } from "db/schema/teaching-sessions"
import { keepOfMonths } from "db/unchanged-months.server"
import { and, asc, between, count, desc, eq, isNull, type SQL } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { addMonths, monthBounds, monthOf } from "~/utils/dates"

// How many lessons have attendance. A school of 5,000 students has hundreds of thousands after some years, and no index says
// which. So it is counted which don't: what is left of all lessons without the planned and the canceled ones that have none.

/** All lessons of the school with attendance. */
export const countRegisters = (actor: Actor): number => countOthers(actor) - countMissing(actor)

const keepMissing = keepOfTables<number>(["sessions"], 100)

/** Planned lessons without attendance, which have an index. */
const countMissing = (actor: Actor): number =>
  keepMissing([actor.school.id], () =>
    countThose(actor, isNull(sessions.registerTakenAt), eq(sessions.state, "planned")),
  )

const keepMonths = keepOfMonths<number>(5000)

/** All lessons but the canceled ones without attendance. Each month's are counted once until one of it changes. */
function countOthers(actor: Actor): number {
  const months = listMonths(actor).map((month) => ({
    key: month,
    on: [{ sign: "lessons", from: month, to: month }] as const,
  }))
  const counts = keepMonths(actor.school.id, months, (stale) =>
    stale.map(({ key }) => {
      const { first, last } = monthBounds(key)
      const days = between(sessions.localDate, first, last)
      const without = countThose(
        actor,
        days,
        eq(sessions.state, "cancelled"),
        isNull(sessions.registerTakenAt),
      )
      return countThose(actor, days) - without
    }),
  )
  return counts.reduce((sum, each) => sum + each, 0)
}

/** The months from the first lesson to the last. */
function listMonths(actor: Actor): string[] {
  const dayOf = (order: typeof asc) =>
    db()
      .select({ day: sessions.localDate })
      .from(sessions)
      .where(own(actor, sessions))
      .orderBy(order(sessions.localDate))
      .limit(1)
      .get()?.day
  const [first, last] = [dayOf(asc), dayOf(desc)]
  if (!first || !last) return []
  const months: string[] = []
  for (let day = `${monthOf(first)}-01`; day <= last; day = addMonths(day, 1)) months.push(monthOf(day))
  return months
}

const countThose = (actor: Actor, ...conditions: SQL[]): number =>
  db()
    .select({ n: count() })
    .from(sessions)
    .where(and(own(actor, sessions), ...conditions))
    .get()?.n ?? 0
