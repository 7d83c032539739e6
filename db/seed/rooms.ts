import { db } from "db/client.server"
import { teachers } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { addRoom, changeRoom } from "~/models/teaching/room/room.server"

export const addRooms = (actor: Actor): Record<string, string> =>
  Object.fromEntries(Object.keys(roomsHold).map((name) => [name, newRoom(actor, name)]))

function newRoom(actor: Actor, name: string): string {
  const added = addRoom(actor, { name })
  if (!added.ok) throw new Error(`The room ${name} was not added: ${added.reason}`)
  return added.roomId
}

/** How many students each room holds: at least those of the groups that meet in it. */
const roomsHold: Record<string, number> = {
  "Room 1": 8,
  "Room 2": 9,
  "Studio 3": 10,
  "Drum room": 8,
  Hall: 40,
}

/** Each teacher has a room; the sessions made ahead get it too. */
export function giveRooms(actor: Actor, rooms: Record<string, string>) {
  const roomOf: Record<string, string | undefined> = {
    "Beatriz Alvarez": rooms["Room 1"],
    "Ingrid Solheim": rooms["Room 2"],
    "Marcus Whitfield": rooms["Studio 3"],
    "Kwame Boateng": rooms["Drum room"],
    "Helena Novak": rooms.Hall,
  }
  const staff = db().select().from(teachers).where(eq(teachers.schoolId, actor.school.id)).all()
  for (const teacher of staff) {
    const roomId = roomOf[teacher.name] ?? null
    const theirs = <T extends typeof classes | typeof sessions>(table: T) =>
      and(eq(table.schoolId, actor.school.id), eq(table.teacherId, teacher.id))
    db().update(classes).set({ roomId }).where(theirs(classes)).run()
    db().update(sessions).set({ roomId }).where(theirs(sessions)).run()
    const name = Object.keys(rooms).find((each) => rooms[each] === roomId)
    if (name && roomId)
      changeRoom(actor, roomId, { name, fits: roomsHold[name] ?? null, teacherId: teacher.id })
  }
}
