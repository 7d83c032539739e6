import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { students } from "db/schema/people"
import { classPrices, enrollments, ownPrices } from "db/schema/teaching"
import { and, asc, eq, gte, isNull, or, type Placeholder, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, find, ownRows, type Params, query, select } from "~/models/foundation/access/door.server"
import { among, joined } from "~/models/foundation/access/own.server"
import { changeRule, recordEvent } from "~/models/foundation/audit/audit.server"
import { groupBy } from "~/utils/group-by"
import { fullName } from "~/utils/names"
import type { Result } from "~/utils/result"
import { agreedOn } from "./agreed-on.server"
import { newFeesFollow } from "./fees-follow.server"
import { lateLessonsFollow } from "./late-price.server"
import { type BillingMode, type ClassPrice, type Price, priceOf } from "./price"
import { replacePrice } from "./replaced-price.server"

/** The price rows of some classes, oldest first, by class. */
export function listClassPrices(actor: Actor, classIds: readonly string[]): Map<string, ClassPrice[]> {
  const rows = pricesQuery.all(actor, { classIds: JSON.stringify(classIds) })
  return groupBy(rows, ({ classId }) => classId)
}

const pricesQuery = query((p: Params<{ classIds: string }>, own) =>
  select()
    .from(classPrices)
    .where(and(own(classPrices), among(classPrices.classId, p.classIds)))
    .orderBy(asc(classPrices.fromDate), asc(classPrices.id)),
)

// What was agreed with one student of a class instead of its price, from a day on. The first agreement is on the
// enrollment, later ones are rows; the charge of a lesson asks for the one in force on its day.

/** The day a list shows prices of: today, or the first day of an enrollment that is to come. */
export const shownOn = (today: string | Placeholder): SQL => sql`max(enrollments.starts_on, ${today})`

/** What is agreed for an enrollment on a date; undefined when the school has none such. */
export const findAgreed = (actor: Actor, enrollmentId: string, date: string) =>
  ownRows(actor, enrollments, agreedOn(date)).where(eq(enrollments.id, enrollmentId)).get()

type Enrollment = Pick<
  typeof enrollments.$inferSelect,
  "id" | "classId" | "startsOn" | "billing" | "priceMinor"
>

/** The custom price of an enrollment in force on a date; null where the class's holds. */
export function findOwnPrice(
  actor: Actor,
  { id, classId }: Pick<Enrollment, "id" | "classId">,
  date: string,
): Price | null {
  const agreed = findAgreed(actor, id, date)
  if (!agreed || agreed.priceMinor === null) return null
  return priceOf(agreed, listClassPrices(actor, [classId]).get(classId) ?? [], date)
}

type Agreement = { fromDate: string; price: Price | null }

/** Every agreement of an enrollment, oldest first; without a price it is the class's. One that names no billing has the class's. */
export function listAgreements(actor: Actor, enrollment: Enrollment): Agreement[] {
  const prices = listClassPrices(actor, [enrollment.classId]).get(enrollment.classId) ?? []
  const later = ownRows(actor, ownPrices, {
    fromDate: ownPrices.fromDate,
    billing: ownPrices.billing,
    priceMinor: ownPrices.amountMinor,
  })
    .where(eq(ownPrices.enrollmentId, enrollment.id))
    .orderBy(asc(ownPrices.fromDate))
    .all()
  const { startsOn, billing, priceMinor } = enrollment
  const first = { fromDate: startsOn, billing, priceMinor }
  const all = later.some(({ fromDate }) => fromDate === startsOn) ? later : [first, ...later]
  return all.map(({ fromDate, ...agreed }) => ({
    fromDate,
    price: agreed.priceMinor === null ? null : priceOf(agreed, prices, fromDate),
  }))
}

