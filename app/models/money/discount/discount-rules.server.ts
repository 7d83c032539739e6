import { transact } from "db/client.server"
import { discountRules } from "db/schema/money-discounts"
import { families } from "db/schema/people"
import { keepUnchanged } from "db/unchanged.server"
import { and, asc, eq, isNull, max } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { columns } from "~/models/foundation/access/columns.server"
import { add, change, hasRow, query, select } from "~/models/foundation/access/door.server"
import { newRow } from "~/models/foundation/access/new-row.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import type { DiscountRule } from "./discount"
import type { DiscountForm } from "./discount-form"

// The discounts a school gives. A rule is never edited: charges keep the rule they were made with, so it is removed and
// another one added.

/** A rule with the time it was in force. */
export type DatedDiscountRule = { rule: DiscountRule; madeAt: number; endedAt: number | null }

/** The rules in force, in the order they apply. */
export const listDiscountRules = (actor: Actor): DiscountRule[] =>
  listEveryDiscountRule(actor).flatMap(({ rule, endedAt }) => (endedAt === null ? [rule] : []))

/** The same with those that ended. */
export const listEveryDiscountRule = (actor: Actor): readonly DatedDiscountRule[] =>
  keepRules([actor.school.id], () => readRules(actor))

const keepRules = keepUnchanged<readonly DatedDiscountRule[]>(500)

const readRules = (actor: Actor): DatedDiscountRule[] =>
  rulesQuery.all(actor).map(({ madeAt, endedAt, ...rule }) => ({ rule, madeAt, endedAt }))

const rulesQuery = query((_, own) =>
  select({
    ...columns(discountRules, "id", "name", "kind", "fromNth", "familyId"),
    familyName: families.name,
    ...columns(discountRules, "target", "rate", "amountMinor"),
    madeAt: discountRules.createdAt,
    endedAt: discountRules.archivedAt,
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
    if (familyId !== null && !isFamily(actor, familyId)) return { ok: false, reason: "family-unknown" }
    const row = newRow(actor)
    const { name, kind, target, off } = form
    const rule = { name, kind, target, ...off, familyId, fromNth: kind === "family" ? 1 : form.fromNth }
    // The same rule again would take its part off twice.
    if (listDiscountRules(actor).some((one) => isTwin(one, rule))) return { ok: false, reason: "twin" }
    add(actor, discountRules, { ...row, ...rule, position: lastPosition(actor) + 1 })
    recordEvent(actor, { verb: "add", noun: "discount", nounId: row.id, after: rule })
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
    recordEvent(actor, { verb: "end", noun: "discount", nounId: ruleId, after: { name: rule.name } })
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
    recordEvent(actor, { verb: "restore", noun: "discount", nounId: ruleId, after: { name } })
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
    recordEvent(actor, { verb: "move", noun: "discount", nounId: ruleId, after: { name: rule.name } })
    return { ok: true, name: rule.name }
  })
}

function lastPosition(actor: Actor): number {
  const found = select({ last: max(discountRules.position) })
    .from(discountRules)
    .where(own(actor, discountRules))
    .get()
  return found?.last ?? 0
}

const isFamily = (actor: Actor, familyId: string): boolean =>
  hasRow(actor, families, and(eq(families.id, familyId), isNull(families.mergedInto)))
