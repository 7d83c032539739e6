import { discountRules } from "db/schema/money-discounts"
import { classes, enrollments } from "db/schema/teaching"
import { and, desc, isNull, sql } from "drizzle-orm"
import { withTax } from "~/models/accounts/tax/tax"
import { readTaxes } from "~/models/accounts/tax/tax-rates.server"
import type { Actor } from "~/models/foundation/access/actor"
import { among } from "~/models/foundation/access/among.server"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { addDays } from "~/utils/dates"
import { formatMoney } from "~/utils/money"
import { agreedOn } from "../price/agreed-on.server"
import { findClassTax } from "../price/class-tax.server"
import { courseOn, paymentsOf, paymentsText } from "../price/course"
import { type Price, priceOf } from "../price/price"
import { listClassPrices } from "../price/price.server"
import { priceText } from "../price/price-text"

type Asked = { classId: string; studentId: string; startsOn: string }

/**
 * What the spots that a family is asked about cost in the term; empty where no price is set. A price that changes is followed by the
 * one until then: "$34.13 per lesson (now $32.50)". Tax that is added is within both. A school with discounts says that they aren't taken off yet.
 */
export function listTermPrices(actor: Actor, asked: readonly Asked[]): (spot: Asked) => string {
  if (asked.length === 0) return () => ""
  const { currency } = actor.school
  const earlierOf = listEarlier(
    actor,
    asked.map(({ classId }) => classId),
  )
  const classIds = [...asked.map(({ classId }) => classId), ...earlierOf.values()]
  const prices = listClassPrices(actor, classIds)
  const agreed = listAgreed(actor, classIds, sql`enrollments.starts_on`)
  const lastDays = [...new Set(asked.map(({ startsOn }) => addDays(startsOn, -1)))]
  const until = new Map(lastDays.map((day) => [day, listAgreed(actor, [...earlierOf.values()], sql`${day}`)]))
  const priceUntil = ({ classId, studentId, startsOn }: Asked): Price | null => {
    const earlierId = earlierOf.get(classId)
    const lastDay = addDays(startsOn, -1)
    const seat = until
      .get(lastDay)
      ?.find((one) => one.classId === earlierId && one.studentId === studentId && one.startsOn <= lastDay)
    return earlierId && seat ? priceOf(seat, prices.get(earlierId) ?? [], lastDay) : null
  }
  const before = hasDiscounts(actor) ? ", before discounts" : ""
  const taxes = readTaxes(actor)
  return (spot) => {
    const { classId, studentId, startsOn } = spot
    const tax = taxes(findClassTax(actor, classId))
    const taxed = <P extends Price>(price: P): P => ({
      ...price,
      amountMinor: withTax(price.amountMinor, tax).amountMinor,
    })
    const seat = agreed.find(
      (one) => one.classId === classId && one.studentId === studentId && one.startsOn === startsOn,
    )
    const ofClass = prices.get(classId) ?? []
    const course = seat?.priceMinor == null ? courseOn(ofClass, startsOn) : []
    const total = course.reduce((sum, { amountMinor }) => sum + withTax(amountMinor, tax).amountMinor, 0)
    if (course.length)
      return `${formatMoney(total, currency)} in ${paymentsText(paymentsOf(course).length)}${before}`
    const price = priceOf(seat ?? null, ofClass, startsOn)
    const until = priceUntil(spot)
    return price
      ? `${priceText(taxed(price), currency)}${untilText(taxed(price), until && taxed(until), currency)}${before}`
      : ""
  }
}

const hasDiscounts = (actor: Actor): boolean =>
  select({ id: discountRules.id })
    .from(discountRules)
    .where(and(own(actor, discountRules), isNull(discountRules.archivedAt)))
    .limit(1)
    .get() !== undefined

/** " (now $32.50)", where the price until the term is another one. */
function untilText(price: Price, until: Price | null, currency: string): string {
  if (!until || until.installment) return ""
  if (until.billing !== price.billing) return ` (now ${priceText(until, currency)})`
  return until.amountMinor === price.amountMinor ? "" : ` (now ${formatMoney(until.amountMinor, currency)})`
}

/** The class that each of these continues. */
const listEarlier = (actor: Actor, classIds: readonly string[]): Map<string, string> =>
  new Map(
    select({ id: classes.id, earlierId: classes.continuesId })
      .from(classes)
      .where(and(own(actor, classes), among(classes.id, classIds)))
      .all()
      .flatMap(({ id, earlierId }) => (earlierId ? [[id, earlierId] as const] : [])),
  )

/** What was agreed for each spot on a day, in SQL; the newest first. */
const listAgreed = (actor: Actor, classIds: readonly string[], day: ReturnType<typeof sql>) =>
  select({
    classId: enrollments.classId,
    studentId: enrollments.studentId,
    startsOn: enrollments.startsOn,
    ...agreedOn(day),
  })
    .from(enrollments)
    .where(and(own(actor, enrollments), among(enrollments.classId, classIds)))
    .orderBy(desc(enrollments.startsOn))
    .all()
