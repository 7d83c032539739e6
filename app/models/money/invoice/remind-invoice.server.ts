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
import { findInvoice, type Invoice } from "./invoice.server"
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
    const recipients = mailReminder(actor, invoice)
    recordEvent(actor, {
      verb: "remind",
      noun: "invoice",
      nounId: invoiceId,
      after: { number: invoice.number, mails: recipients.length },
    })
    return { ok: true, recipients }
  })
}

/** Whom a reminder reaches, and what of it is theirs to pay now; minor units. */
export type Reminded = { name: string; openMinor: number }

/**
 * Queues the reminder's mail in the caller's transaction and answers the names of those who get it.
 * @param write the school's own subject and text for each of them, instead of the usual ones
 * @param dueMinor what is due now when that is less than the balance
 */
export function mailReminder(
  actor: Actor,
  invoice: Invoice,
  write?: (reminded: Reminded) => { subject: string; paragraphs: string[] },
  dueMinor = invoice.openMinor,
): string[] {
  const payers = listPayers(actor, { id: invoice.familyId, name: invoice.familyName })
  const money = (amountMinor: number) => formatMoney(amountMinor, invoice.currency, actor.school)
  const reached: string[] = []
  for (const { name, email, guardianId, amountMinor, paidMinor } of invoice.shares) {
    const openMinor = Math.min(amountMinor - paidMinor, invoice.openMinor, dueMinor)
    if (!email || openMinor <= 0) continue
    reached.push(name)
    queueMail({
      template: "invoice-reminder",
      schoolId: actor.school.id,
      recipient: email,
      data: {
        schoolName: actor.school.name,
        recipientName: name,
        number: invoice.number ?? "",
        total: money(invoice.totalMinor),
        open: money(invoice.openMinor),
        dueOn: formatDate(invoice.dueOn, "full", actor.school),
        isOverdue: invoice.state === "overdue",
        invoiceId: invoice.id,
        hasPortal: payers.some((payer) => payer.guardianId === guardianId && payer.hasPortal),
        linkId: linkForMail(
          actor,
          { invoiceId: invoice.id, dueOn: invoice.dueOn },
          { guardianId, name, email },
        ),
        howToPay: howToPay(actor, invoice, openMinor),
        ...write?.({ name, openMinor }),
      },
    })
  }
  return reached
}
