import { transact } from "db/client.server"
import { rooms } from "db/schema/teaching"
import { and, asc, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, query, select } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { Result } from "~/utils/result"
import type { RoomBuffersForm } from "./room-buffers-form"
import { changeSettings } from "./school-settings.server"

// How long a room stays empty between two lessons: as long as the school says, unless the room has minutes of its own.

export type RoomBuffer = { id: string; name: string; minutes: number | null }

/** The rooms in use with their own minutes, by name. */
export const listRoomBuffers = (actor: Actor): RoomBuffer[] => buffersQuery.all(actor)

const buffersQuery = query((_, own) =>
  select({ id: rooms.id, name: rooms.name, minutes: rooms.bufferMinutes })
    .from(rooms)
    .where(and(own(rooms), isNull(rooms.archivedAt)))
    .orderBy(sql`${rooms.name} collate nocase`, asc(rooms.id)),
)

/** Sets the minutes for what is scheduled from now on; lessons that break them stay. Refused for a room of another school. */
export function changeRoomBuffers(
  actor: Actor,
  { minutes, ofRooms }: RoomBuffersForm,
): Result<void, "not-found"> {
  return transact(() => {
    const listed = listRoomBuffers(actor)
    const known = new Set(listed.map(({ id }) => id))
    if (Object.keys(ofRooms).some((id) => !known.has(id))) return { ok: false, reason: "not-found" }
    changeSettings(actor, "room-buffers", { roomBufferMinutes: minutes })
    for (const { id, name, minutes: before } of listed) {
      const next = (Object.hasOwn(ofRooms, id) ? ofRooms[id] : null) ?? null
      if (next === before) continue
      change(actor, rooms, id, { bufferMinutes: next })
      recordEvent(actor, "room.change-buffer", id, {
        before: { name, minutes: before },
        after: { name, minutes: next },
      })
    }
    return { ok: true }
  })
}
