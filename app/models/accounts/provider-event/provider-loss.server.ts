import { z } from "zod"
import type { ProviderEvent } from "./provider-event.server"

const Message = z.object({
  resource: z
    .object({ dispute_outcome: z.object({ outcome_code: z.string() }).nullish().catch(null) })
    .nullish()
    .catch(null),
  create_time: z.iso.datetime({ offset: true }).nullish().catch(null),
})

/**
 * When a message was written and came, UTC ms, and whether it says by itself that a payment's money is the payer's: the bank
 * reversed it, or a dispute was resolved in their favor.
 */
export function readLoss({ kind, raw, receivedAt }: ProviderEvent) {
  const { resource, create_time } = Message.parse(JSON.parse(raw))
  const isLoss =
    kind === "PAYMENT.CAPTURE.REVERSED" ||
    (kind === "CUSTOMER.DISPUTE.RESOLVED" &&
      resource?.dispute_outcome?.outcome_code === "RESOLVED_BUYER_FAVOUR")
  return { at: create_time ? Date.parse(create_time) : receivedAt, receivedAt, isLoss }
}
