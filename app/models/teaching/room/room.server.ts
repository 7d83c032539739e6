import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { rooms } from "db/schema/teaching"
import { keepUnchanged } from "db/unchanged.server"
import { asc, eq, sql } from "drizzle-orm"
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
  listEveryRoom(actor).flatMap(({ id, name, isArchived }) => (isArchived ? [] : { id, name }))

/**
 * Also the archived ones, with their site and the minutes that they stay empty between lessons, and the minutes between two
 * sites. Read once until a room or a setting changes.
 */
export const listEveryRoom = (actor: Actor) => keepRooms([actor.school.id], () => readRooms(actor))

const keepRooms = keepUnchanged<Readonly<ReturnType<typeof readRooms>>>(500)

const readRooms = (actor: Actor) =>
  select({
    id: rooms.id,
    name: rooms.name,
    isArchived: sql`${rooms.archivedAt} is not null`.mapWith(Boolean),
    site: rooms.site,
    bufferMinutes: sql<number>`coalesce(${rooms.bufferMinutes}, ${schools.roomBufferMinutes})`,
    travelMinutes: schools.travelMinutes,
  })
    .from(rooms)
    .innerJoin(schools, eq(schools.id, rooms.schoolId))
    .where(own(actor, rooms))
    .orderBy(sql`${rooms.name} collate nocase`, asc(rooms.id))
    .all()
