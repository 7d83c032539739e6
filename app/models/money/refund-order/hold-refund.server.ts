import { refundOrders } from "db/schema/money-payments"
import type { Actor } from "~/models/foundation/access/actor"
import { add } from "~/models/foundation/access/door.server"
import { newRow } from "~/models/foundation/access/new-row.server"
import type { ProviderName } from "~/providers/payment-provider"

type Held = {
  paymentId: string
  amountMinor: number
  /** The payment's. */
  currency: string
  provider: ProviderName
  payeeEmail: string
  reason: string
  /** The provider's ID of a refund that it keeps pending; without one it is yet to be asked. */
  providerReference?: string
}

/** Writes down a refund through the provider, in the caller's transaction: from now on its amount is held. Answers its id. */
export function holdRefund(actor: Actor, { providerReference, ...facts }: Held): string {
  const row = newRow(actor)
  const state = providerReference === undefined ? "created" : "pending"
  add(actor, refundOrders, {
    ...row,
    ...facts,
    providerReference,
    state,
    memberId: actor.memberId,
    updatedAt: row.createdAt,
  })
  return row.id
}
