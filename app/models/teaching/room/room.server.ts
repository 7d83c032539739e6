import { cacheUntilWrite } from "db/cache-until-write.server"
import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { teachers } from "db/schema/people"
import { rooms } from "db/schema/teaching"
import { roomFacts } from "db/schema/teaching-rooms"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, between, count, desc, eq, isNotNull, isNull, sql } from "drizzle-orm"
import { addEntry, listEntries, renameEntry } from "~/models/accounts/school-list/school-list.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, addOrChange, hasRow, type Params, query, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import { type Weekday, weekDates } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import type { Result } from "~/utils/result"
import { today } from "~/utils/zones"
import type { RoomFacts, RoomRow } from "./room"

/** Adds a room; refused when one of that name is in use already, however it is capitalised. */
export function addRoom(actor: Actor, { name }: { name: string }): Result<{ roomId: string }, "name-taken"> {
  return transact(() => {
    const trimmed = name.trim()
    const isTaken = listRooms(actor).some((room) => room.name.toLowerCase() === trimmed.toLowerCase())
    if (isTaken) return { ok: false, reason: "name-taken" }
    const id = add(actor, rooms, { name: trimmed })
    recordEvent(actor, "room.add", id, { after: { name: trimmed } })
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

const keepRooms = cacheUntilWrite<Readonly<ReturnType<typeof readRooms>>>(500)

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

// What is known of a room beside its name. The usual teacher is one who teaches at the school now.

/** By room; one of which nothing is known is missing. A teacher who has left isn't the usual one of any room. */
export function findRoomFacts(actor: Actor): Map<string, RoomFacts & { teacherName: string | null }> {
  const rows = factsQuery.all(actor)
  return new Map(rows.map(({ roomId, ...facts }) => [roomId, facts]))
}

const factsQuery = query((_, own) =>
  select({
    roomId: roomFacts.roomId,
    fits: roomFacts.fits,
    teacherId: teachers.id,
    teacherName: teachers.name,
  })
    .from(roomFacts)
    .leftJoin(teachers, and(joined(teachers, roomFacts.teacherId), isNull(teachers.deactivatedAt)))
    .where(own(roomFacts)),
)

/** All rooms with their week, archived ones last. */
export function listRoomRows(actor: Actor): RoomRow[] {
  const facts = findRoomFacts(actor)
  const lessons = groupBy(listWeek(actor), ({ roomId }) => roomId)
  return listEntries(actor, "rooms").map((room) => {
    const { fits = null, teacherId = null, teacherName = null } = facts.get(room.id) ?? {}
    const week = lessons.get(room.id) ?? []
    return {
      ...room,
      fits,
      teacherId,
      lessons: week.reduce((sum, { n }) => sum + n, 0),
      teachers: teacherName ? [teacherName] : week.flatMap(({ name }) => name ?? []),
    }
  })
}

/** This week's planned lessons by room and teacher, those with the most first. */
function listWeek(actor: Actor) {
  const { timeZone, weekStart } = actor.school
  const days = weekDates(today(timeZone, now()), weekStart as Weekday)
  return weekQuery.all(actor, { first: days[0], last: days.at(-1) })
}

const weekQuery = query((p: Params<{ first: string | undefined; last: string | undefined }>, own) =>
  select({ roomId: sessions.roomId, name: teachers.name, n: count() })
    .from(sessions)
    .leftJoin(teachers, joined(teachers, sessions.teacherId))
    .where(
      and(
        own(sessions),
        between(sessions.localDate, p.first, p.last),
        eq(sessions.state, "planned"),
        isNotNull(sessions.roomId),
      ),
    )
    .groupBy(sessions.roomId, sessions.teacherId)
    .orderBy(desc(count()), sql`${teachers.name} collate nocase`),
)

type Refusal = "name-taken" | "not-found" | "no-such-teacher"

/** Adds a room. Refuses a name that is in use, and a teacher who isn't at the school. */
export function addRoomWith(
  actor: Actor,
  { name, ...facts }: RoomFacts & { name: string },
): Result<{ name: string }, Refusal> {
  return transact(() => {
    if (!isTeacherHere(actor, facts.teacherId)) return { ok: false, reason: "no-such-teacher" }
    const added = addEntry(actor, "rooms", name)
    if (!added.ok) return added
    const room = listEntries(actor, "rooms").find((each) => each.name === name)
    if (room) keepFacts(actor, room.id, facts)
    return added
  })
}

/** Renames a room and keeps what is said of it. Refuses a name that is in use, and a teacher who isn't at the school. */
export function changeRoom(
  actor: Actor,
  roomId: string,
  { name, ...facts }: RoomFacts & { name: string },
): Result<{ name: string }, Refusal> {
  return transact(() => {
    if (!isTeacherHere(actor, facts.teacherId)) return { ok: false, reason: "no-such-teacher" }
    const renamed = renameEntry(actor, "rooms", roomId, name)
    if (!renamed.ok) return renamed
    const { fits = null, teacherId = null } = findRoomFacts(actor).get(roomId) ?? {}
    if (fits === facts.fits && teacherId === facts.teacherId) return renamed
    keepFacts(actor, roomId, facts)
    recordEvent(actor, "room.change", roomId, {
      before: { name, fits, teacherId },
      after: { name, ...facts },
    })
    return renamed
  })
}

function keepFacts(actor: Actor, roomId: string, facts: RoomFacts) {
  addOrChange(actor, roomFacts, { roomId, ...facts }, { as: [roomFacts.roomId], to: facts })
}

const isTeacherHere = (actor: Actor, teacherId: string | null): boolean =>
  teacherId === null ||
  hasRow(actor, teachers, and(eq(teachers.id, teacherId), isNull(teachers.deactivatedAt)))
