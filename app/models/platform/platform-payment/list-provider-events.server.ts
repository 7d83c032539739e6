import { providerEvents } from "db/schema/accounts-subscriptions"
import { count, desc, sql } from "drizzle-orm"
import type { SuperActor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { PER_PAGE } from "~/utils/page-number"
import type { StaffQuery } from "../staff/staff-query"
import { anyHolds } from "../staff/staff-search.server"

/** Messages of the provider, newest first, a page of them; the search looks at ids and kinds. */
export function listProviderEvents(
  _staff: SuperActor,
  { search, page }: Pick<StaffQuery<string>, "search" | "page">,
) {
  const fits = search
    ? anyHolds(search, providerEvents.id, providerEvents.kind, providerEvents.resourceId)
    : undefined
  const total = select({ n: count() }).from(providerEvents).where(fits).get()?.n ?? 0
  const rows = select({
    event: providerEvents,
    // Its job failed too often: it waits for a person, not for the provider.
    isGivenUp: sql<number>`exists (select 1 from jobs
        where jobs.unique_key = 'apply-provider-event:' || provider_events.id and jobs.state = 'dead')`,
  })
    .from(providerEvents)
    .where(fits)
    .orderBy(desc(providerEvents.receivedAt), desc(providerEvents.id))
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .all()
    .map(({ event, isGivenUp }) => ({ ...event, isGivenUp: isGivenUp === 1 && event.processedAt === null }))
  return { rows, total }
}
