import { families } from "db/schema/people"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows } from "~/models/foundation/access/door.server"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import { findPayerContact, listPayers } from "~/models/money/payer/payer-key.server"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { type PaymentMethod, paidWithText } from "./payment"

// Whoever is refunded is told, however the money went back.

type Told = {
  amountMinor: number
  currency: string
  method: PaymentMethod
  /** Where a provider sends it back to, as it was paid: "Visa ending 4242" where it says so. */
  back?: { paidWith: string | null }
  /** `YYYY-MM-DD` */
  refundedOn: string
  /** Unknown of a refund that was made at the provider. */
  reason: string | null
  /** What invoices that it had paid have open again; none of account credit. */
  dueAgain?: { numbers: readonly string[]; amountMinor: number }
}

/** Emails the payer of a refunded payment, in the caller's transaction. */
export function tellPayer(
  actor: Actor,
  { payerId, payerName }: { payerId: string | null; payerName: string },
  refund: Told,
) {
  mailRefund(actor, { name: payerName, email: findPayerContact(actor, payerId)?.email }, refund)
}

/**
 * Emails those who have the account credit that was paid out, in the caller's transaction: each payer of their own, the
 * family's guardians of the family's.
 */
export function tellOfCredit(
  actor: Actor,
  familyId: string,
  parts: readonly { payerId: string | null; amountMinor: number }[],
  refund: Omit<Told, "amountMinor">,
) {
  const minorOf = new Map<string | null, number>()
  for (const { payerId, amountMinor } of parts)
    minorOf.set(payerId, (minorOf.get(payerId) ?? 0) + amountMinor)
  for (const [payerId, amountMinor] of minorOf)
    for (const to of payerId === null ? guardiansOf(actor, familyId) : [findPayerContact(actor, payerId)])
      if (to) mailRefund(actor, to, { ...refund, amountMinor }, true)
}

function guardiansOf(actor: Actor, familyId: string) {
  const family = ownRows(actor, families, ["id", "name"]).where(eq(families.id, familyId)).get()
  return family ? listPayers(actor, family).filter(({ isOutside }) => !isOutside) : []
}

function mailRefund(
  actor: Actor,
  { name, email }: { name: string; email?: string | null },
  { amountMinor, currency, method, back, refundedOn, reason, dueAgain }: Told,
  isCredit = false,
) {
  if (!email) return
  mailTo(actor, { email, name }, "refund-given", {
    amount: formatMoney(amountMinor, currency, actor.school),
    method: paidWithText({ method, ...back }),
    ...(back ? { isSentBack: true } : {}),
    refundedOn: formatDate(refundedOn, "full", actor.school),
    reason,
    ...(isCredit ? { isCredit } : {}),
    ...(dueAgain && dueAgain.amountMinor > 0
      ? {
          dueAgain: {
            amount: formatMoney(dueAgain.amountMinor, currency, actor.school),
            numbers: dueAgain.numbers.join(", "),
          },
        }
      : {}),
  })
}