/** Who keeps a custom price on a date, whatever the class costs: by name, each with the price in force for them. */
export function listPriceKeepers(actor: Actor, classId: string, date: string) {
  const prices = listClassPrices(actor, [classId]).get(classId) ?? []
  return keepersQuery
    .all(actor, { classId, date })
    .flatMap(({ enrollmentId, firstName, lastName, startsOn, billing, priceMinor }) => {
      const price = priceOf({ billing, priceMinor }, prices, startsOn > date ? startsOn : date)
      return price ? [{ enrollmentId, name: fullName({ firstName, lastName }), price }] : []
    })
}

const keepersQuery = query((p: Params<{ classId: string; date: string }>, own) => {
  const agreed = agreedOn(shownOn(p.date))
  return select({
    enrollmentId: enrollments.id,
    firstName: students.firstName,
    lastName: students.lastName,
    startsOn: enrollments.startsOn,
    ...agreed,
  })
    .from(enrollments)
    .innerJoin(students, joined(students, enrollments.studentId))
    .where(
      and(
        own(enrollments),
        eq(enrollments.classId, p.classId),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, p.date)),
        sql`${agreed.priceMinor} is not null`,
      ),
    )
    .orderBy(sql`${students.lastName} collate nocase`, sql`${students.firstName} collate nocase`)
})

export type OwnPriceRefusal = "no-enrollment" | "before-start" | "after-end"

/**
 * Agrees a price with one student from a day on, or, without an amount, the class's price again. Lessons charged already
 * keep their amount, and those that had no price are charged; one agreed for the same day is replaced. Without a billing it stays as agreed before. Refused
 * outside the enrollment's days.
 */
export function setOwnPrice(
  actor: Actor,
  enrollmentId: string,
  wish: { fromDate: string; amountMinor: number | null; billing?: BillingMode },
): Result<{ price: Price | null }, OwnPriceRefusal> {
  const { fromDate, amountMinor } = wish
  return transact(() => {
    const found = find(actor, enrollments, enrollmentId)
    if (!found) return { ok: false, reason: "no-enrollment" }
    if (fromDate < found.startsOn) return { ok: false, reason: "before-start" }
    if (found.endsOn !== null && fromDate > found.endsOn) return { ok: false, reason: "after-end" }
    const before = findAgreed(actor, enrollmentId, fromDate)
    const billing = amountMinor === null ? null : (wish.billing ?? before?.billing ?? null)
    lateLessonsFollow(actor, { classId: found.classId, enrollmentId, fromDate })
    replacePrice(actor, enrollmentId, { fromDate, billing, amountMinor })
    add(actor, ownPrices, { enrollmentId, billing, amountMinor, fromDate })
    newFeesFollow(actor, found.classId)
    recordEvent(actor, "enrollment.set-price", enrollmentId, {
      before: { amountMinor: before?.priceMinor ?? null, billing: before?.billing ?? null },
      after: { amountMinor, billing, fromDate },
    })
    const prices = listClassPrices(actor, [found.classId]).get(found.classId) ?? []
    const price =
      amountMinor === null ? null : priceOf({ billing, priceMinor: amountMinor }, prices, fromDate)
    return { ok: true, price }
  })
}

/** What lessons of a class of the kind trial cost: nothing, or the class's price. */
export function findTrialPrice(actor: Actor): "free" | "class" {
  const school = select({ trialPrice: schools.trialPrice })
    .from(schools)
    .where(eq(schools.id, actor.school.id))
    .get()
  return school?.trialPrice ?? "free"
}

/** Changes it for attendance taken from now on. */
export function chooseTrialPrice(actor: Actor, price: "free" | "class") {
  changeRule(actor, { trialPrice: price }, "school.change-trials", () => ({
    before: { price: findTrialPrice(actor) },
    after: { price },
  }))
}

/** Whether students of a class of this kind are charged nothing, whatever its price. */
export const isTrialFree = (actor: Actor, kind: string): boolean =>
  kind === "trial" && findTrialPrice(actor) === "free"
