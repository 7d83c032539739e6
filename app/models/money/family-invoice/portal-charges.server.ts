import type { Actor } from "~/models/foundation/access/actor"
import { listPayers } from "~/models/money/payer/payer-key.server"
import type { PortalAccount } from "~/models/people/family-access/portal"
import { findPortal } from "~/models/people/family-access/portal.server"
import { todayOf } from "~/utils/clock.server"
import { monthBounds, monthOf } from "~/utils/dates"
import { listUnbilledCharges } from "../charge/unbilled.server"
import { isSplitByOther, listSplitFacts } from "../invoice/invoice-lines.server"
import { type SplitLine, splitLines } from "../payer/split"

/**
 * What this month has cost the reader's family so far and is on no invoice; the reader's part of it where each payer gets
 * an invoice of their own. Empty for someone who may see no money. A page that has read the reader's accounts
 * passes them on.
 */
export function listPortalCharges(
  actor: Actor,
  accounts: readonly PortalAccount[] = findPortal(actor).accounts,
) {
  const day = todayOf(actor)
  const { first } = monthBounds(monthOf(day))
  return accounts.flatMap(({ familyId, guardianId }) => {
    const charges = listUnbilledCharges(actor, { familyId, from: first, to: day })
    return ownCharges(actor, charges, { familyId, guardianId }).map(
      ({ chargeId, occurredOn, description, reason, amountMinor }) => ({
        chargeId,
        occurredOn,
        description,
        reason,
        amountMinor,
      }),
    )
  })
}

function ownCharges<Charge extends SplitLine & { chargeId: string }>(
  actor: Actor,
  charges: Charge[],
  { familyId, guardianId }: { familyId: string; guardianId: string | null },
): Charge[] {
  const payers = listPayers(actor, { id: familyId, name: "" })
  if (!payers.some(({ hasOwnInvoice }) => hasOwnInvoice)) return charges
  const reader = payers.findIndex((payer) => payer.payerId === guardianId)
  const facts = listSplitFacts(
    actor,
    charges.filter(({ source }) => isSplitByOther(source)).map(({ chargeId }) => chargeId),
  )
  const lines = charges.map((charge) => ({ ...charge, ...facts.get(charge.chargeId) }))
  return (splitLines(lines, payers)[reader] ?? []).filter(({ amountMinor }) => amountMinor !== 0)
}
