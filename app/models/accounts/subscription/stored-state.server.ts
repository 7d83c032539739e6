import { subscriptions } from "db/schema/accounts-subscriptions"
import { sql } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import type { ClientStatus } from "./subscription"

// How queries read the state of a subscription that is shown.

/** The columns that `clientStatus` looks at. */
export const storedState = {
  status: subscriptions.status,
  paidUntil: subscriptions.paidUntil,
  extendedUntil: subscriptions.extendedUntil,
  heldAt: subscriptions.heldAt,
}

/** `clientStatus` as the database says it; without a subscription it is none. */
export const clientStatusNow = () => sql<ClientStatus>`case
  when ${subscriptions.status} is null then 'none'
  when ${subscriptions.heldAt} is not null then 'expired'
  when ${subscriptions.extendedUntil} > ${now()} then 'active'
  when ${subscriptions.status} in ('pending', 'expired', 'active') then ${subscriptions.status}
  when ${subscriptions.paidUntil} > ${now()} then 'active'
  else 'expired' end`
