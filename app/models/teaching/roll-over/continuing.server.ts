import { students, teachers } from "db/schema/people"
import { classes, enrollments, ownPrices, rooms, schedules } from "db/schema/teaching"
import { and, asc, gt, lte, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { among } from "~/models/foundation/access/among.server"
import { columns } from "~/models/foundation/access/columns.server"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import type { Term } from "~/models/foundation/term/term.server"
import { addDays } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import { fullName } from "~/utils/names"
import { listLaterBy, listLaterWithin } from "../later-teacher/later-teacher.server"
import { agreedOn } from "../price/agreed-on.server"
import { type BillingMode, type ClassPrice, installmentOf, priceOf } from "../price/price"
import { listClassPrices } from "../price/price.server"
import { continuedFrom, everyWeeksOf, weekdaysOf } from "../session/pattern"
import { type NextCourse, nextCourse } from "./next-course.server"

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
  const agreed = groupBy(listAgreedWithin(actor, classIds, term), ({ enrollmentId }) => enrollmentId)
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
          /** What was agreed from a later day of the term on. */
          laterPrices: agreed.get(student.enrollmentId) ?? [],
          endsOn: ownEnd(student, found, term),
        })),
      /** Who starts in the term: they don't go along. */
      starting: (stays.get(found.id) ?? [])
        .filter(({ startsOn, endsOn }) => startsOn > lastDay && (endsOn === null || endsOn >= term.startsOn))
        .map((student) => ({ name: fullName(student), startsOn: student.startsOn })),
      price,
      prices: classPrices,
      /** What it costs from a later day of the term on. */
      laterPrices: classPrices.filter(
        (each) => term.startsOn < each.fromDate && each.fromDate <= term.endsOn && !installmentOf(each),
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
  select({
    classId: schedules.classId,
    scheduleId: schedules.id,
    ...columns(schedules, "rrule", "startTime", "minutes", "startsOn", "endsOn"),
  })
    .from(schedules)
    .where(and(own(actor, schedules), among(schedules.classId, classIds)))
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

/** The custom prices that begin on a later day of the term, the earliest first. */
const listAgreedWithin = (actor: Actor, classIds: readonly string[], term: Term) =>
  select(columns(ownPrices, "enrollmentId", "billing", "amountMinor", "fromDate"))
    .from(ownPrices)
    .innerJoin(enrollments, joined(enrollments, ownPrices.enrollmentId))
    .where(
      and(
        own(actor, ownPrices),
        among(enrollments.classId, classIds),
        gt(ownPrices.fromDate, term.startsOn),
        lte(ownPrices.fromDate, term.endsOn),
      ),
    )
    .orderBy(asc(ownPrices.fromDate))
    .all()
