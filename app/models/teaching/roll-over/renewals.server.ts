import { transact } from "db/client.server"
import { discountRules } from "db/schema/money-discounts"
import { students, teachers } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { renewals } from "db/schema/teaching-renewals"
import { and, asc, count, desc, eq, exists, gte, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm"
import { withTax } from "~/models/accounts/tax/tax"
import { readTaxes } from "~/models/accounts/tax/tax-rates.server"
import type { Actor } from "~/models/foundation/access/actor"
import {
  change,
  find,
  hasRow,
  ownRows,
  type Params,
  query,
  select,
} from "~/models/foundation/access/door.server"
import { among, columns, joined, own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { PortalStudent } from "~/models/people/family-access/portal"
import type { RenewalRefusal } from "~/texts/teaching/refusals"
import { now, todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { formatMoney } from "~/utils/money"
import { fullName } from "~/utils/names"
import type { Result } from "~/utils/result"
import { listRulesOf } from "../class/find-class.server"
import { findStay, leaveSpots, removeStay } from "../class/leave-class.server"
import { agreedOn } from "../price/agreed-on.server"
import { findClassTax } from "../price/class-tax.server"
import { courseOn, paymentsOf, paymentsText } from "../price/course"
import { type Price, priceOf } from "../price/price"
import { listClassPrices } from "../price/price.server"
import { priceText } from "../price/price-text"
import { patternText } from "../session/pattern"
import type { RenewalState } from "./renewal"

export const renewalsPerPage = 25

/** What a family is asked about its students, for the terms that haven't begun. */
export function listRenewalsOf(actor: Actor, studentIds: readonly string[]) {
  const day = todayOf(actor)
  return renewalsQuery(
    actor,
    and(
      inArray(renewals.studentId, [...studentIds]),
      gte(renewals.startsOn, day),
      hasSpot(own(actor, enrollments)),
    ),
  )
    .all()
    .map((row) => ({
      ...row,
      isOver: row.answerBy < day,
      times: listRulesOf(actor, row.classId)
        .map((rule) => patternText(rule))
        .join("; "),
    }))
}

/** How many questions about the next term wait for an answer of this family; a child isn't asked. */
export function countToConfirm(actor: Actor, family: readonly Pick<PortalStudent, "id" | "as">[]): number {
  const ids = family.filter(({ as }) => as !== "child").map(({ id }) => id)
  const day = todayOf(actor)
  return toConfirmQuery.get(actor, { studentIds: JSON.stringify(ids), day })?.n ?? 0
}

const toConfirmQuery = query((p: Params<{ studentIds: string; day: string }>, own) =>
  select({ n: count() })
    .from(renewals)
    .where(
      and(
        own(renewals),
        among(renewals.studentId, p.studentIds),
        gte(renewals.startsOn, p.day),
        gte(renewals.answerBy, p.day),
        eq(renewals.state, "asked"),
        hasSpot(own(enrollments)),
      ),
    ),
)

export type RenewalFilter = { state?: RenewalState | undefined; page: number }

/** The answers for the terms that haven't begun yet: one page, and how many there are of each kind. */
export function listRenewals(actor: Actor, { state, page }: RenewalFilter) {
  const day = todayOf(actor)
  const ahead = and(gte(renewals.startsOn, day), hasSpot(own(actor, enrollments)))
  const counted = ownRows(actor, renewals, { state: renewals.state, n: count() })
    .where(ahead)
    .groupBy(renewals.state)
    .all()
  const counts = { asked: 0, confirmed: 0, declined: 0 }
  for (const { state: each, n } of counted) counts[each] = n
  const rows = renewalsQuery(actor, and(ahead, state ? eq(renewals.state, state) : undefined))
    .limit(renewalsPerPage)
    .offset((page - 1) * renewalsPerPage)
    .all()
  return {
    counts,
    total: state ? counts[state] : counts.asked + counts.confirmed + counts.declined,
    rows: rows.map((row) => ({ ...row, isOver: row.state === "asked" && row.answerBy < day })),
  }
}

/** Whether any class has been rolled over into a term that hasn't begun, with families asked. */
export const hasRenewals = (actor: Actor): boolean => {
  const day = todayOf(actor)
  const ahead = and(own(actor, renewals), gte(renewals.startsOn, day))
  return select({ id: renewals.id }).from(renewals).where(ahead).limit(1).get() !== undefined
}

const renewalsQuery = (actor: Actor, which: SQL | undefined) =>
  select({
    id: renewals.id,
    classId: renewals.classId,
    className: classes.name,
    teacherName: teachers.name,
    studentId: renewals.studentId,
    firstName: students.firstName,
    lastName: students.lastName,
    ...columns(renewals, "termName", "startsOn", "answerBy", "state"),
  })
    .from(renewals)
    .innerJoin(students, joined(students, renewals.studentId))
    .innerJoin(classes, joined(classes, renewals.classId))
    .leftJoin(teachers, joined(teachers, classes.teacherId))
    .where(and(own(actor, renewals), which))
    .orderBy(
      asc(renewals.startsOn),
      sql`${students.lastName} collate nocase`,
      asc(students.id),
      asc(renewals.id),
    )

export const findRenewal = (actor: Actor, renewalId: string) => find(actor, renewals, renewalId)

/**
 * Says whether a student continues. Declined, their spot is free again. A family (`student`) answers until the answer date;
 * the office answers for them at any time.
 */
export function answerRenewal(
  actor: Actor,
  renewalId: string,
  answer: "confirmed" | "declined",
  student?: Pick<PortalStudent, "id" | "as">,
): Result<{ name: string }, RenewalRefusal> {
  if (student?.as === "child") return { ok: false, reason: "a-child" }
  return allOrNothing((): Result<{ name: string }, RenewalRefusal> => {
    const row = findRenewal(actor, renewalId)
    if (!row || (student && row.studentId !== student.id)) return { ok: false, reason: "not-found" }
    const name = nameOf(actor, row.studentId)
    if (row.state === answer) return { ok: true, name }
    if (row.state === "declined") return { ok: false, reason: "declined" }
    if (student && row.answerBy < todayOf(actor)) return { ok: false, reason: "over" }
    const stay = findStay(actor, row.classId, row.studentId, row.startsOn)
    const isThere = and(eq(renewals.id, renewalId), hasSpot(own(actor, enrollments)))
    if (answer === "confirmed" && !hasRow(actor, renewals, isThere)) return { ok: false, reason: "no-spot" }
    const isOpen = stay !== undefined && find(actor, enrollments, stay)?.endReason === null
    const leaving = answer === "declined" && isOpen ? leaveSpots(actor, stay) : null
    if (leaving && !leaving.ok) return leaving
    const removed = leaving && stay ? removeStay(actor, stay) : "gone"
    if (removed === "seated" || removed === "billed") return { ok: false, reason: removed }
    change(actor, renewals, renewalId, {
      ...{ state: answer, answeredAt: now(), answeredBy: actor.memberId },
      absences: leaving?.changes.length ? JSON.stringify(leaving.changes) : null,
    })
    recordEvent(
      actor,
      answer === "confirmed" ? "enrollment.confirm-term" : "enrollment.decline-term",
      stay ?? renewalId,
      { after: { name, term: row.termName, classId: row.classId, studentId: row.studentId } },
    )
    return { ok: true, name }
  })
}

/** Confirms the spots of families who have said so, each that is still asked. Answers which, for `reopenRenewals`. */
export const confirmRenewals = (actor: Actor, renewalIds: readonly string[]): string[] =>
  transact(() =>
    [...new Set(renewalIds)].filter(
      (id) => findRenewal(actor, id)?.state === "asked" && answerRenewal(actor, id, "confirmed").ok,
    ),
  )

/** Undoes it: those that the actor confirmed, and that still have their spot in a term to come, are asked again. Answers how many. */
export const reopenRenewals = (actor: Actor, renewalIds: readonly string[]): number =>
  transact(() => {
    const open = [...new Set(renewalIds)].flatMap((id) => {
      const row = findRenewal(actor, id)
      if (row?.state !== "confirmed" || row.answeredBy !== actor.memberId) return []
      const stay = findStay(actor, row.classId, row.studentId, row.startsOn)
      return stay && row.startsOn >= todayOf(actor) ? [{ ...row, stay }] : []
    })
    for (const { id, stay, classId, studentId, termName: term } of open) {
      change(actor, renewals, id, { state: "asked", answeredAt: null, answeredBy: null })
      recordEvent(actor, "enrollment.reopen-term", stay, {
        after: { name: nameOf(actor, studentId), term, classId, studentId },
      })
    }
    return open.length
  })

/** The student is still in the class, among the school's enrollments: the office may have canceled that. What was declined has no spot any more. */
export const hasSpot = (owned: SQL) =>
  or(
    eq(renewals.state, "declined"),
    exists(
      select({ id: enrollments.id })
        .from(enrollments)
        .where(
          and(
            owned,
            eq(enrollments.classId, renewals.classId),
            eq(enrollments.studentId, renewals.studentId),
          ),
        ),
    ),
  )

/** A spot of a term to come, whose family should have answered by now. */
function isUnanswered(actor: Actor) {
  const day = todayOf(actor)
  return and(
    own(actor, renewals),
    eq(renewals.state, "asked"),
    gte(renewals.startsOn, day),
    lt(renewals.answerBy, day),
    hasSpot(own(actor, enrollments)),
  )
}

/** Frees the spots of families that haven't answered in time, a page at a time. Answers how many. */
export function releaseUnanswered(actor: Actor): number {
  const late = select({ id: renewals.id })
    .from(renewals)
    .where(isUnanswered(actor))
    .limit(renewalsPerPage)
    .all()
  return late.filter(({ id }) => answerRenewal(actor, id, "declined").ok).length
}

/** How many families' answers are late. */
export function countLateRenewals(actor: Actor): number {
  const found = select({ n: count() }).from(renewals).where(isUnanswered(actor)).get()
  return found?.n ?? 0
}

function nameOf(actor: Actor, studentId: string): string {
  const student = ownRows(actor, students, ["firstName", "lastName"]).where(eq(students.id, studentId)).get()
  return student ? fullName(student) : "a student"
}

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
  ownRows(actor, discountRules, ["id"]).where(isNull(discountRules.archivedAt)).limit(1).get() !== undefined

/** " (now $32.50)", where the price until the term is another one. */
function untilText(price: Price, until: Price | null, currency: string): string {
  if (!until || until.installment) return ""
  if (until.billing !== price.billing) return ` (now ${priceText(until, currency)})`
  return until.amountMinor === price.amountMinor ? "" : ` (now ${formatMoney(until.amountMinor, currency)})`
}

/** The class that each of these continues. */
const listEarlier = (actor: Actor, classIds: readonly string[]): Map<string, string> =>
  new Map(
    ownRows(actor, classes, { id: classes.id, earlierId: classes.continuesId })
      .where(among(classes.id, classIds))
      .all()
      .flatMap(({ id, earlierId }) => (earlierId ? [[id, earlierId] as const] : [])),
  )

/** What was agreed for each spot on a day, in SQL; the newest first. */
const listAgreed = (actor: Actor, classIds: readonly string[], day: ReturnType<typeof sql>) =>
  ownRows(actor, enrollments, {
    classId: enrollments.classId,
    studentId: enrollments.studentId,
    startsOn: enrollments.startsOn,
    ...agreedOn(day),
  })
    .where(among(enrollments.classId, classIds))
    .orderBy(desc(enrollments.startsOn))
    .all()
