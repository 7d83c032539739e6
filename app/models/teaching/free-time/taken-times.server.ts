import { students } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { bookings, sessions } from "db/schema/teaching-sessions"
import { and, between, eq, inArray, ne } from "drizzle-orm"
import { alias } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { minutesOfDay } from "~/utils/clock-times"
import { addDays } from "~/utils/dates"
import { classAlone } from "~/utils/lesson-names"
import { fullName } from "~/utils/names"
import { instantOf } from "~/utils/zones"
import type { BookedResource } from "../session/session"
import type { Placed } from "./find-times"

// What teachers, rooms, students and their brothers and sisters have already, or would have, on the school's wall clock.

/** A lesson that would take place: `ids` are its teachers and students. */
export type SupposedLesson = Placed & { ids: string[]; title: string; classId: string }

export const supposedTimes = (lessons: readonly SupposedLesson[] = [], resourceIds: readonly string[]) =>
  lessons.flatMap(({ ids, ...lesson }) =>
    resourceIds
      .filter((id) => ids.includes(id) || id === lesson.roomId)
      .map((resourceId) => ({ ...lesson, resourceId })),
  )

type Span = { from: string; to: string; except?: string }

/** What these teachers, rooms or students have on the dates, on the school's wall clock. */
export function takenTimes(actor: Actor, resource: BookedResource, ids: readonly string[], span: Span) {
  if (ids.length === 0) return []
  return takenQuery(actor, resource, ids, span)
    .all()
    .map(({ startTime, minutes, ...row }) => {
      const start = minutesOfDay(startTime)
      return { ...row, from: start, to: start + minutes }
    })
}

const takenQuery = (
  actor: Actor,
  resource: BookedResource,
  ids: readonly string[],
  { from, to, except }: Span,
) =>
  select({
    resourceId: bookings.resourceId,
    date: sessions.localDate,
    startTime: sessions.startTime,
    minutes: sessions.minutes,
    roomId: sessions.roomId,
    title: classes.name,
    classId: sessions.classId,
  })
    .from(bookings)
    .innerJoin(sessions, joined(sessions, bookings.sessionId))
    .innerJoin(classes, joined(classes, sessions.classId))
    .where(
      and(
        own(actor, bookings),
        eq(bookings.resource, resource),
        inArray(bookings.resourceId, [...ids]),
        between(
          bookings.startsAt,
          instantOf(from, "00:00", actor.school.timeZone),
          instantOf(addDays(to, 1), "00:00", actor.school.timeZone),
        ),
        except ? ne(bookings.sessionId, except) : undefined,
      ),
    )

/** When brothers and sisters are in the building, or would be. */
export function siblingTimes(
  actor: Actor,
  { studentIds, alsoTaken }: { studentIds: readonly string[]; alsoTaken?: readonly SupposedLesson[] },
  span: Span,
) {
  if (studentIds.length === 0) return []
  const sibling = alias(students, "sibling")
  const siblings = select({ id: sibling.id, firstName: sibling.firstName, lastName: sibling.lastName })
    .from(students)
    .innerJoin(sibling, joined(sibling.familyId, students.familyId))
    .where(and(own(actor, students), own(actor, sibling), inArray(students.id, [...studentIds])))
    .all()
    .filter(({ id }) => !studentIds.includes(id))
  const names = new Map(siblings.map(({ id, ...name }) => [id, name]))
  const ids = [...names.keys()]
  const there = [...takenTimes(actor, "student", ids, span), ...supposedTimes(alsoTaken, ids)]
  return there.flatMap(({ resourceId, title, ...time }) => {
    const name = names.get(resourceId)
    return name ? [{ ...time, name: name.firstName, lesson: classAlone(fullName(name), title) }] : []
  })
}
