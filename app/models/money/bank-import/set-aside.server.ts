import { transact } from "db/client.server"
import { bankEntries } from "db/schema/money-bank"
import { expenses } from "db/schema/money-expenses"
import { payments } from "db/schema/money-payments"
import { and, count, eq, gte } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, find, hasRow, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"

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
 * it isn't set aside for that again. One that is other income is that until it is deleted there.
 */
export const restoreEntry = (actor: Actor, entryId: string): Result<void, "no-entry"> =>
  transact(() => {
    const entry = find(actor, bankEntries, entryId)
    const payment = entry?.paymentId ? find(actor, payments, entry.paymentId) : undefined
    const isIncome = select({ id: expenses.id })
      .from(expenses)
      .where(and(own(actor, expenses), eq(expenses.bankEntryId, entryId)))
      .get()
    if (isIncome) return { ok: false, reason: "no-entry" }
    const mayReturn =
      entry?.state === "ignored" || (entry?.state === "recorded" && typeof payment?.reversedAt === "number")
    if (!mayReturn) return { ok: false, reason: "no-entry" }
    const changes = change(actor, bankEntries, entryId, { state: "open", paymentId: null, settledAt: null })
    return noted(actor, "restore-transfer", entryId, changes)
  })

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
  recordEvent(actor, { verb, noun: "school", nounId: actor.school.id, after: { transfer: entryId } })
  return { ok: true }
}
