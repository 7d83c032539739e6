import { transact } from "db/client.server"
import { rooms } from "db/schema/teaching"
import { and, asc, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, ownRows, query, select } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { Result } from "~/utils/result"
import { changeSettings } from "./school-settings.server"
import type { SitesForm } from "./sites-form"

// A school may teach in several buildings: each room names its site, and teachers need some minutes between two of them.

type RoomSite = { id: string; name: string; site: string | null }

/** The rooms in use with their sites, by name. */
export const listRoomSites = (actor: Actor): RoomSite[] => sitesQuery.all(actor)

const sitesQuery = query((_, own) =>
  select({ id: rooms.id, name: rooms.name, site: rooms.site })
    .from(rooms)
    .where(and(own(rooms), isNull(rooms.archivedAt)))
    .orderBy(sql`${rooms.name} collate nocase`, asc(rooms.id)),
)

/** Sets sites and minutes for what is scheduled from now on; lessons that break them stay. Refused for a room of another school. */
export function changeSites(actor: Actor, { travelMinutes, sites }: SitesForm): Result<void, "not-found"> {
  return transact(() => {
    const known = new Set(
      ownRows(actor, rooms, ["id"])
        .all()
        .map(({ id }) => id),
    )
    if (Object.keys(sites).some((id) => !known.has(id))) return { ok: false, reason: "not-found" }
    changeSettings(actor, "travel", { travelMinutes })
    for (const { id, name, site } of listRoomSites(actor)) {
      const next = (Object.hasOwn(sites, id) ? sites[id] : null) ?? null
      if (next === site) continue
      change(actor, rooms, id, { site: next })
      recordEvent(actor, "room.change-site", id, { before: { name, site }, after: { name, site: next } })
    }
    return { ok: true }
  })
}
