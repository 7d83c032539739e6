import { students, teachers } from "db/schema/people"
import { classes, enrollments, ownPrices, rooms, schedules } from "db/schema/teaching"
import { and, asc, gt, lte, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { among, columns, joined, own } from "~/models/foundation/access/own.server"
import type { Term } from "~/models/foundation/term/term.server"
import { addDays, addMonths, monthOf } from "~/utils/dates"
import { formatDate } from "~/utils/formats"
import { groupBy } from "~/utils/group-by"
import { formatMoney } from "~/utils/money"
import { fullName } from "~/utils/names"
import { agreedOn } from "../price/agreed-on.server"
import {
  type CourseInstallment,
  courseOn,
  equalParts,
  installmentsOf,
  paymentsOf,
  paymentsText,
} from "../price/course"
import { type BillingMode, type ClassPrice, installmentOf, priceOf } from "../price/price"
import { listClassPrices } from "../price/price.server"
import { type PriceStep, stepPrice } from "../price/price-step.server"
import { listLaterBy, listLaterWithin } from "../scheduled-teacher-change/scheduled-teacher-change.server"
import { continuedFrom, everyWeeksOf, weekdaysOf } from "../session/pattern"

// What a class that is sold in installments costs in the next term. Pure, so that the preview shows what will be written.

export type NextCourse = {
  /** The earlier course's installment of the term's first month: who continues owes it once. */
  kept: CourseInstallment[]
  /** What is due in the term after it; none where the term is too short. */
  installments: CourseInstallment[]
  /** The course has installments in the term already, and they stay. */
  goesOn: boolean
  /** What the installments came to before a change, and how many there were. */
  before: { totalMinor: number; count: number }
}

/**
 * The course of a class in the next term: the same price in as many installments, due on the same day of the term's months,
 * or in as many as there are months. One that has installments left in the term goes on with them. Null where the class
 * isn't sold as a course, where a part of it was due in an earlier class, so that its price isn't known here, and where another
 * price is planned in the term for after the course.
 */
export function nextCourse(
  prices: readonly ClassPrice[],
  { startsOn, endsOn }: { startsOn: string; endsOn: string },
  step: PriceStep | null,
  stepMinor = 1,
): NextCourse | null {
  const course = courseOn(prices, startsOn)
  const firstMonth = `${monthOf(startsOn)}-01`
  const kept = course.filter(({ fromDate }) => fromDate === firstMonth)
  const left = course.filter(({ fromDate }) => fromDate > firstMonth)
  if (left.length > 0) {
    const before = { totalMinor: sumOf(left), count: paymentsOf(left).length }
    const installments = step ? stepped(left, stepPrice(before.totalMinor, step), stepMinor) : left
    return { kept, installments, goesOn: true, before }
  }
  const isPlanned = (each: ClassPrice) =>
    startsOn < each.fromDate && each.fromDate <= endsOn && !installmentOf(each)
  if (kept.length === 0 && prices.some(isPlanned)) return null
  if (course[0]?.part !== 1 || course.length !== course[0].parts) return null
  const months = monthsTo(endsOn, kept.length > 0 ? addMonths(firstMonth, 1) : firstMonth)
  const payments = paymentsOf(course)
  const count = Math.min(course.length, months.length)
  const before = { totalMinor: sumOf(course), count: payments.length }
  const day =
    course
      .map(({ dueOn }) => dueOn.slice(8))
      .sort()
      .at(-1) ?? "01"
  const wish = {
    totalMinor: step ? stepPrice(before.totalMinor, step) : before.totalMinor,
    count: Math.min(payments.length, count),
    months: count,
    firstOn: dayIn(months[0] ?? startsOn, day),
  }
  const rows = installmentsOf(wish, stepMinor).map((row, index) => ({
    ...row,
    dueOn: dayIn(row.dueOn, day),
    amountMinor: (!step && count === course.length && course[index]?.amountMinor) || row.amountMinor,
  }))
  const installments = rows.length < Math.min(2, payments.length) ? [] : rows
  return { kept, installments, goesOn: false, before }
}

/** The price rows of the next term's class. */
export const rowsOf = ({ kept, installments }: NextCourse): CourseInstallment[] => [...kept, ...installments]

/** The same installments over another amount: equal ones where each is one month's, else in the proportion they had. */
function stepped(left: readonly CourseInstallment[], totalMinor: number, stepMinor: number) {
  if (paymentsOf(left).length === left.length) {
    const amounts = equalParts(totalMinor, left.length, stepMinor)
    return left.map((each, index) => ({ ...each, amountMinor: amounts[index] ?? 0 }))
  }
  const wholeMinor = sumOf(left)
  const upTo = (index: number) => Math.floor((totalMinor * sumOf(left.slice(0, index))) / wholeMinor)
  return left.map((each, index) => ({ ...each, amountMinor: upTo(index + 1) - upTo(index) }))
}

const sumOf = (rows: readonly CourseInstallment[]) =>
  rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

function monthsTo(endsOn: string, first: string): string[] {
  const months: string[] = []
  for (let month = first; month <= endsOn; month = addMonths(first, months.length)) months.push(month)
  return months
}

/** A day of the month, or the month's last one where it is shorter. */
const dayIn = (month: string, day: string): string =>
  addMonths(`${month.slice(0, 4)}-01-${day}`, Number(month.slice(5, 7)) - 1)

/** "$480.00 in 4 installments, due Jan 15 to Apr 15." */
export function nextCourseText(course: NextCourse, at: { currency: string; lastDay: string }): string {
  return [keptText(course, at.lastDay), ownText(course, at.currency)].filter(Boolean).join(" ")
}

function keptText({ kept: [kept] }: NextCourse, lastDay: string): string {
  if (!kept) return ""
  return kept.fromDate <= lastDay
    ? `The fee for ${formatDate(kept.fromDate, "month")} stays with the earlier class.`
    : `Installment ${kept.part} of ${kept.parts} is due ${formatDate(kept.dueOn, "day")}.`
}

function ownText({ installments, goesOn, before }: NextCourse, currency: string): string {
  const payments = paymentsOf(installments)
  const [first, last] = [payments[0], payments.at(-1)]
  if (!first || !last) return "No price yet: the term is too short for its installments."
  const [earlier, present] = [before.totalMinor, sumOf(installments)].map((minor) =>
    formatMoney(minor, currency),
  )
  const price = earlier === present ? present : `${earlier} → ${present}`
  const days = `due ${formatDate(first.dueOn, "day")}${first === last ? "" : ` to ${formatDate(last.dueOn, "day")}`}`
  const count = paymentsText(payments.length)
  if (goesOn) return `${price} is left in ${count}, ${days}.`
  const fewer = payments.length < before.count ? `, not ${before.count} as before` : ""
  return `${price} in ${count}${fewer}, ${days}.`
}

// What some classes would be in the next term: their facts, the weekly times and students of their last day, who leaves or starts
// later, the price.

export type ContinuedRule = {
  /** Of the weekly time that it continues. */
  scheduleId: string
  weekdays: readonly number[]
  everyWeeks: number
  startTime: string
  minutes: number
  startsOn: string
}

export type Continuing = ReturnType<typeof readContinuing>[number]

/** The last day of a class before a term: the day before, or the day on which it ends anyway. */
const lastDayBefore = (endedOn: string | null, { startsOn }: Pick<Term, "startsOn">): string => {
  const before = addDays(startsOn, -1)
  return endedOn !== null && endedOn < before ? endedOn : before
}

/** Reads what continues of some classes, by name. Eight queries, however many classes. */
export function readContinuing(actor: Actor, classIds: readonly string[], term: Term) {
  const later = listLaterBy(actor, term.startsOn)
  const within = listLaterWithin(actor, term)
  const chosen = listChosen(actor, classIds).map((found) => ({ ...found, ...later.get(found.id) }))
  const rules = groupBy(listRules(actor, classIds), ({ classId }) => classId)
  const stays = groupBy(listStaying(actor, classIds, term), ({ classId }) => classId)
  const prices = listClassPrices(actor, classIds)
  const agreed = groupBy(listAgreedLater(actor, classIds, term), ({ enrollmentId }) => enrollmentId)
  return chosen.map((found) => {
    const lastDay = lastDayBefore(found.endedOn, term)
    const own = rules.get(found.id) ?? []
    const classPrices = prices.get(found.id) ?? []
    const price = priceOf(null, classPrices, term.startsOn)
    const course = nextCourse(classPrices, term, null)
    return {
      ...found,
      /** Who gets it from a day within the term on. */
      later: within.get(found.id) ?? null,
      lastDay,
      startsLater: own.length > 0 && own.every((rule) => rule.startsOn >= term.startsOn),
      rules: lastRules(own, lastDay).map(
        ({ scheduleId, rrule, startTime, minutes, startsOn }): ContinuedRule => {
          const weekly = { weekdays: weekdaysOf(rrule), everyWeeks: everyWeeksOf(rrule), startsOn }
          return { ...weekly, scheduleId, startTime, minutes, startsOn: continuedFrom(weekly, term.startsOn) }
        },
      ),
      students: (stays.get(found.id) ?? [])
        .filter((stay) => stay.startsOn <= lastDay && goesOn(stay, { ...found, lastDay }))
        .map((student) => ({
          id: student.studentId,
          name: fullName(student),
          birthDate: student.birthDate,
          price: course ? partPriceOf(student, course) : agreedPriceOf(student, classPrices, term),
          /** What was agreed from a day after the term’s first on, also after its last: it goes along from class to class. */
          laterPrices: agreed.get(student.enrollmentId) ?? [],
          endsOn: ownEnd(student, found, term),
        })),
      /** Who starts in the term: they don't go along. */
      starting: (stays.get(found.id) ?? [])
        .filter(({ startsOn, endsOn }) => startsOn > lastDay && (endsOn === null || endsOn >= term.startsOn))
        .map((student) => ({ name: fullName(student), startsOn: student.startsOn })),
      price,
      prices: classPrices,
      /** What it costs from such a day on; beside a course that begins again, from one after the term. */
      laterPrices: classPrices.filter(
        (each) =>
          (course?.goesOn === false ? term.endsOn : term.startsOn) < each.fromDate && !installmentOf(each),
      ),
    }
  })
}

type Days = { endsOn: string | null }

/** Who leaves with the last day doesn't go on, unless their class ends then for everyone. */
const goesOn = (
  { endsOn }: Days,
  { endedOn, lastDay }: { endedOn: string | null; lastDay: string },
): boolean => endsOn === null || endsOn > lastDay || (endsOn === lastDay && endedOn === lastDay)

/** The last day in the term of a student who leaves before the class does. */
const ownEnd = (
  { endsOn }: Days,
  { endedOn }: { endedOn: string | null },
  term: Pick<Term, "endsOn">,
): string | null =>
  endsOn !== null && (endedOn === null || endsOn < endedOn) && endsOn < term.endsOn ? endsOn : null

type Agreed = { billing: BillingMode | null; priceMinor: number | null }
type OwnPrice = { billing: BillingMode | null; amountMinor: number }

/** What was agreed with a student. A price that names no billing is billed as the class was. */
function agreedPriceOf(agreed: Agreed, prices: readonly ClassPrice[], { startsOn }: Term): OwnPrice | null {
  return agreed.priceMinor === null ? null : priceOf(agreed, prices, startsOn)
}

/** The same in a class that is sold in installments: one that names no billing is the student's amount of each. */
function partPriceOf({ billing, priceMinor }: Agreed, course: NextCourse): OwnPrice | null {
  const isKnown = priceMinor !== null && (billing !== null || course.installments.length > 0)
  return isKnown ? { billing, amountMinor: priceMinor } : null
}

/** The rules of a class's last day; where none is left by then, those that ended last. */
function lastRules<Rule extends { startsOn: string; endsOn: string | null }>(
  rules: readonly Rule[],
  lastDay: string,
): Rule[] {
  const begun = rules.filter(({ startsOn }) => startsOn <= lastDay)
  const inForce = begun.filter(({ endsOn }) => endsOn === null || endsOn >= lastDay)
  if (inForce.length > 0) return inForce
  const latest = begun
    .map(({ endsOn }) => endsOn ?? "")
    .sort()
    .at(-1)
  return begun.filter(({ endsOn }) => endsOn === latest)
}

const listChosen = (actor: Actor, classIds: readonly string[]) =>
  select({
    ...columns(classes, "id", "name", "kind", "instrument", "capacity", "teacherId"),
    teacherName: teachers.name,
    teacherLeftAt: teachers.deactivatedAt,
    roomId: classes.roomId,
    roomName: rooms.name,
    roomArchivedAt: rooms.archivedAt,
    ...columns(classes, "onlineLink", "endedOn", "taxRateId", "isTaxFree"),
  })
    .from(classes)
    .leftJoin(teachers, joined(teachers, classes.teacherId))
    .leftJoin(rooms, joined(rooms, classes.roomId))
    .where(and(own(actor, classes), among(classes.id, classIds)))
    .orderBy(sql`${classes.name} collate nocase`, asc(classes.id))
    .all()

const listRules = (actor: Actor, classIds: readonly string[]) =>
  ownRows(actor, schedules, {
    classId: schedules.classId,
    scheduleId: schedules.id,
    ...columns(schedules, "rrule", "startTime", "minutes", "startsOn", "endsOn"),
  })
    .where(among(schedules.classId, classIds))
    .orderBy(asc(schedules.startsOn), asc(schedules.id))
    .all()

const listStaying = (actor: Actor, classIds: readonly string[], term: Term) =>
  select({
    enrollmentId: enrollments.id,
    ...columns(enrollments, "classId", "studentId", "startsOn", "endsOn"),
    ...columns(students, "firstName", "lastName", "birthDate"),
    ...agreedOn(term.startsOn),
  })
    .from(enrollments)
    .innerJoin(students, joined(students, enrollments.studentId))
    .where(
      and(
        own(actor, enrollments),
        among(enrollments.classId, classIds),
        sql`${students.status} <> 'former'`,
        lte(enrollments.startsOn, term.endsOn),
      ),
    )
    .orderBy(sql`${students.lastName} collate nocase`, asc(students.firstName), asc(students.id))
    .all()

/** The custom prices that begin after the term’s first day, the earliest first. */
const listAgreedLater = (actor: Actor, classIds: readonly string[], term: Term) =>
  select(columns(ownPrices, "enrollmentId", "billing", "amountMinor", "fromDate"))
    .from(ownPrices)
    .innerJoin(enrollments, joined(enrollments, ownPrices.enrollmentId))
    .where(
      and(own(actor, ownPrices), among(enrollments.classId, classIds), gt(ownPrices.fromDate, term.startsOn)),
    )
    .orderBy(asc(ownPrices.fromDate))
    .all()
