import { payments } from "db/schema/money-payments"
import type { Actor } from "~/models/foundation/access/actor"
import { find } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { OpenDispute } from "~/providers/payment-provider"
import { formatDate } from "~/utils/formats"
import { findChargeback } from "./chargeback.server"
import { findDispute } from "./open-dispute.server"
import { tellOffice } from "./refund.server"

// A payer disputes an online payment. Nothing of the books changes until it's decided (chargeback.server.ts); the school has to answer
// at the provider by a day.

/**
 * Takes over how the dispute of a payment is, in the caller's transaction: the office is told by email of a new one, of a day by which
 * to answer that it didn't know, and of one that it won. What the payer's bank takes or gives back by it has a letter of its own. Said
 * twice, it changes nothing.
 */
export function followDispute(actor: Actor, paymentId: string, said: OpenDispute | "won" | null) {
  const known = findDispute(actor, paymentId)
  const payment = find(actor, payments, paymentId)
  if (!payment) return
  if (!said || said === "won") {
    if (known) endDispute(actor, payment, known.amountMinor, said === "won")
    return
  }
  const { amountMinor, answerBy } = said
  if (known?.amountMinor === amountMinor && known.answerBy === answerBy) return
  recordEvent(actor, "payment.dispute", paymentId, { after: { amountMinor, answerBy } })
  if (known && (!answerBy || answerBy === known.answerBy)) return
  const { payerName } = payment
  const by = answerBy && formatDate(answerBy, "medium")
  tellOffice(actor, { kind: "disputed", amountMinor, payerName, numbers: [], paymentId, answerBy: by })
}

function endDispute(
  actor: Actor,
  { id: paymentId, payerName }: typeof payments.$inferSelect,
  amountMinor: number,
  isWon: boolean,
) {
  recordEvent(actor, "payment.end-dispute", paymentId)
  if (isWon && findChargeback(actor, paymentId).standingMinor === 0)
    tellOffice(actor, { kind: "kept", amountMinor, payerName, numbers: [], paymentId })
}
