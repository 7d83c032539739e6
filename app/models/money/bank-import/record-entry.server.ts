import { transact } from "db/client.server"
import { bankEntries } from "db/schema/money-bank"
import { and, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { now, todayOf } from "~/utils/clock.server"
import { earlierOf } from "~/utils/dates"
import type { Result } from "~/utils/result"
import { findInvoice, type Invoice } from "../invoice/invoice.server"
import { recordPayment } from "../payment/payment.server"

export type RecordRefusal = "no-entry" | "no-invoice" | "no-family" | "other-currency"

/** What a transfer pays: invoices of one family, in this order, or whatever is due of a family, the oldest first. */
export type Paid = { invoiceIds: readonly string[] } | { familyId: string }

/**
 * Records a transfer as a payment, once: in one transaction the entry leaves the open ones and the payment is made. What is
 * more than the balance becomes the family's account credit. Refuses one that came in another currency than the school's.
 */
export function recordEntry(
  actor: Actor,
  { entryId, ...paid }: { entryId: string } & Paid,
): Result<{ paymentId: string; amountMinor: number; creditMinor: number }, RecordRefusal> {
  return transact(() => {
    const entry = select()
      .from(bankEntries)
      .where(and(own(actor, bankEntries, entryId), eq(bankEntries.state, "open")))
      .get()
    if (!entry) return { ok: false, reason: "no-entry" }
    if (entry.currency !== actor.school.currency) return { ok: false, reason: "other-currency" }
    const about: About | undefined =
      "familyId" in paid ? { ...paid, payers: [] } : aboutInvoices(actor, paid.invoiceIds)
    if (!about) return { ok: false, reason: "no-invoice" }
    const { payers, ...target } = about
    const [payer] = payers
    const recorded = recordPayment(actor, {
      ...target,
      amountMinor: entry.amountMinor,
      method: "transfer",
      receivedOn: earlierOf(entry.bookedOn, todayOf(actor)),
      payerName: entry.payerName || payer?.name || "Unknown payer",
      payerId: payers.length === 1 ? payer?.payerId : null,
      note: [entry.reference, entry.bankReference].filter(Boolean).join(" · ").slice(0, 500) || null,
      hasArrived: true,
    })
    if (!recorded.ok) return { ok: false, reason: "familyId" in paid ? "no-family" : "no-invoice" }
    const { paymentId, creditMinor } = recorded
    change(actor, bankEntries, entryId, { state: "recorded", paymentId, settledAt: now() })
    return { ok: true, paymentId, amountMinor: entry.amountMinor, creditMinor }
  })
}

type Payer = { payerId: string | null; name: string }
type Parts = { invoiceId: string; amountMinor: number }[]
type About = { payers: Payer[] } & ({ familyId: string } | { invoiceId: string } | { parts: Parts })

/** One invoice, or several with what each has open; undefined when one of them is no invoice, or void. */
function aboutInvoices(actor: Actor, invoiceIds: readonly string[]): About | undefined {
  const ids = [...new Set(invoiceIds)]
  const found = ids.flatMap((id) => findInvoice(actor, id) ?? [])
  const [first] = found
  if (!first || found.length < ids.length || !found.every(isIssued)) return undefined
  const payers = payersOf(found)
  if (found.length === 1) return { invoiceId: first.id, payers }
  return { parts: found.map(({ id, openMinor }) => ({ invoiceId: id, amountMinor: openMinor })), payers }
}

const isIssued = ({ number, state }: Invoice) => number !== null && state !== "void"

/** Who shares the invoices, each once. */
function payersOf(invoices: readonly Invoice[]): Payer[] {
  const payers = new Map<string, Payer>()
  for (const { shares, billTo } of invoices) {
    if (shares.length === 0) payers.set(billTo, { payerId: null, name: billTo })
    for (const { payerId, name } of shares) payers.set(payerId ?? name, { payerId, name })
  }
  return [...payers.values()]
}

/** Records many, each on its own: what someone else was quicker with is counted, not doubled. */
export function recordEntries(
  actor: Actor,
  choices: readonly { entryId: string; invoiceIds: readonly string[] }[],
) {
  let [recorded, amountMinor, creditMinor, refused] = [0, 0, 0, 0]
  for (const choice of choices) {
    const answer = recordEntry(actor, choice)
    if (answer.ok) {
      recorded += 1
      amountMinor += answer.amountMinor
      creditMinor += answer.creditMinor
    } else refused += 1
  }
  return { recorded, amountMinor, creditMinor, refused }
}
