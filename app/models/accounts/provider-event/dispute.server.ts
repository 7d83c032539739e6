import { providerEvents } from "db/schema/accounts-subscriptions"
import { and, eq, like, sql } from "drizzle-orm"
import { select } from "~/models/foundation/access/door.server"
import { providerMessages } from "~/providers/platform-provider.server"
import type { ProviderEvent } from "./provider-event.server"

// A dispute as the provider's signed messages tell of it. They come late, twice and in any order: what counts is the
// newest of those that are kept, by the provider's own time.

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
  const { saidAt, ...dispute } = providerMessages.readDispute(kind, raw)
  return { ...dispute, isTimed: saidAt !== null, at: saidAt ?? receivedAt }
}
