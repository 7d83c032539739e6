import { providerEvents } from "db/schema/accounts-subscriptions"
import { and, eq, like, sql } from "drizzle-orm"
import { z } from "zod"
import { select } from "~/models/foundation/access/door.server"
import type { ProviderEvent } from "./provider-event.server"

// A dispute as the provider's signed messages tell of it. They come late, twice and in any order: what counts is the
// newest of those that are kept, by the provider's own time.

const Message = z.object({
  resource: z.object({
    dispute_id: z.string().nullish().catch(null),
    status: z.string().nullish().catch(null),
    update_time: z.iso.datetime({ offset: true }).nullish().catch(null),
    dispute_amount: z
      .object({ currency_code: z.string().length(3), value: z.string().regex(/^\d{1,9}(\.\d{1,2})?$/) })
      .nullish()
      .catch(null),
    seller_response_due_date: z.iso.datetime({ offset: true }).nullish().catch(null),
  }),
  create_time: z.iso.datetime({ offset: true }).nullish().catch(null),
})

export type Dispute = {
  /** The provider's ID of it; the payment's while it names none. */
  id: string
  /** Whether it waits for someone, as of the newest message. */
  isOpen: boolean
  /** When the provider said so last, UTC ms. */
  at: number
  amountMinor: number | null
  currency: string | null
  /** The day by which we have to answer there, in UTC. */
  answerBy: string | null
}

/** How the dispute that a message is about stands, by all messages about it; undefined for a message about nothing. */
export function findDispute({ resourceId, raw }: ProviderEvent): Dispute | undefined {
  if (!resourceId) return undefined
  const disputeId = sql`json_extract(${raw}, '$.resource.dispute_id')`
  const told = select()
    .from(providerEvents)
    .where(
      and(
        eq(providerEvents.resourceId, resourceId),
        like(providerEvents.kind, "CUSTOMER.DISPUTE.%"),
        sql`json_extract(${providerEvents.raw}, '$.resource.dispute_id') is ${disputeId}`,
      ),
    )
    .all()
    .map(read)
    .sort((one, other) => other.at - one.at || Number(other.isSettled) - Number(one.isSettled))
  const newest = told[0]
  if (!newest) return undefined
  const { at, amountMinor, currency, answerBy } = newest
  // Without the provider's own times, what is settled stays so.
  const isSettled = told.every(({ isTimed }) => isTimed)
    ? newest.isSettled
    : told.some((each) => each.isSettled)
  return { id: newest.disputeId ?? resourceId, isOpen: !isSettled, at, amountMinor, currency, answerBy }
}

function read({ kind, raw, receivedAt }: ProviderEvent) {
  const { resource, create_time } = Message.parse(JSON.parse(raw))
  const saidAt = resource.update_time ?? create_time
  const amount = resource.dispute_amount
  return {
    disputeId: resource.dispute_id ?? null,
    isSettled: kind === "CUSTOMER.DISPUTE.RESOLVED" || resource.status === "RESOLVED",
    isTimed: Boolean(saidAt),
    at: saidAt ? Date.parse(saidAt) : receivedAt,
    amountMinor: amount ? Math.round(Number(amount.value) * 100) : null,
    currency: amount?.currency_code ?? null,
    answerBy: resource.seller_response_due_date?.slice(0, 10) ?? null,
  }
}
