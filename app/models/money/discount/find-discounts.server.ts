import { students } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { and, gte, isNull, lte, or } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { among } from "~/models/foundation/access/among.server"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { groupBy } from "~/utils/group-by"
import type { Discount, DiscountRule } from "./discount"
import { type DatedDiscountRule, listEveryDiscountRule } from "./discount-rules.server"

/**
 * Who is charged for which enrollment; a lesson outside any has none. A lesson that was charged before keeps to the rules that were
 * in force then and to those that took something off it, also where they were made later and applied to it; of those of one family
 * to what it had alone, as its student may be of another by now.
 */
export type Discountable = {
  familyId: string
  studentId: string
  enrollmentId: string | null
  firstChargedAt?: number | undefined
  taken?: ReadonlySet<string> | undefined
}

type Days = { from: string; to: string }
type Target = "lessons" | "tuition"
type Wanted = {
  families: readonly string[]
  /** When the first of them was charged; only where some were before. */
  since?: number | undefined
}

/**
 * The discounts that hold in some days for lessons or tuition, by who is charged. Children count by their first day at the
 * school among those enrolled on any of them, classes of a student by their own first day. One query without rules, two
 * with them, however many are asked for.
 */
export const findDiscounts = (
  actor: Actor,
  { target, from, to, ...wanted }: Wanted & Days & { target: Target },
) => readDiscounts(actor, { ...wanted, from, to })(target, { from, to })

/** The same for several stretches of these days, and for lessons and tuition: it’s read once for all of them. */
export function readDiscounts(
  actor: Actor,
  { families, since, ...days }: Wanted & Days,
): (target: Target, days: Days) => (one: Discountable) => Discount[] {
  const all = listEveryDiscountRule(actor).filter(
    ({ endedAt }) => endedAt === null || (since !== undefined && endedAt > since),
  )
  let read: ((days: Days) => Ranks) | undefined
  const ranksIn = (asked: Days) => {
    read ??= readRanks(actor, days, [...new Set(families)])
    return read(asked)
  }
  return (target, asked) => {
    const rules = all.filter(({ rule }) => rule.target === "all" || rule.target === target)
    if (rules.length === 0) return () => []
    const needsRanks = rules.some(({ rule }) => rule.kind !== "family")
    const rankOf = needsRanks ? ranksIn(asked) : () => ({ child: 1, class: 1 })
    return (one) =>
      rules
        .filter(
          (dated) =>
            (isInForce(dated, one.firstChargedAt) || one.taken?.has(dated.rule.id)) &&
            holdsFor(dated.rule, one, rankOf),
        )
        .map(({ rule }) => toDiscount(rule))
  }
}

/** Whether a rule was in force when something was charged, or is now. */
const isInForce = ({ madeAt, endedAt }: DatedDiscountRule, chargedAt: number | undefined): boolean =>
  chargedAt === undefined
    ? endedAt === null
    : madeAt <= chargedAt && (endedAt === null || endedAt > chargedAt)

type Ranks = (one: Discountable) => { child: number; class: number }

function holdsFor(rule: DiscountRule, one: Discountable, rankOf: Ranks): boolean {
  if (rule.kind === "family") return one.taken?.has(rule.id) ?? rule.familyId === one.familyId
  const rank = rankOf(one)
  return (rule.kind === "sibling" ? rank.child : rank.class) >= rule.fromNth
}

const toDiscount = ({ id, name, rate, amountMinor }: DiscountRule): Discount => ({
  ruleId: id,
  name,
  rate,
  amountMinor,
})

function readRanks(actor: Actor, { from, to }: Days, families: readonly string[]): (days: Days) => Ranks {
  const rows = select({
    enrollmentId: enrollments.id,
    studentId: enrollments.studentId,
    familyId: students.familyId,
    startsOn: enrollments.startsOn,
    endsOn: enrollments.endsOn,
  })
    .from(students)
    .innerJoin(enrollments, joined(students, enrollments.studentId))
    .where(
      and(
        own(actor, students),
        among(students.familyId, families),
        lte(enrollments.startsOn, to),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, from)),
      ),
    )
    .all()
    .sort((a, b) => a.startsOn.localeCompare(b.startsOn) || a.enrollmentId.localeCompare(b.enrollmentId))
  return (days) =>
    ranksOf(
      rows.filter(({ startsOn, endsOn }) => startsOn <= days.to && (endsOn === null || endsOn >= days.from)),
    )
}

type RankedRow = Record<"enrollmentId" | "studentId" | "familyId", string>

function ranksOf(rows: readonly RankedRow[]): Ranks {
  const inFamily = groupBy(rows, ({ familyId }) => familyId)
  const ofStudent = groupBy(rows, ({ studentId }) => studentId)
  return ({ familyId, studentId, enrollmentId }) => {
    const children = [...new Set((inFamily.get(familyId) ?? []).map((row) => row.studentId))]
    const classes = ofStudent.get(studentId) ?? []
    return {
      child: children.indexOf(studentId) + 1,
      class: classes.findIndex((row) => row.enrollmentId === enrollmentId) + 1,
    }
  }
}
