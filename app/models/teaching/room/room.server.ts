import { transact } from "db/client.server"
import { rooms } from "db/schema/teaching"
import { keepUnchanged } from "db/unchanged.server"
import { and, asc, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { Result } from "~/utils/result"

/** Adds a room; refused when one of that name is in use already, however it is capitalised. */
export function addRoom(actor: Actor, { name }: { name: string }): Result<{ roomId: string }, "name-taken"> {
  return transact(() => {
    const trimmed = name.trim()
    const isTaken = listRooms(actor).some((room) => room.name.toLowerCase() === trimmed.toLowerCase())
    if (isTaken) return { ok: false, reason: "name-taken" }
    const id = add(actor, rooms, { name: trimmed })
    recordEvent(actor, { verb: "add", noun: "room", nounId: id, after: { name: trimmed } })
    return { ok: true, roomId: id }
  })
}

/** The rooms in use, by name. */
export const listRooms = (actor: Actor): readonly { id: string; name: string }[] =>
  keepRooms([actor.school.id], () => readRooms(actor))

const keepRooms = keepUnchanged<readonly { id: string; name: string }[]>(500)

function readRooms(actor: Actor) {
  return select({ id: rooms.id, name: rooms.name })
    .from(rooms)
    .where(and(own(actor, rooms), isNull(rooms.archivedAt)))
    .orderBy(sql`${rooms.name} collate nocase`, asc(rooms.id))
    .all()
}
