import { invoices } from "db/schema/money"
import { listOffice } from "~/models/accounts/school/office.server"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import type { ProviderName } from "~/providers/payment-provider"
import { formatMoney } from "~/utils/money"
import { providerLabels } from "../payment-provider/payment-provider"

/**
 * Tells the office of an online payment that isn't what was asked for: its payer was sent to them. In the caller's
 * transaction.
 */
export function tellMismatch(
  actor: Actor,
  order: {
    invoiceId: string | null
    familyId: string | null
    amountMinor: number
    currency: string
    providerOrderId: string | null
    provider: ProviderName
  },
) {
  const invoice = select({ number: invoices.number })
    .from(invoices)
    .where(own(actor, invoices, order.invoiceId ?? ""))
    .get()
  for (const { name, email } of listOffice(actor))
    queueMail({
      template: "payment-mismatch",
      schoolId: actor.school.id,
      recipient: email,
      data: {
        schoolName: actor.school.name,
        recipientName: name,
        number: invoice?.number ?? "",
        invoiceId: order.invoiceId,
        familyId: order.familyId,
        amount: formatMoney(order.amountMinor, order.currency, actor.school),
        order: order.providerOrderId ?? "",
        provider: providerLabels[order.provider],
      },
    })
}
