import { db } from "db/client.server"
import { providerEvents } from "db/schema/accounts-subscriptions"
import { count, desc } from "drizzle-orm"
import type { SuperActor } from "~/models/foundation/access/actor"
import { rowsPerPage, type StaffQuery } from "./staff-query"
import { anyHolds } from "./staff-search.server"

/** Messages of the provider, newest first, a page of them; the search looks at ids and kinds. */
export function listProviderEvents(
  _staff: SuperActor,
  { search, page }: Pick<StaffQuery<string>, "search" | "page">,
) {
  const fits = search
    ? anyHolds(search, providerEvents.id, providerEvents.kind, providerEvents.resourceId)
    : undefined
  const total = db().select({ n: count() }).from(providerEvents).where(fits).get()?.n ?? 0
  const rows = db()
    .select()
    .from(providerEvents)
    .where(fits)
    .orderBy(desc(providerEvents.receivedAt), desc(providerEvents.id))
    .limit(rowsPerPage)
    .offset((page - 1) * rowsPerPage)
    .all()
  return { rows, total }
}
