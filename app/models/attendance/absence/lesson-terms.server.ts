import { students } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and } from "drizzle-orm"
import { listOutcomes } from "~/models/accounts/outcome/outcome.server"
import { findDefaultTax } from "~/models/accounts/tax/tax-rates.server"
import type { Actor } from "~/models/foundation/access/actor"
import { among } from "~/models/foundation/access/among.server"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { joined } from "~/models/foundation/access/own.server"
import { dueOf } from "~/models/money/charge/due"
import { findDiscounts } from "~/models/money/discount/find-discounts.server"
import { creditLastDay } from "~/models/teaching/credit/credit-last-day.server"
import { agreedOn } from "~/models/teaching/price/agreed-on.server"
import { priceOf } from "~/models/teaching/price/price"
import { listClassPrices } from "~/models/teaching/price/price.server"
import { expectedInSession } from "~/models/teaching/seat/seat.server"
import type { SessionRow } from "~/models/teaching/session/session"
import { groupBy } from "~/utils/group-by"
import { percentOf } from "~/utils/money"

/** What a lesson is worth if it takes place, and what canceling it gives. */
export type LessonTerms = {
  /** Null where no lesson is charged by itself: a monthly fee, a package, no price. */
  chargeMinor: number | null
  credits: { count: number; until: string } | null
}

/**
 * The terms of some lessons by their id: what their students are charged when they come, by the prices, discounts and tax
 * of today. A lesson that the school cancels earns credits when its attendance rules say so. Six queries, however many.
 */
export function readLessonTerms(actor: Actor, lessons: readonly SessionRow[]): (id: string) => LessonTerms {
  const enrolled = readEnrolled(actor, lessons)
  const dates = lessons.map(({ localDate }) => localDate).sort()
  const [from, to] = [dates[0], dates.at(-1)]
  const prices = listClassPrices(actor, [...new Set(lessons.map(({ classId }) => classId))])
  const tax = findDefaultTax(actor)
  const discountsOf =
    from && to
      ? findDiscounts(actor, { from, to, target: "lessons", families: enrolled.map((one) => one.familyId) })
      : () => []
  const outcomes = new Map(listOutcomes(actor).map((outcome) => [outcome.code, outcome]))
  const chargedPercent = outcomes.get("present")?.chargedPercent ?? 100
  const givesCredit = outcomes.get("cancelled")?.issuesCredit ?? false
  const byLesson = groupBy(enrolled, ({ sessionId }) => sessionId)
  const terms = new Map(
    lessons.map((lesson) => {
      const seats = byLesson.get(lesson.id) ?? []
      const amounts = seats.flatMap((seat) => {
        const price = priceOf(seat, prices.get(lesson.classId) ?? [], lesson.localDate)
        if (price?.billing !== "per_session") return []
        const priceMinor = percentOf(price.amountMinor, chargedPercent)
        return [dueOf(priceMinor, { tax, discounts: discountsOf(seat) }).amountMinor]
      })
      const until = creditLastDay(actor, lesson.localDate)
      return [
        lesson.id,
        {
          chargeMinor: amounts.length ? amounts.reduce((sum, amount) => sum + amount, 0) : null,
          credits: givesCredit && seats.length > 0 ? { count: seats.length, until } : null,
        },
      ]
    }),
  )
  return (id) => terms.get(id) ?? { chargeMinor: null, credits: null }
}

const readEnrolled = (actor: Actor, lessons: readonly SessionRow[]) =>
  enrolledQuery.all(actor, { ids: JSON.stringify(lessons.map(({ id }) => id)) })

const enrolledQuery = query((p: Params<{ ids: string }>, own) =>
  select({
    sessionId: sessions.id,
    studentId: enrollments.studentId,
    enrollmentId: enrollments.id,
    familyId: students.familyId,
    ...agreedOn(sessions.localDate),
  })
    .from(sessions)
    .innerJoin(enrollments, expectedInSession)
    .innerJoin(students, joined(students, enrollments.studentId))
    .where(and(own(sessions), among(sessions.id, p.ids))),
)
