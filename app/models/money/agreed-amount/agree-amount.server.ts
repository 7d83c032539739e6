import { transact } from "db/client.server"
import { charges } from "db/schema/money"
import { packages } from "db/schema/money-packages"
import { and, desc, eq, isNull } from "drizzle-orm"
import { taxOf, withTax } from "~/models/accounts/tax/tax"
import type { Actor } from "~/models/foundation/access/actor"
import { add, find, ownRows } from "~/models/foundation/access/door.server"
import { newRow } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { AgreeRefusal } from "~/texts/money/refusals"
import type { Result } from "~/utils/result"
import { toSmallest } from "~/utils/smallest-amount"
import { discountsOf, isCorrected } from "../charge/change-charge.server"
import { changedByHand, hasUsualAmount } from "../charge/charge"
import { listTakenDiscounts, writeDiscounts } from "../charge/charge-discounts.server"
import { withdrawAll } from "../charge/seat-charges.server"
import { settleRest } from "../package/package-rest.server"

// The office sets what a lesson or a package costs, with a reason, while the charge is on no invoice. The charge as it was is
// withdrawn and one with the new amount takes its place; it remembers what it came to before, so that attendance which
// charges that much again keeps the amount, and the usual one can be restored.

type Charge = typeof charges.$inferSelect
type Changed = Result<{ chargeId: string }, AgreeRefusal>

/** Sets the amount, in minor units, with the reason. The usual amount typed in ends what was agreed. */
export const agreeAmount = (
  actor: Actor,
  chargeId: string,
  { amountMinor, reason }: { amountMinor: number; reason: string },
): Changed =>
  transact(() => {
    const found = findOpen(actor, chargeId)
    if (!found.ok) return found
    if (amountMinor <= 0) return { ok: false, reason: "nothing-owed" }
    if (amountMinor === found.charge.amountMinor) return { ok: false, reason: "same-amount" }
    return replace(actor, found.charge, { amountMinor, reason })
  })

/** Charges what it came to before the amount was set by hand. */
export const restoreUsual = (actor: Actor, chargeId: string, reason: string): Changed =>
  transact(() => {
    const found = findOpen(actor, chargeId)
    if (!found.ok) return found
    const { usualMinor } = found.charge
    if (usualMinor === null) return { ok: false, reason: "usual-already" }
    return replace(actor, found.charge, { amountMinor: toSmallest(usualMinor), reason })
  })

/**
 * Waives the price of a package, with the reason: its lessons stay, and nothing is given back for those left at its end. One
 * that has ended is refused, as its rest was worked out by its price.
 */
export const waivePackage = (actor: Actor, chargeId: string, reason: string): Result<void, AgreeRefusal> =>
  transact(() => {
    const found = findOpen(actor, chargeId)
    if (!found.ok) return found
    const { charge } = found
    if (charge.packageId === null) return { ok: false, reason: "waive-instead" }
    const sold = find(actor, packages, charge.packageId)
    if (sold?.endedAt !== null) return { ok: false, reason: "package-ended" }
    withdrawAll(actor, [{ chargeId }], `Waived: ${reason}`)
    recordEvent(actor, "charge.withdraw", chargeId, {
      before: { description: charge.description, amountMinor: charge.amountMinor },
      after: { reason },
    })
    return { ok: true }
  })

function findOpen(actor: Actor, chargeId: string): Result<{ charge: Charge }, AgreeRefusal> {
  const charge = find(actor, charges, chargeId)
  if (!charge) return { ok: false, reason: "unknown" }
  if (charge.withdrawnAt !== null) return { ok: false, reason: "withdrawn" }
  if (!hasUsualAmount(charge.source))
    return { ok: false, reason: charge.source === "package_rest" ? "end-package-instead" : "waive-instead" }
  if (charge.billedLines > 0) return { ok: false, reason: "invoiced" }
  // its invoice was voided after the attendance was corrected: nothing is left of it
  return isCorrected(actor, chargeId) ? { ok: false, reason: "waive-instead" } : { ok: true, charge }
}

function replace(
  actor: Actor,
  charge: Charge,
  { amountMinor, reason }: { amountMinor: number; reason: string },
): Changed {
  const usualMinor = charge.usualMinor ?? charge.amountMinor
  const usual = findUsual(actor, charge) ?? charge
  const tax = taxOf(charge)
  // the new amount has the same tax within it, however it was added
  const amount = withTax(amountMinor, tax && { ...tax, isAdded: false })
  const changed = { ...amount, taxIsAdded: charge.taxIsAdded }
  withdrawAll(actor, [{ chargeId: charge.id }], `${changedByHand}${reason}`)
  const row = newRow(actor)
  add(actor, charges, {
    ...charge,
    ...row,
    ...changed,
    usualMinor: amountMinor === usualMinor ? null : usualMinor,
  })
  writeDiscounts(
    actor,
    row.id,
    amountMinor === usual.amountMinor
      ? (listTakenDiscounts(actor, [usual.id]).get(usual.id) ?? [])
      : discountsOf(actor, usual, changed),
  )
  if (charge.packageId !== null) settleRest(actor, charge.packageId)
  recordEvent(actor, "charge.change", row.id, {
    before: { description: charge.description, amountMinor: charge.amountMinor },
    after: { amountMinor, reason },
  })
  return { ok: true, chargeId: row.id }
}

/** The charge as it was before its amount was first set by hand: it knows the discounts. */
const findUsual = (actor: Actor, { usualMinor, seatId, packageId }: Charge): Charge | undefined =>
  usualMinor === null
    ? undefined
    : ownRows(actor, charges)
        .where(
          and(
            seatId === null ? eq(charges.packageId, packageId ?? "") : eq(charges.seatId, seatId),
            eq(charges.source, seatId === null ? "package" : "seat"),
            eq(charges.amountMinor, usualMinor),
            isNull(charges.usualMinor),
          ),
        )
        .orderBy(desc(charges.createdAt), desc(charges.id))
        .limit(1)
        .get()
