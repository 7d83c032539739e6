import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll } from "~/models/foundation/access/door.server"
import { listOpenOn } from "~/models/money/division/open-on.server"
import { sumReceivedIn } from "~/models/money/ledger/received.server"
import { todayOf } from "~/utils/clock.server"
import { daysBetween } from "~/utils/dates"
import type { MonthSpan } from "../dashboard/trends.server"

export type MoneyMonth = {
  first: string
  last: string
  /** Minor units: totals of invoices issued in the month that still stand. */
  billedMinor: number
  /** Minor units received in the month, for whatever invoice, less what was refunded. */
  collectedMinor: number
}

/** What was billed and what came in, month by month. */
export function moneyByMonth(actor: Actor, months: readonly MonthSpan[]): MoneyMonth[] {
  const billed = askAll<{ index: number; sum: number }>(sql`
    select m.key as "index", coalesce(sum(i.total_minor), 0) as sum
    from json_each(${JSON.stringify(months)}) m
    left join invoices i on i.school_id = ${actor.school.id} and i.state = 'issued'
      and i.issued_on between m.value ->> 'first' and m.value ->> 'last'
    group by m.key`)
  const billedOf = new Map(billed.map(({ index, sum }) => [index, sum]))
  const received = sumReceivedIn(
    actor,
    months.map(({ first, last }) => ({ from: first, to: last })),
  )
  return months.map((span, index) => ({
    ...span,
    billedMinor: billedOf.get(index) ?? 0,
    collectedMinor: received[index] ?? 0,
  }))
}

export type AgeBand = { key: string; label: string; invoices: number; openMinor: number }

const bands: { key: string; label: string; fewest: number; most: number }[] = [
  { key: "not-due", label: "Not due yet", fewest: Number.NEGATIVE_INFINITY, most: 0 },
  { key: "30", label: "1 to 30 days overdue", fewest: 1, most: 30 },
  { key: "60", label: "31 to 60 days overdue", fewest: 31, most: 60 },
  { key: "90", label: "61 to 90 days overdue", fewest: 61, most: 90 },
  { key: "older", label: "More than 90 days overdue", fewest: 91, most: Number.POSITIVE_INFINITY },
]

/** The key of the age of what has been overdue so many days. */
export const ageOf = (daysLate: number): string | undefined =>
  bands.find(({ fewest, most }) => fewest <= daysLate && daysLate <= most)?.key

/** What an age is called; a reason for leaving as it was written. */
export const ageBand = (part: string): string => bands.find(({ key }) => key === part)?.label ?? part

type Claim = { invoiceId: string; daysLate: number; openMinor: number }

/** What is open on a day, today unless given, by how long it has been overdue, an installment by its own day. */
export const ageing = (actor: Actor, day = todayOf(actor)): AgeBand[] =>
  inBands(
    listOpenOn(actor, day).map(({ id, on, openMinor }) => ({
      invoiceId: id,
      daysLate: daysBetween(on, day),
      openMinor,
    })),
  )

/** The bands add up to all that is open; an invoice with a plan can be in several. */
export const inBands = (open: readonly Claim[]): AgeBand[] =>
  bands.map(({ key, label }) => {
    const those = open.filter(({ daysLate }) => ageOf(daysLate) === key)
    return {
      key,
      label,
      invoices: new Set(those.map(({ invoiceId }) => invoiceId)).size,
      openMinor: those.reduce((sum, { openMinor }) => sum + openMinor, 0),
    }
  })
