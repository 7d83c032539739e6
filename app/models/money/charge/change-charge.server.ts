import { transact } from "db/client.server"
import { charges } from "db/schema/money"
import { eventFees } from "db/schema/money-event-fees"
import { and, eq, isNull, sql } from "drizzle-orm"
import { shownMinor, type TaxedAmount, taxOf, withTax } from "~/models/accounts/tax/tax"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, ownRows } from "~/models/foundation/access/door.server"
import { newRow } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { Result } from "~/utils/result"
import { isClosed } from "../closing/closing.server"
import { discountsBefore, type TakenDiscount } from "../discount/discount"
import { moveSale } from "../material/materials.server"
import { type ChargeRefusal, changedByHand, hasUsualAmount, keptBecause } from "./charge"
import { listCorrections } from "./charge.server"
import { listHeldDiscounts, listTakenDiscounts, writeDiscounts } from "./charge-discounts.server"
import { withdrawAll } from "./seat-charges.server"

export type ChargeChange = {
  description: string
  /** Minor units, not zero; below zero only for an item. */
  amountMinor: number
  /** `YYYY-MM-DD` */
  occurredOn: string
  reason: string
}

/**
 * Changes a charge that is on no invoice, with the reason. The charge as it was is withdrawn and one with the new facts
 * takes its place, with the discounts it had, so that what was owed before can still be read. One from a lesson follows its attendance instead.
 * Refused another day that is in a closed month.
 */
export function changeCharge(
  actor: Actor,
  chargeId: string,
  { reason, ...facts }: ChargeChange,
): Result<{ chargeId: string }, ChargeRefusal | "nothing-owed" | "closed"> {
  return transact(() => {
    const found = findCharge(actor, chargeId)
    if (!found) return { ok: false, reason: "unknown" }
    const { charge, barrier } = found
    if (barrier) return { ok: false, reason: barrier }
    const kept = keptBecause(charge.source)
    if (kept) return { ok: false, reason: kept }
    if (facts.amountMinor === 0 || (charge.source !== "item" && facts.amountMinor < 0))
      return { ok: false, reason: "nothing-owed" }
    if (facts.occurredOn !== charge.occurredOn && isClosed(actor, facts.occurredOn))
      return { ok: false, reason: "closed" }
    withdrawAll(actor, [{ chargeId }], `${changedByHand}${reason}`)
    const row = newRow(actor)
    const tax = taxOf(charge)
    const { amountMinor, taxMinor, taxName, taxRate, taxIsAdded } = charge
    // a new amount has the same tax within it, however it was added
    const amount =
      facts.amountMinor === amountMinor
        ? { amountMinor, taxMinor, taxName, taxRate }
        : withTax(facts.amountMinor, tax && { ...tax, isAdded: false })
    const changed = { ...facts, ...amount, taxIsAdded }
    add(actor, charges, { ...charge, ...row, ...changed, withdrawnAt: null, withdrawnReason: null })
    writeDiscounts(actor, row.id, discountsOf(actor, charge, changed))
    moveSale(actor, chargeId, row.id)
    moveFee(actor, chargeId, row.id)
    recordEvent(actor, "charge.change", row.id, {
      before: {
        description: charge.description,
        amountMinor: charge.amountMinor,
        occurredOn: charge.occurredOn,
      },
      after: { ...facts, reason },
    })
    return { ok: true, chargeId: row.id }
  })
}

/** The fee of an event follows its charge. */
export const moveFee = (actor: Actor, from: string, to: string) =>
  change(actor, eventFees, eq(eventFees.chargeId, from), { chargeId: to })

/** What a charge had taken off goes on with its new amount, by the same rules: that is what is left of its price. */
export function discountsOf(
  actor: Actor,
  was: TaxedAmount & { id: string },
  becomes: TaxedAmount,
): readonly TakenDiscount[] {
  if (was.amountMinor === becomes.amountMinor) return listTakenDiscounts(actor, [was.id]).get(was.id) ?? []
  return discountsBefore(shownMinor(becomes), listHeldDiscounts(actor, [was.id]).get(was.id) ?? [])
}

/**
 * A charge of the school, and why it can't be changed or taken back by hand; undefined when there is none. Of a lesson or a
 * package only the amount is changed, which isn't done here.
 */
export function findCharge(actor: Actor, chargeId: string) {
  const row = ownRows(actor, charges, {
    charge: charges,
    isInvoiced: sql<number>`(exists (select 1 from invoice_lines l where l.school_id = charges.school_id
        and l.charge_id = charges.id and l.released_at is null)
        or exists (select 1 from credit_note_lines c where c.school_id = charges.school_id
        and c.charge_id = charges.id))`,
  })
    .where(eq(charges.id, chargeId))
    .get()
  if (!row) return undefined
  const isAnswered = row.charge.source === "seat" && isCorrected(actor, chargeId)
  return {
    charge: row.charge,
    barrier: barrierOf(row) ?? (isAnswered ? ("waive-instead" as const) : undefined),
  }
}

/** Whether a correction of the charge stands: what is left of it is nothing, or less than it says. */
export const isCorrected = (actor: Actor, chargeId: string): boolean =>
  listCorrections(actor, chargeId).length > 0

type Row = { charge: Pick<typeof charges.$inferSelect, "source" | "withdrawnAt">; isInvoiced: number }

function barrierOf({ charge, isInvoiced }: Row): ChargeRefusal | undefined {
  if (charge.withdrawnAt !== null) return "withdrawn"
  const kept = keptBecause(charge.source)
  if (kept && !hasUsualAmount(charge.source)) return kept
  return isInvoiced ? "invoiced" : undefined
}

/** The same description, amount and day for a family again: most likely entered twice. */
export const hasTwinCharge = (
  actor: Actor,
  item: { familyId: string; description: string; amountMinor: number; occurredOn: string },
): boolean =>
  ownRows(actor, charges, ["description"])
    .where(
      and(
        eq(charges.familyId, item.familyId),
        eq(charges.occurredOn, item.occurredOn),
        eq(charges.amountMinor, item.amountMinor),
        eq(charges.source, "item"),
        isNull(charges.withdrawnAt),
      ),
    )
    .all()
    .some(({ description }) => description.toLowerCase() === item.description.toLowerCase())
