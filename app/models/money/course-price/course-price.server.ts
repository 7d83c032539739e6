import { transact } from "db/client.server"
import { charges } from "db/schema/money"
import { classes, classPrices, enrollments } from "db/schema/teaching"
import { and, between, eq, gte, inArray, isNotNull, isNull, lte, or } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { find, ownRows, remove, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import {
  type CourseInstallment,
  type CourseWish,
  courseOn,
  installmentsOf,
  paymentsOf,
} from "~/models/teaching/price/course"
import { newFeesFollow } from "~/models/teaching/price/fees-follow.server"
import { listClassPrices } from "~/models/teaching/price/price.server"
import { addInstallments } from "~/models/teaching/price/price-step.server"
import type { CourseRefusal } from "~/texts/money/refusals"
import { todayOf } from "~/utils/clock.server"
import { monthOf } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import type { Result } from "~/utils/result"
import { smallestAmount } from "~/utils/smallest-amount"
import { planClassPrice } from "../charge/plan-class-price.server"
import { previewMonths } from "../charge/preview-months.server"
import { type CoursePlan, type WrongDate, wrongDate } from "./course-price"

/**
 * Sells a class as a course: what its installments pay for each month becomes the price of that, and takes the place of any other
 * price set for these months, and of a course that goes on longer. Refused for months that are over, and for a class that ends
 * before the last of them.
 */
export function setCoursePrice(
  actor: Actor,
  classId: string,
  wish: CourseWish,
): Result<{ installments: CourseInstallment[]; replaced: number }, CourseRefusal> | WrongDate {
  return transact(() => {
    const found = find(actor, classes, classId)
    if (!found) return { ok: false, reason: "no-class" }
    const { count, months = count } = wish
    if (count > months) return { ok: false, reason: "too-many" }
    const installments = installmentsOf(wish, smallestAmount(actor.school.currency))
    const [first, last] = [installments[0], installments.at(-1)]
    if (!first || !last || installments.length < months) return { ok: false, reason: "too-small" }
    const thisMonth = monthOf(todayOf(actor))
    if (monthOf(wish.firstOn) < thisMonth) return { ok: false, reason: "in-the-past" }
    const payments = paymentsOf(installmentsOf({ ...wish, dueOn: [] }, smallestAmount(actor.school.currency)))
    const wrong =
      wish.dueOn && wrongDate(wish.dueOn, { count: payments.length, thisMonth, lastMonth: last.fromDate })
    if (wrong) return wrong
    if (found.endedOn !== null && found.endedOn < last.fromDate) return { ok: false, reason: "after-end" }
    const replaced = remove(
      actor,
      classPrices,
      and(
        eq(classPrices.classId, classId),
        gte(classPrices.fromDate, first.fromDate),
        or(lte(classPrices.fromDate, `${monthOf(last.fromDate)}-31`), isNotNull(classPrices.parts)),
      ),
    )
    addInstallments(actor, classId, installments)
    return { ok: true, installments, replaced }
  })
}

/** The installments of the course that a class is sold as now or from a later day on; none for any other price. */
export function listCourse(actor: Actor, classId: string): CourseInstallment[] {
  const rows = listClassPrices(actor, [classId]).get(classId) ?? []
  const latest = rows.filter(({ parts }) => parts).at(-1)
  const course = latest ? courseOn(rows, latest.fromDate) : []
  const isOver = (course.at(-1)?.fromDate ?? "") < `${monthOf(todayOf(actor))}-01`
  return isOver ? [] : course
}

/** Takes a course's price off a class again; the price before it goes on. Refused once an installment was charged. */
export function takeCourseBack(
  actor: Actor,
  classId: string,
  fromDate: string,
): Result<void, "gone" | "charged"> {
  return transact(() => {
    const course = listCourse(actor, classId)
    const [first, last] = [course[0], course.at(-1)]
    if (!first || !last || first.fromDate !== fromDate) return { ok: false, reason: "gone" }
    const inClass = select({ id: enrollments.id })
      .from(enrollments)
      .where(and(own(actor, enrollments), eq(enrollments.classId, classId)))
    const charged = ownRows(actor, charges, ["id"])
      .where(
        and(
          inArray(charges.enrollmentId, inClass),
          between(charges.month, monthOf(first.fromDate), monthOf(last.fromDate)),
          isNotNull(charges.dueOn),
          isNull(charges.withdrawnAt),
        ),
      )
      .limit(1)
      .get()
    if (charged) return { ok: false, reason: "charged" }
    remove(
      actor,
      classPrices,
      and(
        eq(classPrices.classId, classId),
        between(classPrices.fromDate, first.fromDate, last.fromDate),
        isNotNull(classPrices.parts),
      ),
    )
    newFeesFollow(actor, classId)
    recordEvent(actor, "class.drop-course", classId, { before: { fromDate } })
    return { ok: true }
  })
}

/** Sets a course price and says what it does. Asked inside a rehearsal, nothing of it stays. */
export function planCoursePrice(
  actor: Actor,
  classId: string,
  wish: CourseWish,
): Result<{ plan: CoursePlan }, CourseRefusal> | WrongDate {
  const set = setCoursePrice(actor, classId, wish)
  if (!set.ok) return set
  const [first] = set.installments
  const fromDate = first?.fromDate ?? wish.firstOn
  const studentIds = ownRows(actor, enrollments, ["studentId"])
    .where(
      and(
        eq(enrollments.classId, classId),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, fromDate)),
      ),
    )
    .all()
    .map(({ studentId }) => studentId)
  const dueOfMonth = new Map(set.installments.map(({ fromDate: month, dueOn }) => [month.slice(0, 7), dueOn]))
  const months = previewMonths(actor, classId, studentIds).filter(({ month }) => dueOfMonth.has(month))
  const students = [...groupBy(months, ({ studentId }) => studentId).values()].map((own) => ({
    name: own[0]?.name ?? "",
    payments: new Set(own.map(({ month }) => dueOfMonth.get(month))).size,
    amountMinor: own.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
  }))
  const { charged } = planClassPrice(actor, classId, {
    billing: "monthly",
    amountMinor: first?.amountMinor ?? 0,
    fromDate,
  })
  return { ok: true, plan: { installments: set.installments, students, replaced: set.replaced, charged } }
}
