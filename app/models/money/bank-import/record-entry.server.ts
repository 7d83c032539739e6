import { transact } from "db/client.server"
import { bankEntries } from "db/schema/money-bank"
import { expenses } from "db/schema/money-expenses"
import { payments } from "db/schema/money-payments"
import { and, count, eq, gte, inArray } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, find, hasRow, ownRows, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now, todayOf } from "~/utils/clock.server"
import { earlierOf } from "~/utils/dates"
import type { Result } from "~/utils/result"
import { findInvoice, type Invoice } from "../invoice/invoice.server"
import { recordPayment } from "../payment/payment.server"
import { partOf } from "./same-transfer.server"

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
    const entry = ownRows(actor, bankEntries)
      .where(and(eq(bankEntries.id, entryId), eq(bankEntries.state, "open")))
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

/** So long it is said that a payment was reversed. */
const noticedFor = 30 * 86_400_000

/** Sets an open transfer aside as no family's payment. */
export const ignoreEntry = (actor: Actor, entryId: string): Result<void, "no-entry"> =>
  transact(() => {
    const which = and(eq(bankEntries.id, entryId), eq(bankEntries.state, "open"))
    const changes = change(actor, bankEntries, which, { state: "ignored", settledAt: now() })
    return noted(actor, "ignore-transfer", entryId, changes)
  })

// A transfer that is other income is set aside with it, and is open again when that is deleted. Both in the caller's transaction.

export const setAsideFor = (actor: Actor, entryId: string) =>
  void change(actor, bankEntries, and(eq(bankEntries.id, entryId), eq(bankEntries.state, "open")), {
    state: "ignored",
    settledAt: now(),
  })

export const reopenFor = (actor: Actor, entryId: string) =>
  void change(actor, bankEntries, and(eq(bankEntries.id, entryId), eq(bankEntries.state, "ignored")), {
    state: "open",
    settledAt: null,
  })

/**
 * Takes a transfer up again that was set aside, or whose payment was reversed since. A payout that it was taken for keeps it, so that
 * it isn't set aside for that again. One that is other income is that until it is deleted there. Refused of a sum whose parts came
 * with another file: its money would count twice.
 */
export const restoreEntry = (actor: Actor, entryId: string): Result<void, "no-entry" | "in-parts"> =>
  transact(() => {
    const entry = find(actor, bankEntries, entryId)
    const payment = entry?.paymentId ? find(actor, payments, entry.paymentId) : undefined
    const isIncome = ownRows(actor, expenses, ["id"]).where(eq(expenses.bankEntryId, entryId)).get()
    if (isIncome) return { ok: false, reason: "no-entry" }
    const mayReturn =
      entry?.state === "ignored" || (entry?.state === "recorded" && typeof payment?.reversedAt === "number")
    if (!mayReturn) return { ok: false, reason: "no-entry" }
    if (isInParts(actor, entry)) return { ok: false, reason: "in-parts" }
    const changes = change(actor, bankEntries, entryId, { state: "open", paymentId: null, settledAt: null })
    return noted(actor, "restore-transfer", entryId, changes)
  })

/** Whether the single transfers that a sum is made of are here, too. */
const isInParts = (actor: Actor, { bookedOn, bankReference, ...whole }: typeof bankEntries.$inferSelect) =>
  bankReference !== null &&
  partOf(whole) === undefined &&
  ownRows(actor, bankEntries, ["entryKey"])
    .where(
      and(inArray(bankEntries.state, ["open", "recorded", "ignored"]), eq(bankEntries.bookedOn, bookedOn)),
    )
    .all()
    .some((each) => partOf(each) === bankReference)

/** How many recorded transfers had their payment reversed in the last 30 days: they may be restored, or left. */
export const countReversedEntries = (actor: Actor): number =>
  select({ n: count() })
    .from(bankEntries)
    .innerJoin(payments, joined(payments, bankEntries.paymentId))
    .where(
      and(
        own(actor, bankEntries),
        eq(bankEntries.state, "recorded"),
        gte(payments.reversedAt, now() - noticedFor),
      ),
    )
    .get()?.n ?? 0

/** Whether a payment was recorded from a bank transfer. */
export const isOfTransfer = (actor: Actor, paymentId: string): boolean =>
  hasRow(actor, bankEntries, eq(bankEntries.paymentId, paymentId))

function noted(
  actor: Actor,
  verb: "ignore-transfer" | "restore-transfer",
  entryId: string,
  changes: number,
): Result<void, "no-entry"> {
  if (changes === 0) return { ok: false, reason: "no-entry" }
  recordEvent(actor, `school.${verb}`, actor.school.id, { after: { transfer: entryId } })
  return { ok: true }
}
