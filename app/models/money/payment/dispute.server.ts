import { payments } from "db/schema/money-payments"
import type { Actor } from "~/models/foundation/access/actor"
import { find } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { OpenDispute } from "~/providers/payment-provider"
import { formatDate } from "~/utils/formats"
import { findDispute } from "./open-dispute.server"
import { tellOffice } from "./refund.server"

// A payer disputes an online payment. Nothing of the books changes until it's decided (chargeback.server.ts); the school has to answer
// at the provider by a day.

/**
 * Takes over how the dispute of a payment is, in the caller's transaction: the office is told by email of a new one, and of a day by which
 * to answer that it didn't know. Said twice, it changes nothing.
 */
export function followDispute(actor: Actor, paymentId: string, said: OpenDispute | null) {
  const known = findDispute(actor, paymentId)
  const payment = find(actor, payments, paymentId)
  if (!payment || (!known && !said)) return
  if (!said) return recordEvent(actor, "payment.end-dispute", paymentId)
  const { amountMinor, answerBy } = said
  if (known?.amountMinor === amountMinor && known.answerBy === answerBy) return
  recordEvent(actor, "payment.dispute", paymentId, { after: { amountMinor, answerBy } })
  if (known && (!answerBy || answerBy === known.answerBy)) return
  const { payerName } = payment
  const by = answerBy && formatDate(answerBy, "medium")
  tellOffice(actor, { kind: "disputed", amountMinor, payerName, numbers: [], paymentId, answerBy: by })
}
