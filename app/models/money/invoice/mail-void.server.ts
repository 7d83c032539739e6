import type { Actor } from "~/models/foundation/access/actor"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { formatMoney } from "~/utils/money"
import { linkForMail } from "../invoice-link/invoice-link.server"
import { portalsOf } from "../payer/list-payers.server"
import type { Invoice } from "./invoice.server"

/** Tells everyone who got an invoice by email that it is void, in the caller's transaction. */
export function mailVoid(
  actor: Actor,
  invoice: Invoice,
  { reason, creditMinor, feesMinor }: { reason: string; creditMinor: number; feesMinor: number },
) {
  const money = (amountMinor: number) => formatMoney(amountMinor, invoice.currency, actor.school)
  const hasPortal = portalsOf(actor, invoice)
  for (const { name, email, payerId } of invoice.shares) {
    if (!email) continue
    queueMail({
      template: "invoice-voided",
      schoolId: actor.school.id,
      recipient: email,
      data: {
        schoolName: actor.school.name,
        recipientName: name,
        number: invoice.number ?? "",
        total: money(invoice.totalMinor),
        reason,
        credit: creditMinor > 0 ? money(creditMinor) : null,
        lateFees: feesMinor > 0 ? money(feesMinor) : null,
        invoiceId: invoice.id,
        hasPortal: hasPortal(payerId),
        linkId: linkForMail(actor, { invoiceId: invoice.id, dueOn: invoice.dueOn }, { payerId, name, email }),
      },
    })
  }
}
