import { bookings, sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, gt, inArray } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { instantOf } from "~/utils/zones"
import type { SessionRow } from "../session/session"
import { listSessionsById } from "../session/session-list.server"
import { searchWhose } from "./whose-lessons.server"

// The next lessons of whom an office has on the phone: found by a student's or a class's name.

const mostLessons = 12

/** The planned lessons of students and classes found by name, from a date on, soonest first; `found` is how many names match. */
export function searchComingLessons(
  actor: Actor,
  text: string,
  from: string,
): { found: number; lessons: SessionRow[] } {
  const whose = searchWhose(actor, text)
  const since = Math.max(now(), instantOf(from, "00:00", actor.school.timeZone))
  const idsOf = (wanted: "student" | "class") =>
    whose.filter(({ kind }) => kind === wanted).map(({ id }) => id)
  const coming = [
    ...listOfStudents(actor, idsOf("student"), since),
    ...listOfClasses(actor, idsOf("class"), since),
  ]
  const soonest = coming.sort((one, other) => one.startsAt - other.startsAt).map(({ id }) => id)
  const ids = [...new Set(soonest)].slice(0, mostLessons)
  return { found: whose.length, lessons: listSessionsById(actor, ids) }
}

function listOfStudents(actor: Actor, studentIds: readonly string[], since: number) {
  if (studentIds.length === 0) return []
  return select({ id: sessions.id, startsAt: sessions.startsAt })
    .from(bookings)
    .innerJoin(sessions, joined(sessions, bookings.sessionId))
    .where(
      and(
        own(actor, bookings),
        eq(bookings.resource, "student"),
        inArray(bookings.resourceId, [...studentIds]),
        gt(bookings.startsAt, since),
        eq(sessions.state, "planned"),
      ),
    )
    .orderBy(asc(bookings.startsAt))
    .limit(mostLessons)
    .all()
}

function listOfClasses(actor: Actor, classIds: readonly string[], since: number) {
  if (classIds.length === 0) return []
  return select({ id: sessions.id, startsAt: sessions.startsAt })
    .from(sessions)
    .where(
      and(
        own(actor, sessions),
        inArray(sessions.classId, [...classIds]),
        gt(sessions.startsAt, since),
        eq(sessions.state, "planned"),
      ),
    )
    .orderBy(asc(sessions.startsAt))
    .limit(mostLessons)
    .all()
}
