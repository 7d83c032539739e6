import { cacheUntilWrite } from "db/cache-until-write.server"
import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { classes, classPrices, schedules } from "db/schema/teaching"
import { and, asc, eq, exists, gte, isNull, or, sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { changeSchool, ownRows, select } from "~/models/foundation/access/door.server"
import { among, joined } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { listClosures } from "~/models/teaching/closed-days/closed-days.server"
import { priceOf } from "~/models/teaching/price/price"
import { listClassPrices } from "~/models/teaching/price/price.server"
import { datesOf } from "~/models/teaching/session/recurrence.server"
import { todayOf } from "~/utils/clock.server"
import { addMonths, monthBounds, monthOf } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import type { GoesOn } from "./continued-tuition.server"
import { listEndedTimes } from "./ended-times.server"
import {
  type TuitionMonth,
  type TuitionPlan,
  type TuitionRule,
  tuitionBases,
  tuitionOf,
  tuitionShare,
} from "./tuition"

const Rule = z.object({ basis: z.enum(tuitionBases), lessons: z.number(), skipsClosures: z.boolean() })
const WorkedOut = z.object({
  feeMinor: z.number().optional(),
  share: z
    .object({
      part: z.number(),
      whole: z.number(),
      unit: z.enum(["day", "lesson"]),
      leave: z.object({ away: z.number(), of: z.number(), percent: z.number().nullable() }).optional(),
    })
    .optional(),
})

/** The rule as a charge keeps it; undefined where it keeps none. */
export const readStoredRule = (stored: string | null): TuitionRule | undefined =>
  stored === null ? undefined : Rule.parse(JSON.parse(stored))

/** The price that a monthly fee was worked out from and the part of it that was charged; a hire’s month keeps neither. */
export const readWorkedOut = (stored: string | null): z.output<typeof WorkedOut> =>
  stored === null ? {} : WorkedOut.parse(JSON.parse(stored))

/** How the school shortens a month's fee. Read once until a setting changes. */
export const findTuitionRule = (actor: Actor): Readonly<TuitionRule> =>
  keepRule([actor.school.id], () => readRule(actor))

const keepRule = cacheUntilWrite<Readonly<TuitionRule>>(500)

function readRule(actor: Actor): TuitionRule {
  const school = select({
    basis: schools.tuitionBasis,
    lessons: schools.tuitionLessons,
    skipsClosures: schools.tuitionSkipsClosures,
  })
    .from(schools)
    .where(eq(schools.id, actor.school.id))
    .get()
  if (!school) throw new Error("The school is gone")
  return school
}

/** Changes the rule for months charged from now on. */
export function changeTuitionRule(actor: Actor, after: TuitionRule) {
  transact(() => {
    const before = findTuitionRule(actor)
    changeSchool(actor, {
      tuitionBasis: after.basis,
      tuitionLessons: after.lessons,
      tuitionSkipsClosures: after.skipsClosures,
    })
    recordEvent(actor, "school.change-tuition", actor.school.id, { before, after })
  })
}

/**
 * The lessons that the weekly times of classes have in a month, closures included, and the closures: what a month's fee is
 * worked out from, in two queries however many classes there are. Nothing is read for a rule that never shortens. An
 * enrollment that goes on in another class has one month of both.
 */
export function readTuitionMonth(
  actor: Actor,
  rule: TuitionRule,
  month: string,
  classIds: readonly string[],
): (
  enrollment: { classId: string; startsOn: string; endsOn: string | null },
  goesOn?: GoesOn,
) => TuitionMonth {
  const { first, last } = monthBounds(month)
  const isPlain = rule.basis === "full" && !rule.skipsClosures
  const closures = isPlain ? [] : listClosures(actor, first, last)
  const rules = groupBy(
    isPlain
      ? []
      : ownRows(actor, schedules, ["classId", "rrule", "startsOn", "endsOn"])
          .where(among(schedules.classId, classIds))
          .all(),
    ({ classId }) => classId,
  )
  const datesOfClass = new Map<string, string[]>()
  const lessonsOf = (classId: string): string[] => {
    const known = datesOfClass.get(classId)
    if (known) return known
    const dates = (rules.get(classId) ?? []).flatMap(({ rrule, startsOn, endsOn }) =>
      datesOf(rrule, startsOn, first, endsOn !== null && endsOn < last ? endsOn : last),
    )
    datesOfClass.set(classId, dates)
    return dates
  }
  return ({ classId, startsOn, endsOn }, goesOn) => ({
    month,
    startsOn,
    endsOn: goesOn ? goesOn.endsOn : endsOn,
    lessonDates: goesOn
      ? [
          ...lessonsOf(classId).filter((date) => date < goesOn.startsOn),
          ...lessonsOf(goesOn.classId).filter((date) => date >= goesOn.startsOn),
        ]
      : lessonsOf(classId),
    closures,
  })
}

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
  const isOverIn = listEndedTimes(actor, ids)
  const [before, after] = [findTuitionRule(actor), wish].map((rule) => {
    const monthOfClass = readTuitionMonth(actor, rule, month, ids)
    return (classId: string, feeMinor: number, startsOn: string) =>
      tuitionOf(feeMinor, tuitionShare(rule, monthOfClass({ classId, startsOn, endsOn: null })))
  })
  const rows = found.slice(0, mostClasses).flatMap(({ id, name }) => {
    const price = priceOf(null, prices.get(id) ?? [], first)
    if (!before || !after || price?.billing !== "monthly" || price.installment || isOverIn(id, month))
      return []
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
  ownRows(actor, classes, ["id", "name"])
    .where(
      and(
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
