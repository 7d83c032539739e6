import { occasions } from "db/schema/teaching-occasions"
import { and, eq, gt, isNull, lt, ne, or } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { countOf } from "~/utils/formats"
import { joinNames } from "~/utils/names"
import { listClosures } from "../closed-days/closed-days.server"
import { clashText } from "../session/clash"
import { findClashes } from "../session/clash.server"
import { listTimeOff } from "../teacher-time/time-off.server"
import type { Occasion } from "./find-occasion.server"
import { listGuestIds } from "./occasion-guests.server"

const namesShown = 5

/**
 * What else the room, the teacher and the students of an event have at its time, as sentences. An event takes nothing from a
 * lesson: the office is told and decides.
 */
export function listOccasionWarnings(actor: Actor, occasion: Occasion): string[] {
  const { id, startsAt, endsAt, localDate, startTime, endTime, teacherId, roomId, state } = occasion
  if (state === "canceled") return []
  const clashes = findClashes(actor, {
    teacherId,
    roomId,
    studentIds: listGuestIds(actor, id),
    startsAt,
    endsAt,
  })
  const busy = [
    ...new Set(clashes.flatMap(({ resource, resourceName }) => (resource === "student" ? resourceName : []))),
  ].sort()
  const away = teacherId
    ? listTimeOff(actor, { teacherId, from: localDate, to: localDate, states: ["approved"] }).filter(
        ({ fromTime, toTime }) =>
          fromTime === null || toTime === null || (fromTime < endTime && toTime > startTime),
      )
    : []
  const { teacherName, teacherLeftAt, roomName, roomArchivedAt } = occasion
  return [
    ...(teacherLeftAt === null ? [] : [`${teacherName} no longer teaches here. Choose who is in charge.`]),
    ...(roomArchivedAt === null ? [] : [`${roomName} is archived. Choose another room.`]),
    ...listClosures(actor, localDate, localDate).map(({ name }) => `The school is closed that day: ${name}.`),
    ...clashes.filter(({ resource }) => resource !== "student").map(clashText),
    ...away.slice(0, 1).map(({ teacherName }) => `${teacherName} has time off then.`),
    ...listOthers(actor, occasion).map(({ title, isRoom }) =>
      isRoom
        ? `${occasion.roomName ?? "The room"} is also taken by the event ${title}.`
        : `${occasion.teacherName ?? "The teacher"} also leads the event ${title}.`,
    ),
    ...(busy.length > 0
      ? [
          `${countOf(busy.length, "invited student has", "invited students have")} a lesson then: ${joinNames(
            [
              ...busy.slice(0, namesShown),
              ...(busy.length > namesShown ? [`${busy.length - namesShown} more`] : []),
            ],
          )}.`,
        ]
      : []),
  ]
}

/** Other events at the same time in the same room, or with the same teacher. */
function listOthers(actor: Actor, { id, localDate, startsAt, endsAt, teacherId, roomId }: Occasion) {
  if (!teacherId && !roomId) return []
  return othersQuery
    .all(actor, { occasionId: id, localDate, startsAt, endsAt, roomId, teacherId })
    .map((other) => ({ title: other.title, isRoom: roomId !== null && other.roomId === roomId }))
}

// Where an event has no room or no teacher, null stands in the statement, and SQL finds nothing equal to null.
const othersQuery = query(
  (
    p: Params<{
      occasionId: string
      localDate: string
      startsAt: number
      endsAt: number
      roomId: string | null
      teacherId: string | null
    }>,
    own,
  ) =>
    select({ title: occasions.title, roomId: occasions.roomId })
      .from(occasions)
      .where(
        and(
          own(occasions),
          eq(occasions.localDate, p.localDate),
          ne(occasions.id, p.occasionId),
          isNull(occasions.canceledAt),
          lt(occasions.startsAt, p.endsAt),
          gt(occasions.endsAt, p.startsAt),
          or(eq(occasions.roomId, p.roomId), eq(occasions.teacherId, p.teacherId)),
        ),
      ),
)
