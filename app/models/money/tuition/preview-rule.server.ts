import { classes, classPrices } from "db/schema/teaching"
import { and, asc, eq, exists, gte, isNull, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { priceOf } from "~/models/teaching/price/price"
import { listClassPrices } from "~/models/teaching/price/price.server"
import { todayOf } from "~/utils/clock.server"
import { addMonths, monthBounds, monthOf } from "~/utils/dates"
import { type TuitionPlan, type TuitionRule, tuitionOf, tuitionShare } from "./tuition"
import { findTuitionRule, readTuitionMonth } from "./tuition-rule.server"

const mostClasses = 60

/**
 * What another rule makes of the next month's fees: for each class billed by the month, what a student pays who is there all
 * month, and one who starts on the 16th. Without discounts and tax; installments and custom prices aren't in it.
 */
export function previewTuitionRule(actor: Actor, wish: TuitionRule): TuitionPlan {
  const thisMonth = monthOf(todayOf(actor))
  const month = monthOf(addMonths(`${thisMonth}-01`, 1))
  const { first } = monthBounds(month)
  const startOfSecond = `${month}-16`
  const found = listMonthly(actor, first)
  const ids = found.slice(0, mostClasses).map(({ id }) => id)
  const prices = listClassPrices(actor, ids)
  const [before, after] = [findTuitionRule(actor), wish].map((rule) => {
    const monthOfClass = readTuitionMonth(actor, rule, month, ids)
    return (classId: string, feeMinor: number, startsOn: string) =>
      tuitionOf(feeMinor, tuitionShare(rule, monthOfClass({ classId, startsOn, endsOn: null })))
  })
  const rows = found.slice(0, mostClasses).flatMap(({ id, name }) => {
    const price = priceOf(null, prices.get(id) ?? [], first)
    if (!before || !after || price?.billing !== "monthly" || price.installment) return []
    const change = (startsOn: string) => ({
      beforeMinor: before(id, price.amountMinor, startsOn),
      afterMinor: after(id, price.amountMinor, startsOn),
    })
    return [{ classId: id, className: name, all: change(first), part: change(startOfSecond) }]
  })
  const changes = rows.filter(({ all, part }) => isOther(all) || isOther(part))
  const more = found.length > mostClasses
  return { month, startsOn: startOfSecond, changes, same: rows.length - changes.length, more }
}

const isOther = ({ beforeMinor, afterMinor }: { beforeMinor: number; afterMinor: number }) =>
  beforeMinor !== afterMinor

/** Classes that go on in a month and have a monthly price, by name; one more than are shown. */
const listMonthly = (actor: Actor, first: string) =>
  select({ id: classes.id, name: classes.name })
    .from(classes)
    .where(
      and(
        own(actor, classes),
        or(isNull(classes.endedOn), gte(classes.endedOn, first)),
        exists(
          select({ id: classPrices.id })
            .from(classPrices)
            .where(and(joined(classes, classPrices.classId), eq(classPrices.billing, "monthly"))),
        ),
      ),
    )
    .orderBy(sql`${classes.name} collate nocase`, asc(classes.id))
    .limit(mostClasses + 1)
    .all()
