import { transact } from "db/client.server"
import type { Actor } from "~/models/foundation/access/actor"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import type { Result } from "~/utils/result"
import { linkForMail } from "../invoice-link/invoice-link.server"
import { howToPay } from "./how-to-pay.server"
import { invoiceAllows } from "./invoice"
import { findInvoice } from "./invoice.server"
import { listPayers } from "./invoice-payers.server"

/**
 * Emails an unpaid invoice again to each payer on it who has an address and hasn't paid their share, with the balance due.
 * @returns the names of those payers; none when no one has an address
 */
export function remindOfInvoice(
  actor: Actor,
  invoiceId: string,
): Result<{ recipients: string[] }, "no-invoice" | "nothing-open"> {
  return transact(() => {
    const invoice = findInvoice(actor, invoiceId)
    if (!invoice) return { ok: false, reason: "no-invoice" }
    if (!invoiceAllows(invoice, "remind")) return { ok: false, reason: "nothing-open" }
    const payers = listPayers(actor, { id: invoice.familyId, name: invoice.familyName })
    const reachable = invoice.shares.flatMap(({ email, ...share }) => {
      const openMinor = Math.min(share.amountMinor - share.paidMinor, invoice.openMinor)
      return email && openMinor > 0 ? [{ ...share, email, openMinor }] : []
    })
    for (const { name, email, guardianId, openMinor } of reachable)
      queueMail({
        template: "invoice-reminder",
        schoolId: actor.school.id,
        recipient: email,
        data: {
          schoolName: actor.school.name,
          recipientName: name,
          number: invoice.number ?? "",
          total: formatMoney(invoice.totalMinor, invoice.currency, actor.school),
          open: formatMoney(invoice.openMinor, invoice.currency, actor.school),
          dueOn: formatDate(invoice.dueOn, "full", actor.school),
          isOverdue: invoice.state === "overdue",
          invoiceId,
          hasPortal: payers.some((payer) => payer.guardianId === guardianId && payer.hasPortal),
          linkId: linkForMail(actor, { invoiceId, dueOn: invoice.dueOn }, { guardianId, name, email }),
          howToPay: howToPay(actor, invoice, openMinor),
        },
      })
    recordEvent(actor, {
      verb: "remind",
      noun: "invoice",
      nounId: invoiceId,
      after: { number: invoice.number, mails: reachable.length },
    })
    return { ok: true, recipients: reachable.map(({ name }) => name) }
  })
}
