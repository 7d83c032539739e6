import { subscriptions } from "db/schema/accounts-subscriptions"
import { type Placeholder, sql } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import type { ClientStatus, StandingKind } from "./subscription"

// How queries read the state of a subscription that is shown.

/** The columns that `clientStatus` looks at. */
export const storedState = {
  status: subscriptions.status,
  paidUntil: subscriptions.paidUntil,
  graceUntil: subscriptions.graceUntil,
  extendedUntil: subscriptions.extendedUntil,
  heldAt: subscriptions.heldAt,
}

/** `clientStatus` as the database says it; without a subscription it is none. */
export const clientStatusNow = () => sql<ClientStatus>`case
  when ${subscriptions.status} is null then 'none'
  when ${subscriptions.heldAt} is not null then 'expired'
  when ${subscriptions.extendedUntil} > ${now()} then 'active'
  when ${subscriptions.status} = 'pending' then 'pending'
  when ${isPaidNow()} then 'active'
  else 'expired' end`

/** What is paid for, or has its grace period. */
const isPaidNow = (
  at: number | Placeholder = now(),
) => sql`(${subscriptions.status} not in ('pending', 'expired') and (
  (${subscriptions.status} = 'active' and ${subscriptions.graceUntil} is null)
  or max(coalesce(${subscriptions.paidUntil}, 0), coalesce(${subscriptions.graceUntil}, 0)) > ${at}))`

/** `standingKindOf` as the database says it; a statement that is prepared once is given the present (UTC ms). */
export const standingNow = (at: number | Placeholder = now()) => sql<StandingKind>`case
  when ${subscriptions.status} is null then 'none'
  when ${subscriptions.heldAt} is not null then 'held'
  when ${isPaidNow(at)} then case
    when ${subscriptions.status} = 'cancelled' then 'ending'
    when ${subscriptions.graceUntil} is not null then 'payment-failed'
    when ${subscriptions.status} = 'suspended' then 'suspended'
    else 'active' end
  when ${subscriptions.extendedUntil} > ${at} then 'extended'
  when ${subscriptions.status} = 'pending' then
    case when ${subscriptions.providerStatus} = 'APPROVED' then 'pending' else 'unpaid' end
  else 'expired' end`
