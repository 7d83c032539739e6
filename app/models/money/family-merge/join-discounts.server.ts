import { discountRules } from "db/schema/money-discounts"
import { and, inArray } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { type Changes, change, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import type { DiscountRule } from "../discount/discount"
import { isTwin, listDiscountRules } from "../discount/discount-rules.server"
import type { Merge } from "./account-moves.server"
import type { DiscountStays } from "./family-merge"

// Discounts of one family, when two become one: those of one of them are for everyone from then on, and the other's end. Charges
// already made keep theirs, corrected or not.

type Facts = Pick<Merge, "keepId" | "goneId">

/** What an undo puts back. */
export const DiscountsBefore = z.object({
  /** Those that joined the family that goes on. */
  moved: z.array(z.string()),
  /** Those that ended. */
  ended: z.array(z.string()),
})
type DiscountsBefore = z.output<typeof DiscountsBefore>

/** The discounts of each of two families that are in force. */
export function discountsOfTwo(actor: Actor, { keepId, goneId }: Facts) {
  const rules = listDiscountRules(actor)
  const of = (id: string) => rules.filter(({ familyId }) => familyId === id)
  return { keep: of(keepId), gone: of(goneId) }
}

/** Whether someone has to say whose discount stays. */
export function hasDiscountChoice(actor: Actor, facts: Facts): boolean {
  const { keep, gone } = discountsOfTwo(actor, facts)
  return keep.length > 0 && gone.length > 0
}

/** Whose discounts stay, in the caller's transaction: those chosen where both families have some. */
export function joinDiscounts(
  actor: Actor,
  facts: Facts,
  stays: DiscountStays = "keep",
): { before: DiscountsBefore; joined: DiscountRule[]; ended: DiscountRule[] } {
  const { keep, gone } = discountsOfTwo(actor, facts)
  const doJoin = keep.length === 0 || stays === "gone"
  const [joined, ended] = gone.length === 0 ? [[], []] : doJoin ? [gone, keep] : [[], gone]
  const before = { moved: idsOf(joined), ended: idsOf(ended) }
  setRules(actor, before.ended, { archivedAt: now() })
  setRules(actor, before.moved, { familyId: facts.keepId })
  return { before, joined, ended }
}

/** Puts them back, in the caller's transaction. One that was added again since isn't given twice. */
export function returnDiscounts(actor: Actor, goneId: string, { moved, ended }: DiscountsBefore) {
  setRules(actor, moved, { familyId: goneId })
  const rules = listDiscountRules(actor)
  const earlier = select()
    .from(discountRules)
    .where(and(own(actor, discountRules), inArray(discountRules.id, [...ended])))
    .all()
  const missing = earlier.filter((one) => !rules.some((rule) => isTwin(rule, one)))
  setRules(actor, idsOf(missing), { archivedAt: null })
}

const idsOf = (rules: readonly { id: string }[]) => rules.map(({ id }) => id)

function setRules(actor: Actor, ids: readonly string[], to: Changes<typeof discountRules>) {
  if (ids.length === 0) return
  change(actor, discountRules, inArray(discountRules.id, [...ids]), to)
}
