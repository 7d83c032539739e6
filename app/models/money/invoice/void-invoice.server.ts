import { transact } from "db/client.server"
import { invoiceLines, invoices } from "db/schema/money"
import { and, asc, eq, isNull, ne } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { columns } from "~/models/foundation/access/columns.server"
import { change, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { takeMailBack } from "~/models/foundation/outbox/held-mail.server"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import { portalsOf } from "~/models/money/payer/payer-key.server"
import type { VoidRefusal } from "~/texts/money/refusals"
import { now } from "~/utils/clock.server"
import { joinNames } from "~/utils/join-names"
import { formatMoney } from "~/utils/money"
import type { Result } from "~/utils/result"
import { entryDay, isClosed } from "../closing/closing.server"
import { rememberPlans } from "../installment/shorten-plan.server"
import { linkForMail } from "../invoice-link/invoice-link.server"
import { takeOff } from "../payment/allocate.server"
import { endFeesOfVoid, listFeesAtVoid, sumOfFees } from "./fees-at-void.server"
import { invoiceAllows } from "./invoice"
import { findInvoice, type Invoice } from "./invoice.server"

/**
 * Takes an issued invoice back, and with it those that were issued to the other payers at the same time: their lines share
 * the same charges. Each number stays used, each paper stays readable, the lines are unbilled again. What was paid becomes
 * account credit, and its late fees end that are on no invoice. An email that still waits never leaves; whoever got theirs is told. Refused when one of them has a credit note or was written off.
 * @param reason said to whoever reads the invoice later; not empty
 */
export function voidInvoice(
  actor: Actor,
  { invoiceId, reason }: { invoiceId: string; reason: string },
): Result<{ number: string; creditMinor: number; feesMinor: number }, VoidRefusal> {
  return transact(() => {
    const invoice = findInvoice(actor, invoiceId)
    if (!invoice) return { ok: false, reason: "no-invoice" }
    if (!invoiceAllows(invoice, "void")) return { ok: false, reason: refusalOf(invoice) }
    if (invoice.issuedOn && isClosed(actor, invoice.issuedOn)) return { ok: false, reason: "closed" }
    const others = listOthersOfSet(actor, invoice).flatMap(({ id }) => findInvoice(actor, id) ?? [])
    if (!others.every((other) => invoiceAllows(other, "void"))) return { ok: false, reason: "set-corrected" }
    const all = [invoice, ...others]
    const ids = all.map(({ id }) => id)
    const number = joinNames(all.map((each) => each.number ?? ""))
    const shortenPlans = rememberPlans(actor, ids, `Invoice ${number} was voided`)
    const fees = listFeesAtVoid(actor, ids)
    const creditMinor = all.reduce((sum, each) => {
      const ownFees = fees.filter(({ lateInvoiceId }) => lateInvoiceId === each.id)
      return sum + voidOne(actor, each, { reason: reason.trim(), feesMinor: sumOfFees(ownFees) })
    }, 0)
    endFeesOfVoid(actor, fees, `Invoice ${number} was voided`)
    shortenPlans()
    return { ok: true, number, creditMinor, feesMinor: sumOfFees(fees) }
  })
}

function voidOne(
  actor: Actor,
  invoice: Invoice,
  { reason, feesMinor }: { reason: string; feesMinor: number },
): number {
  const creditMinor = takeOff(actor, invoice.id, invoice.paidMinor)
  const voidedAt = now()
  change(actor, invoices, invoice.id, {
    state: "void",
    voidedAt,
    voidedOn: entryDay(actor),
    voidReason: reason,
  })
  change(actor, invoiceLines, and(eq(invoiceLines.invoiceId, invoice.id), isNull(invoiceLines.releasedAt)), {
    releasedAt: voidedAt,
  })
  const isUnread = takeMailBack(actor.school.id, invoice.id) > 0
  if (!isUnread) mailVoid(actor, invoice, { reason, creditMinor, feesMinor })
  recordEvent(actor, {
    verb: "void",
    noun: "invoice",
    nounId: invoice.id,
    before: { number: invoice.number, totalMinor: invoice.totalMinor },
    after: { reason, ...(creditMinor > 0 ? { creditMinor } : {}) },
  })
  return creditMinor
}

/** The invoices that were issued together with this one, to the family's other payers. */
export const listOthersOfSet = (actor: Actor, { id, setId }: Pick<Invoice, "id" | "setId">) =>
  setId === null
    ? []
    : select(columns(invoices, "id", "number", "billTo", "totalMinor"))
        .from(invoices)
        .where(and(own(actor, invoices), eq(invoices.setId, setId), ne(invoices.id, id)))
        .orderBy(asc(invoices.sequence))
        .all()

function refusalOf({ state }: { state: string }): VoidRefusal {
  if (state === "draft") return "not-issued"
  return state === "void" ? "already-void" : "corrected"
}

/** Tells everyone who got an invoice by email that it is void, in the caller's transaction. */
function mailVoid(
  actor: Actor,
  invoice: Invoice,
  { reason, creditMinor, feesMinor }: { reason: string; creditMinor: number; feesMinor: number },
) {
  const money = (amountMinor: number) => formatMoney(amountMinor, invoice.currency, actor.school)
  const hasPortal = portalsOf(actor, invoice)
  for (const { name, email, payerId } of invoice.shares) {
    if (!email) continue
    mailTo(actor, { email, name }, "invoice-voided", {
      number: invoice.number ?? "",
      total: money(invoice.totalMinor),
      reason,
      credit: creditMinor > 0 ? money(creditMinor) : null,
      lateFees: feesMinor > 0 ? money(feesMinor) : null,
      invoiceId: invoice.id,
      hasPortal: hasPortal(payerId),
      linkId: linkForMail(actor, { invoiceId: invoice.id, dueOn: invoice.dueOn }, { payerId, name, email }),
    })
  }
}
