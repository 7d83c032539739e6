import { db } from "db/client.server"
import { students } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { and, gte, isNull, lte, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { groupBy } from "~/utils/group-by"
import type { Discount, DiscountRule } from "./discount"
import { type DatedDiscountRule, listEveryDiscountRule } from "./discount-rules.server"

/**
 * Who is charged for which enrollment; a lesson outside any has none. A lesson that was charged before keeps to the rules that were
 * in force then, and to the discounts of one family that it had: its student may be of another by now.
 */
export type Discountable = {
  familyId: string
  studentId: string
  enrollmentId: string | null
  firstChargedAt?: number | undefined
  taken?: ReadonlySet<string> | undefined
}

/**
 * The discounts that hold in some days for lessons or tuition, by who is charged. Children count by their first day at the
 * school among those enrolled on any of them, classes of a student by their own first day. One query without rules, two
 * with them, however many are asked for.
 */
export function findDiscounts(
  actor: Actor,
  {
    from,
    to,
    target,
    families,
    since,
  }: {
    from: string
    to: string
    target: "lessons" | "tuition"
    families: readonly string[]
    /** When the first of them was charged; only where some were before. */
    since?: number | undefined
  },
): (one: Discountable) => Discount[] {
  const rules = listEveryDiscountRule(actor).filter(
    ({ rule, endedAt }) =>
      (rule.target === "all" || rule.target === target) &&
      (endedAt === null || (since !== undefined && endedAt > since)),
  )
  if (rules.length === 0) return () => []
  const needsRanks = rules.some(({ rule }) => rule.kind !== "family")
  const rankOf = needsRanks
    ? readRanks(actor, { from, to }, [...new Set(families)])
    : () => ({ child: 1, class: 1 })
  return (one) =>
    rules
      .filter((dated) => isInForce(dated, one.firstChargedAt) && holdsFor(dated.rule, one, rankOf))
      .map(({ rule }) => toDiscount(rule))
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

function readRanks(
  actor: Actor,
  { from, to }: { from: string; to: string },
  families: readonly string[],
): Ranks {
  const rows = db()
    .select({
      enrollmentId: enrollments.id,
      studentId: enrollments.studentId,
      familyId: students.familyId,
      startsOn: enrollments.startsOn,
    })
    .from(students)
    .innerJoin(enrollments, joined(students, enrollments.studentId))
    .where(
      and(
        own(actor, students),
        sql`${students.familyId} in (select value from json_each(${JSON.stringify(families)}))`,
        lte(enrollments.startsOn, to),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, from)),
      ),
    )
    .all()
    .sort((a, b) => a.startsOn.localeCompare(b.startsOn) || a.enrollmentId.localeCompare(b.enrollmentId))
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
