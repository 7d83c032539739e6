import { db } from "db/client.server"
import { enrollments } from "db/schema/teaching"
import { and, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { formatMoney } from "~/utils/money"
import { agreedOn } from "../price/agreed-on.server"
import { courseOn, paymentsOf, paymentsText } from "../price/course"
import { priceOf } from "../price/price"
import { listClassPrices } from "../price/price.server"
import { priceText } from "../price/price-text"

type Asked = { classId: string; studentId: string; startsOn: string }

/** What the spots that a family is asked about cost in the term, before discounts; empty where no price is set. */
export function listTermPrices(actor: Actor, asked: readonly Asked[]): (spot: Asked) => string {
  if (asked.length === 0) return () => ""
  const classIds = asked.map(({ classId }) => classId)
  const prices = listClassPrices(actor, classIds)
  const agreed = db()
    .select({
      classId: enrollments.classId,
      studentId: enrollments.studentId,
      startsOn: enrollments.startsOn,
      ...agreedOn(sql`enrollments.starts_on`),
    })
    .from(enrollments)
    .where(
      and(
        own(actor, enrollments),
        sql`${enrollments.classId} in (select value from json_each(${JSON.stringify(classIds)}))`,
      ),
    )
    .all()
  const { currency } = actor.school
  return ({ classId, studentId, startsOn }) => {
    const seat = agreed.find(
      (one) => one.classId === classId && one.studentId === studentId && one.startsOn === startsOn,
    )
    const ofClass = prices.get(classId) ?? []
    const course = seat?.priceMinor == null ? courseOn(ofClass, startsOn) : []
    const total = course.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
    if (course.length) return `${formatMoney(total, currency)} in ${paymentsText(paymentsOf(course).length)}`
    const price = priceOf(seat ?? null, ofClass, startsOn)
    return price ? priceText(price, currency) : ""
  }
}
