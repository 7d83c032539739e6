import type { Actor } from "~/models/foundation/access/actor"
import { livingFamily } from "~/models/people/family/merged-family.server"
import { ownShareOf } from "../family-invoice/family-invoice"
import { owedByReader } from "../family-invoice/portal-charges.server"
import { findInvoice } from "../invoice/invoice.server"
import { listUnderWay, sumUnderWay } from "../invoice/orders-under-way.server"
import { payerIdOf } from "../payer/payer-key.server"
import { paysWhole } from "../payer/shared-account.server"
import { type PaymentOrder, partsOf } from "./payment-order.server"

// Whether what an order pays is still due, before its money is taken.

export const reasons = {
  void: "the invoice was voided",
  "not-needed": "no longer due",
  "less-due": "less is due",
  "being-paid": "another payment is under way",
}
export type Refusal = keyof typeof reasons

/**
 * Asked before money is taken: another tab, the other parent, the office or an automatic charge may have been faster.
 * What waits only for another payment isn't taken later either: its payer was told that nothing was charged.
 */
export function findRefusal(actor: Actor, order: PaymentOrder): Refusal | undefined {
  const refusals: (Refusal | undefined)[] = partsOf(actor, order).map(({ invoiceId, amountMinor }) => {
    const invoice = findInvoice(actor, invoiceId)
    if (!invoice) return "not-needed"
    if (invoice.state === "void") return "void"
    // Who is logged in pays all of an account that no payers divide.
    const isWhole =
      order.memberId !== null &&
      paysWhole(actor, { familyId: invoice.familyId, guardianId: payerIdOf(order) })
    const ownMinor = isWhole ? invoice.openMinor : ownShareOf(invoice, payerIdOf(order)).openMinor
    const dueMinor = Math.min(ownMinor, invoice.openMinor)
    if (amountMinor > dueMinor) return noLongerDue(dueMinor)
    const others = listUnderWay(actor, invoiceId, order.id)
    const ofPayer = others.filter(({ payerId }) => payerId === payerIdOf(order))
    const leftMinor = Math.min(ownMinor - sumUnderWay(ofPayer), invoice.openMinor - sumUnderWay(others))
    return amountMinor > leftMinor ? "being-paid" : undefined
  })
  if (order.besideMinor > 0) refusals.push(findBesideRefusal(actor, order))
  const [first] = refusals
  if (refusals.every((refusal) => refusal === first)) return first
  // Of several parts some are still due.
  if (refusals.every((refusal) => !refusal || refusal === "being-paid")) return "being-paid"
  const isDue = refusals.some((refusal) => refusal !== "void" && refusal !== "not-needed")
  return isDue ? "less-due" : first
}

const noLongerDue = (dueMinor: number) => (dueMinor > 0 ? "less-due" : "not-needed")

/** Whose balance an order over no invoice pays: the family that goes on where it was merged since. */
export const familyOf = (actor: Actor, { familyId }: Pick<PaymentOrder, "familyId">): string | null =>
  familyId === null ? null : livingFamily(actor, familyId)

/** The same of what is paid beside the invoices. */
function findBesideRefusal(actor: Actor, { id, invoiceId, besideMinor, ...order }: PaymentOrder) {
  const familyId = familyOf(actor, order) ?? (invoiceId ? findInvoice(actor, invoiceId)?.familyId : undefined)
  if (!familyId) return "not-needed"
  const account = { familyId, guardianId: payerIdOf(order) }
  const { owedMinor, underWayMinor } = owedByReader(actor, account, id)
  if (besideMinor > owedMinor) return noLongerDue(owedMinor)
  return besideMinor > owedMinor - underWayMinor ? "being-paid" : undefined
}
