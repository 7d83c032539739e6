import { autoCharges, savedMethods } from "db/schema/money-auto-pay"
import { and, asc, eq, inArray } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { amountNow } from "./amount-now.server"
import { declineText, type InvoiceCharge, titleOf } from "./auto-pay"
import { payerOf } from "./payer.server"
import { listPlannedOfInvoice } from "./planned-charge.server"

/** What will be charged automatically for an invoice, or is on hold: by whom, how much and when. */
export function listInvoiceCharges(actor: Actor, invoiceId: string): InvoiceCharge[] {
  const announced = select({ charge: autoCharges, method: savedMethods })
    .from(autoCharges)
    .innerJoin(savedMethods, joined(savedMethods, autoCharges.methodId))
    .where(
      and(
        own(actor, autoCharges),
        eq(autoCharges.invoiceId, invoiceId),
        inArray(autoCharges.state, ["announced", "held"]),
      ),
    )
    .orderBy(asc(autoCharges.nextTryOn), asc(autoCharges.id))
    .all()
    .flatMap(({ charge, method }) => {
      const amountMinor = amountNow(actor, charge, method)
      if (amountMinor === 0) return []
      return {
        id: charge.id,
        guardianId: method.guardianId,
        payer: payerOf(actor, method).name,
        account: titleOf(method),
        provider: method.provider,
        amountMinor,
        on: charge.nextTryOn,
        holdReason: charge.state === "held" ? (charge.holdReason ?? "") : null,
        declined: charge.failures > 0 ? declineText(charge.declineReason, method.provider) : null,
      }
    })
  const planned = listPlannedOfInvoice(actor, invoiceId).map(
    ({ guardianId, payer, account, provider, amountMinor, chargeOn: on }) => ({
      ...{ id: null, guardianId, payer, account, provider, amountMinor, on },
      holdReason: null,
      declined: null,
    }),
  )
  return [...announced, ...planned]
}
