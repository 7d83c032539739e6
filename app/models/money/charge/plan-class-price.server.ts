import { charges } from "db/schema/money"
import { students } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, count, eq, gte, inArray, isNull, or, sql } from "drizzle-orm"
import { taxText, withTax } from "~/models/accounts/tax/tax"
import { findChosenTax } from "~/models/accounts/tax/tax-rates.server"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { agreedOn } from "~/models/teaching/price/agreed-on.server"
import { listClassTaxes } from "~/models/teaching/price/class-tax.server"
import { type ClassPrice, installmentOf, priceOf } from "~/models/teaching/price/price"
import { listClassPrices } from "~/models/teaching/price/price.server"
import { todayOf } from "~/utils/clock.server"
import { addMonths, laterOf, monthBounds, monthOf } from "~/utils/dates"
import { fullName } from "~/utils/names"
import type { ClassPricePlan, ClassTaxPlan } from "./class-price-plan"
import { planLateLessons } from "./late-lessons.server"

/**
 * What a class's price from a day on would do: who pays it from when, who keeps a custom price, and what is charged
 * already and stays. Six queries, however many students there are, and one or two for each day of lessons that had no price.
 */
export function planClassPrice(actor: Actor, classId: string, wish: ClassPrice): ClassPricePlan {
  const { fromDate, ...after } = wish
  const prices = listClassPrices(actor, [classId]).get(classId) ?? []
  const others = prices.filter((price) => price.fromDate !== fromDate)
  const before = priceOf(null, prices, fromDate)
  const planned = [...others, wish].sort((a, b) => a.fromDate.localeCompare(b.fromDate))
  const next = others.find((price) => price.fromDate > fromDate)
  const same = prices.find((price) => price.fromDate === fromDate)
  // a first price by the month is that of the whole month
  const { first } = monthBounds(monthOf(fromDate))
  const isOfMonth = wish.billing === "monthly" && planned[0] === wish
  return {
    before,
    after,
    fromDate,
    isOfMonth: isOfMonth && fromDate !== first,
    students: listEnrolled(actor, classId, isOfMonth ? first : fromDate).map(
      ({ enrollmentId, startsOn, name, ...agreed }) => {
        const day = startsOn > fromDate ? startsOn : fromDate
        const then = priceOf(agreed, planned, day)
        return {
          enrollmentId,
          name,
          before: priceOf(agreed, prices, day),
          after: then,
          from: isOfMonth
            ? laterOf(startsOn, first)
            : then?.billing === "monthly"
              ? monthFrom(day, startsOn)
              : day,
          keepsOwn: agreed.priceMinor !== null,
        }
      },
    ),
    charged: sumCharged(actor, classId, fromDate),
    late: planLateLessons(actor, { classId, fromDate }, { planned }),
    next: next ? { fromDate: next.fromDate, price: next } : null,
    replaced: same ? { ...same, installment: installmentOf(same) } : null,
    gap: gapOf(before?.billing ?? null, wish),
  }
}

/** What another tax of a class would make of its prices, from the next charge on; undefined for a tax that isn't offered. */
export function planClassTax(actor: Actor, classId: string, choice: string): ClassTaxPlan | undefined {
  const after = findChosenTax(actor, choice)
  if (after === undefined) return undefined
  const before = listClassTaxes(actor, [classId])(classId)
  const day = todayOf(actor)
  const prices = listClassPrices(actor, [classId]).get(classId) ?? []
  return {
    before: before && taxText(before),
    after: after && taxText(after),
    students: listEnrolled(actor, classId, day).flatMap(({ enrollmentId, startsOn, name, ...agreed }) => {
      const price = priceOf(agreed, prices, startsOn > day ? startsOn : day)
      if (!price) return []
      const [beforeMinor, afterMinor] = [before, after].map(
        (tax) => withTax(price.amountMinor, tax).amountMinor,
      )
      return [{ enrollmentId, name, price, beforeMinor: beforeMinor ?? 0, afterMinor: afterMinor ?? 0 }]
    }),
    charged: sumCharged(actor, classId, "0000-01-01"),
  }
}

/** The first day whose month is charged at the new price: a month's price is that of its first day, or of the first day in class. */
function monthFrom(day: string, startsOn: string): string {
  const { first } = monthBounds(monthOf(day))
  return day === first || day === startsOn ? day : addMonths(first, 1)
}

/** Between lessons and months: a fee begins with a month, lessons on their day. */
function gapOf(
  billed: ClassPrice["billing"] | null,
  { billing, fromDate }: ClassPrice,
): ClassPricePlan["gap"] {
  const { first, last } = monthBounds(monthOf(fromDate))
  if (fromDate === first || billed === null || billed === billing) return null
  if (billing === "monthly") return { kind: "uncharged", from: fromDate, to: last }
  return billed === "monthly" ? { kind: "twice", from: fromDate, to: last } : null
}

function listEnrolled(actor: Actor, classId: string, date: string) {
  return select({
    enrollmentId: enrollments.id,
    startsOn: enrollments.startsOn,
    firstName: students.firstName,
    lastName: students.lastName,
    ...agreedOn(sql`max(enrollments.starts_on, ${date})`),
  })
    .from(enrollments)
    .innerJoin(students, joined(students, enrollments.studentId))
    .where(
      and(
        own(actor, enrollments),
        eq(enrollments.classId, classId),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, date)),
      ),
    )
    .orderBy(asc(sql`${students.lastName} collate nocase`), asc(sql`${students.firstName} collate nocase`))
    .all()
    .map(({ firstName, lastName, ...row }) => ({ ...row, name: fullName({ firstName, lastName }) }))
}

/** Standing charges of lessons from a day on, and of months that include it or come later. */
function sumCharged(actor: Actor, classId: string, fromDate: string) {
  const sums = { count: count(), amountMinor: sql<number>`coalesce(sum(${charges.amountMinor}), 0)` }
  const ofLessons = select(sums)
    .from(sessions)
    .innerJoin(seats, joined(sessions, seats.sessionId))
    .innerJoin(charges, and(joined(seats, charges.seatId), isNull(charges.withdrawnAt)))
    .where(and(own(actor, sessions), eq(sessions.classId, classId), gte(sessions.localDate, fromDate)))
    .get()
  const ofMonths = ownRows(actor, charges, sums)
    .where(
      and(
        eq(charges.source, "flat"),
        isNull(charges.withdrawnAt),
        gte(charges.month, monthOf(fromDate)),
        inArray(
          charges.enrollmentId,
          select({ id: enrollments.id })
            .from(enrollments)
            .where(and(own(actor, enrollments), eq(enrollments.classId, classId))),
        ),
      ),
    )
    .get()
  return {
    count: (ofLessons?.count ?? 0) + (ofMonths?.count ?? 0),
    amountMinor: (ofLessons?.amountMinor ?? 0) + (ofMonths?.amountMinor ?? 0),
  }
}
