import { invoices } from "db/schema/money"
import { listOffice } from "~/models/accounts/school/office.server"
import type { Actor } from "~/models/foundation/access/actor"
import { find } from "~/models/foundation/access/door.server"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import type { DeclineReason, ProviderName } from "~/providers/payment-provider"
import { formatMoney } from "~/utils/money"
import { providerLabels } from "../payment-provider/payment-provider"

/**
 * Tells the office of an online payment that only they can follow: it isn't what was asked for and its payer was sent to them, its
 * provider can't say what became of it, or their bank declined it days later. In the caller's transaction.
 */
export function tellOfficeOfOrder(
  actor: Actor,
  order: {
    invoiceId: string | null
    familyId: string | null
    amountMinor: number
    currency: string
    providerOrderId: string | null
    provider: ProviderName
  },
  why: MailData["payment-mismatch"]["why"],
  reason: DeclineReason | null = null,
) {
  const invoice = find(actor, invoices, order.invoiceId ?? "")
  for (const { name, email } of listOffice(actor))
    mailTo(actor, { email, name }, "payment-mismatch", {
      number: invoice?.number ?? "",
      invoiceId: order.invoiceId,
      familyId: order.familyId,
      amount: formatMoney(order.amountMinor, order.currency, actor.school),
      order: order.providerOrderId ?? "",
      provider: providerLabels[order.provider],
      why,
      reason,
    })
}
