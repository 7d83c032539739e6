import type { Actor } from "~/models/foundation/access/actor"
import { findPortal } from "~/models/people/family-access/portal.server"
import type { ProviderName } from "~/providers/payment-provider"
import { paths } from "~/utils/paths"
import { listPortalInvoices } from "../family-invoice/portal-invoices.server"
import { listPortalOwed } from "../family-invoice/portal-owed.server"
import { payRefusalOf, type StartedPayment, start } from "./start-payment.server"

// What a family owes on no invoice, paid online by itself. It becomes account credit, which makes up for the debt; paid twice at the
// same instant, the second stays account credit.

/** What the reader owes a family's school on no invoice and can pay by itself: nothing while another payment is being processed. */
export const payOwedOf = (
  rows: ReturnType<typeof listPortalInvoices>,
  owed: ReturnType<typeof listPortalOwed>,
) => owed.find(({ familyId }) => !rows.some((row) => row.isProcessing && row.familyId === familyId))

/** Asks for an order over what is owed on no invoice, and nothing else. */
export async function startPayOwed(actor: Actor, way: ProviderName = "paypal"): Promise<StartedPayment> {
  const { accounts } = findPortal(actor)
  const owed = payOwedOf(listPortalInvoices(actor, accounts), listPortalOwed(actor, accounts))
  const account = accounts.find(({ familyId }) => familyId === owed?.familyId)
  if (!owed || !account || !actor.memberId) return { ok: false, reason: "nothing-open" }
  const refusal = payRefusalOf(actor, { openMinor: owed.owedMinor, isProcessing: false }, way)
  if (refusal) return { ok: false, reason: refusal }
  return start(actor, {
    way,
    payer: { memberId: actor.memberId, linkId: null },
    payerId: account.guardianId,
    parts: [],
    besideMinor: owed.owedMinor,
    familyId: owed.familyId,
    description: `Balance due, ${actor.school.name}`,
    sellerName: actor.school.name,
    returnPath: paths.balancePayment(),
    cancelPath: paths.balancePayment({ cancelled: "1" }),
  })
}
