import { cacheUntilWrite } from "db/cache-until-write.server"
import { transact } from "db/client.server"
import { events } from "db/schema/foundation-audit"
import { discountRules } from "db/schema/money-discounts"
import { families, students } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { and, asc, gte, isNull, lte, max, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, ownRows, query, select } from "~/models/foundation/access/door.server"
import { among, columns, joined, newRow, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { takesStudents } from "~/models/people/family/merged-family.server"
import { now } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import type { Result } from "~/utils/result"
import type { Discount, DiscountRule } from "./discount"
import type { DiscountForm } from "./discount-form"

// The discounts a school gives. A rule is never edited: charges keep the rule they were made with, so it is removed and
// another one added.

/** A rule with the time it was in force, and in between those in which it was ended, until someone restored it. */
type DatedDiscountRule = {
  rule: DiscountRule
  madeAt: number
  endedAt: number | null
  gaps: readonly { from: number; to: number }[]
}

/** The rules in force, in the order they apply. */
export const listDiscountRules = (actor: Actor): DiscountRule[] =>
  listEveryDiscountRule(actor).flatMap(({ rule, endedAt }) => (endedAt === null ? [rule] : []))

/** The same with those that ended. */
export const listEveryDiscountRule = (actor: Actor): readonly DatedDiscountRule[] =>
  keepRules([actor.school.id], () => readRules(actor))

const keepRules = cacheUntilWrite<readonly DatedDiscountRule[]>(500)

const readRules = (actor: Actor): DatedDiscountRule[] =>
  rulesQuery
    .all(actor)
    .map(({ madeAt, endedAt, turns, ...rule }) => ({ rule, madeAt, endedAt, gaps: gapsIn(turns) }))

/** When a rule was ended and restored: each end with what followed it. The row itself has only the last one. */
function gapsIn(turns: string): DatedDiscountRule["gaps"] {
  const said = JSON.parse(turns) as { verb: string; at: number }[]
  said.sort((one, other) => one.at - other.at)
  return said.flatMap(({ verb, at: to }, index) => {
    const before = said[index - 1]
    return verb === "restore" && before?.verb === "end" ? [{ from: before.at, to }] : []
  })
}

const rulesQuery = query((_, own) =>
  select({
    ...columns(discountRules, "id", "name", "kind", "fromNth", "familyId"),
    familyName: families.name,
    ...columns(discountRules, "target", "rate", "amountMinor"),
    madeAt: discountRules.createdAt,
    endedAt: discountRules.archivedAt,
    turns: sql<string>`(
      select json_group_array(json_object('verb', ${events.verb}, 'at', ${events.createdAt}))
      from ${events}
      where ${events.schoolId} = ${discountRules.schoolId} and ${events.noun} = 'discount'
        and ${events.nounId} = ${discountRules.id} and ${events.verb} in ('end', 'restore'))`,
  })
    .from(discountRules)
    .leftJoin(families, joined(families, discountRules.familyId))
    .where(own(discountRules))
    .orderBy(asc(discountRules.position), asc(discountRules.id)),
)

/** Adds a rule behind the others. It is for what is charged from now on, and for what it is applied to. Refused when the same one applies already. */
export function addDiscountRule(
  actor: Actor,
  form: DiscountForm,
): Result<{ ruleId: string }, "family-unknown" | "twin"> {
  return transact(() => {
    const familyId = form.kind === "family" ? (form.family ?? "") : null
    if (familyId !== null && !takesStudents(actor, familyId)) return { ok: false, reason: "family-unknown" }
    const row = newRow(actor)
    const { name, kind, target, off } = form
    const rule = { name, kind, target, ...off, familyId, fromNth: kind === "family" ? 1 : form.fromNth }
    // The same rule again would take its part off twice.
    if (listDiscountRules(actor).some((one) => isTwin(one, rule))) return { ok: false, reason: "twin" }
    add(actor, discountRules, { ...row, ...rule, position: lastPosition(actor) + 1 })
    recordEvent(actor, "discount.add", row.id, { after: rule })
    return { ok: true, ruleId: row.id }
  })
}

type RuleFacts = Omit<DiscountRule, "id" | "familyName">

/** Whether two rules are the same but for when they were made. */
export const isTwin = (one: RuleFacts, other: RuleFacts): boolean =>
  one.name === other.name &&
  one.kind === other.kind &&
  one.fromNth === other.fromNth &&
  one.familyId === other.familyId &&
  one.target === other.target &&
  one.rate === other.rate &&
  one.amountMinor === other.amountMinor

/** Ends a rule. What it took off stays. */
export function endDiscountRule(actor: Actor, ruleId: string): Result<{ name: string }, "not-found"> {
  return transact(() => {
    const rule = listDiscountRules(actor).find(({ id }) => id === ruleId)
    if (!rule) return { ok: false, reason: "not-found" }
    change(actor, discountRules, ruleId, { archivedAt: now() })
    recordEvent(actor, "discount.end", ruleId, { after: { name: rule.name } })
    return { ok: true, name: rule.name }
  })
}

/** Lets an ended rule apply again, to what is charged from now on. Refused when the same one applies by now. */
export function restoreDiscountRule(
  actor: Actor,
  ruleId: string,
): Result<{ name: string }, "not-found" | "twin"> {
  return transact(() => {
    const found = listEveryDiscountRule(actor).find(({ rule }) => rule.id === ruleId)
    if (!found) return { ok: false, reason: "not-found" }
    const { name } = found.rule
    if (found.endedAt === null) return { ok: true, name }
    if (listDiscountRules(actor).some((one) => isTwin(one, found.rule))) return { ok: false, reason: "twin" }
    change(actor, discountRules, ruleId, { archivedAt: null })
    recordEvent(actor, "discount.restore", ruleId, { after: { name } })
    return { ok: true, name }
  })
}

/** Lets a rule apply before the one in front of it. */
export function moveDiscountUp(actor: Actor, ruleId: string): Result<{ name: string }, "not-found"> {
  return transact(() => {
    const rules = listDiscountRules(actor)
    const index = rules.findIndex(({ id }) => id === ruleId)
    const rule = rules[index]
    if (!rule) return { ok: false, reason: "not-found" }
    if (index === 0) return { ok: true, name: rule.name }
    const order = rules.map(({ id }) => id)
    order.splice(index, 1)
    order.splice(index - 1, 0, ruleId)
    for (const [position, id] of order.entries()) change(actor, discountRules, id, { position: position + 1 })
    recordEvent(actor, "discount.move", ruleId, { after: { name: rule.name } })
    return { ok: true, name: rule.name }
  })
}

function lastPosition(actor: Actor): number {
  const found = ownRows(actor, discountRules, { last: max(discountRules.position) }).get()
  return found?.last ?? 0
}

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
const isInForce = ({ madeAt, endedAt, gaps }: DatedDiscountRule, chargedAt: number | undefined): boolean =>
  chargedAt === undefined
    ? endedAt === null
    : madeAt <= chargedAt &&
      (endedAt === null || endedAt > chargedAt) &&
      !gaps.some(({ from, to }) => from <= chargedAt && chargedAt < to)

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
