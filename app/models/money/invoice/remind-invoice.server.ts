import { transact } from "db/client.server"
import type { Actor } from "~/models/foundation/access/actor"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { Reach } from "~/models/foundation/outbox/bounce"
import { listBounced } from "~/models/foundation/outbox/bounce.server"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import { portalsOf } from "~/models/money/payer/payer-key.server"
import type { RemindRefusal } from "~/texts/money/refusals"
import { todayOf } from "~/utils/clock.server"
import { laterOf } from "~/utils/dates"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { joinNames } from "~/utils/names"
import type { Result } from "~/utils/result"
import { claimsOfPayer, dueBy } from "../installment/installment"
import { linkForMail } from "../invoice-link/invoice-link.server"
import { openParts } from "../payer/open-parts"
import { howToPay } from "./how-to-pay.server"
import { invoiceAllows } from "./invoice"
import { findInvoice, type Invoice } from "./invoice.server"
import { listHeld } from "./invoice-run.server"
import { listUnderWay } from "./orders-under-way.server"

/**
 * Emails an unpaid invoice again to each payer on it who has an address and hasn't paid their share, with the balance due.
 * Refused while the email with the invoice itself waits: an undo of its run may still take that back. A payer whose payment
 * a provider is processing isn't reminded, nor one to whom emails come back; refused where that leaves no one.
 * @returns the names of those payers, none when no one has an address, and of those to whom emails come back or who have none
 */
export function remindOfInvoice(
  actor: Actor,
  invoiceId: string,
): Result<{ recipients: string[]; returned?: string[]; withoutEmail?: string[] }, RemindRefusal> {
  return transact(() => {
    const invoice = findInvoice(actor, invoiceId)
    if (!invoice) return { ok: false, reason: "no-invoice" }
    const { state } = invoice
    if (!invoiceAllows(invoice, "remind"))
      return { ok: false, reason: state === "draft" || state === "void" ? state : "nothing-open" }
    if (listHeld(actor, [invoiceId]).size > 0) return { ok: false, reason: "held" }
    const paying = new Set(listUnderWay(actor, invoiceId).map(({ payerId }) => payerId))
    const isLeftOut = (payerId: string | null) => paying.has(payerId)
    const {
      reached: recipients,
      returned,
      withoutEmail,
    } = mailReminder(actor, invoice, undefined, {
      dueOn: invoice.dueOn,
      isLeftOut,
    })
    if (recipients.length === 0 && returned.length > 0) return { ok: false, reason: "returned" }
    if (recipients.length === 0 && paying.size > 0) return { ok: false, reason: "processing" }
    if (recipients.length === 0) return { ok: true, recipients }
    recordEvent(actor, "invoice.remind", invoiceId, {
      after: { number: invoice.number, mails: recipients.length },
    })
    return {
      ok: true,
      recipients,
      ...(returned.length > 0 ? { returned } : {}),
      ...(withoutEmail.length > 0 ? { withoutEmail } : {}),
    }
  })
}

type ReminderAbout = { dueOn: string; isLeftOut?: (payerId: string | null) => boolean }

/** "2 of 3", or "1 and 2 of 3": which installments are due by a day; undefined without a plan. */
export function installmentText(
  { installments, claims }: Pick<Invoice, "installments" | "claims">,
  day: string,
): string | undefined {
  const due = claims.flatMap(({ dueOn, position }) => (dueOn <= day && position ? [String(position)] : []))
  const last = installments.at(-1)
  return due.length > 0 && last ? `${joinNames(due)} of ${last.position}` : undefined
}

/** Whom a reminder reaches, and what of it is theirs to pay now; minor units. */
export type Reminded = { name: string; openMinor: number }

/**
 * Queues the reminder's mail in the caller's transaction and answers the names of those who get it, and of those who don't
 * because emails to them come back or they have no address.
 * @param write the school's own subject and text for each of them, instead of the usual ones
 * @param about the due date it is about, of the invoice or of one of its installments, and whom it isn't for
 */
export function mailReminder(
  actor: Actor,
  invoice: Invoice,
  write?: (reminded: Reminded) => { subject: string; paragraphs: string[] },
  { dueOn, isLeftOut = () => false }: ReminderAbout = invoice,
): Pick<Reach, "reached" | "returned" | "withoutEmail"> {
  const hasPortal = portalsOf(actor, invoice)
  const money = (amountMinor: number) => formatMoney(amountMinor, invoice.currency, actor.school)
  const day = todayOf(actor)
  const until = laterOf(dueOn, day)
  const installment = installmentText(invoice, until)
  const reached: string[] = []
  const returned: string[] = []
  const withoutEmail: string[] = []
  const blocked = new Set(listBounced(invoice.shares))
  const open = openParts(invoice.shares, invoice.openMinor)
  const byReach = [...invoice.shares.entries()].sort(
    ([, one], [, other]) => Number(blocked.has(one)) - Number(blocked.has(other)),
  )
  for (const [index, payer] of byReach) {
    const { name, email, payerId } = payer
    const ownMinor = open[index] ?? 0
    const claims = claimsOfPayer(invoice.claims, invoice.shares, payerId)
    const openMinor = invoice.planId === null ? ownMinor : dueBy(claims, until)
    if (openMinor <= 0 || isLeftOut(payerId)) continue
    if (!email) {
      withoutEmail.push(name)
      continue
    }
    ;(blocked.has(payer) ? returned : reached).push(name)
    // Someone else has it: who can't be emailed is notified on their devices with them.
    if (reached.length === 0) continue
    mailTo(actor, { email, name }, "invoice-reminder", {
      number: invoice.number ?? "",
      total: money(invoice.totalMinor),
      open: money(invoice.openMinor),
      dueOn: formatDate(dueOn, "full", actor.school),
      isOverdue: dueOn < day,
      ...(installment ? { installment, installmentDue: money(openMinor) } : {}),
      invoiceId: invoice.id,
      hasPortal: hasPortal(payerId),
      linkId: linkForMail(actor, { invoiceId: invoice.id, dueOn: invoice.dueOn }, { payerId, name, email }),
      howToPay: howToPay(actor, invoice, openMinor),
      ...write?.({ name, openMinor }),
    })
  }
  return { reached, returned, withoutEmail }
}
