import { db } from "db/client.server"
import { students } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { and, gte, isNull, lte, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { groupBy } from "~/utils/group-by"
import type { Discount, DiscountRule } from "./discount"
import { listDiscountRules } from "./discount-rules.server"

/** Who is charged for which enrollment; a lesson outside any has none. */
export type Discountable = { familyId: string; studentId: string; enrollmentId: string | null }

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
  }: { from: string; to: string; target: "lessons" | "tuition"; families: readonly string[] },
): (one: Discountable) => Discount[] {
  const rules = listDiscountRules(actor).filter((rule) => rule.target === "all" || rule.target === target)
  if (rules.length === 0) return () => []
  const needsRanks = rules.some(({ kind }) => kind !== "family")
  const rankOf = needsRanks
    ? readRanks(actor, { from, to }, [...new Set(families)])
    : () => ({ child: 1, class: 1 })
  return (one) => rules.filter((rule) => holdsFor(rule, one, rankOf)).map(toDiscount)
}

type Ranks = (one: Discountable) => { child: number; class: number }

function holdsFor(rule: DiscountRule, one: Discountable, rankOf: Ranks): boolean {
  if (rule.kind === "family") return rule.familyId === one.familyId
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
