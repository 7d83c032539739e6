import { invoices } from "db/schema/money"
import { discountRules } from "db/schema/money-discounts"
import { packages } from "db/schema/money-packages"
import { and, count, eq, inArray, isNull } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { type Changes, change, ownRows } from "~/models/foundation/access/door.server"
import { now } from "~/utils/clock.server"
import { type DiscountRule, offText } from "../discount/discount"
import { isTwin, listDiscountRules } from "../discount/discount-rules.server"
import { listOpenInvoices } from "../payment/allocate.server"
import { spareCredit } from "../payment/spare-credit.server"
import { holdCarried, type Merge, pauseCarried } from "./account-moves.server"
import type { DiscountStays, JoiningAccount } from "./family-merge"
import { previewAutoPay } from "./join-auto-pay.server"

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
function discountsOfTwo(actor: Actor, { keepId, goneId }: Facts) {
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
  const earlier = ownRows(actor, discountRules)
    .where(inArray(discountRules.id, [...ended]))
    .all()
  const missing = earlier.filter((one) => !rules.some((rule) => isTwin(rule, one)))
  setRules(actor, idsOf(missing), { archivedAt: null })
}

const idsOf = (rules: readonly { id: string }[]) => rules.map(({ id }) => id)

function setRules(actor: Actor, ids: readonly string[], to: Changes<typeof discountRules>) {
  if (ids.length === 0) return
  change(actor, discountRules, inArray(discountRules.id, [...ids]), to)
}

/** What a merge does to the two accounts. */
export function previewAccount(actor: Actor, facts: { keepId: string; goneId: string }): JoiningAccount {
  const { keepId, goneId } = facts
  const open = listOpenInvoices(actor, goneId)
  const keepOwes = listOpenInvoices(actor, keepId).length > 0
  const discounts = discountsOfTwo(actor, facts)
  const textOf = (rule: DiscountRule) => `${rule.name}, ${offText(rule, actor.school.currency)}`
  const pause = pauseCarried(actor, facts)
  const hold = holdCarried(actor, facts)
  return {
    open: { count: open.length, sumMinor: open.reduce((sum, { openMinor }) => sum + openMinor, 0) },
    hasCreditBeside:
      (open.length > 0 && spareCredit(actor, keepId) > 0) || (keepOwes && spareCredit(actor, goneId) > 0),
    packages: countPackages(actor, goneId),
    drafts: countDrafts(actor, goneId),
    discounts: { keep: discounts.keep.map(textOf), gone: discounts.gone.map(textOf) },
    pause: pause ? { reason: pause.reason, lastDay: pause.lastDay } : null,
    hold: hold ? { reason: hold.reason } : null,
    ...previewAutoPay(actor, facts, { keepOwes, goneOwes: open.length > 0 }),
  }
}

const countPackages = (actor: Actor, familyId: string): number =>
  ownRows(actor, packages, { count: count() })
    .where(and(eq(packages.familyId, familyId), isNull(packages.endedAt)))
    .get()?.count ?? 0

const countDrafts = (actor: Actor, familyId: string): number =>
  ownRows(actor, invoices, { count: count() })
    .where(and(eq(invoices.familyId, familyId), eq(invoices.state, "draft")))
    .get()?.count ?? 0
