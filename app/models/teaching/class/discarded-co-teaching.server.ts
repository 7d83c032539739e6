import { teachers } from "db/schema/people"
import { classes, classTeachers } from "db/schema/teaching"
import { coSubstitutes, sessions } from "db/schema/teaching-sessions"
import { and, eq, gte, inArray, isNull, ne, or } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { columns } from "~/models/foundation/access/columns.server"
import { change, find, hasRow, remove, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { deleteToBin } from "~/models/foundation/deleted-record/deleted-record.server"
import { todayOf } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { beginsLater } from "../session/begins-later.server"
import { claimAll, releaseFrom } from "../session/claim.server"
import { settleClashes } from "../session/settle-clashes.server"
import { isKnownTeacher } from "../session/slot.server"

// Co-teaching that was ended before it began leaves no trace in lessons. The bin keeps it, with who was to give single
// lessons in its place; what it books is booked again when it comes back.

type CoTeaching = { id: string; classId: string; teacherId: string; name: string; startsOn: string }

/** Deletes co-teaching that hasn't begun, with its places in these lessons; in the caller's transaction. */
export function discardCoTeaching(
  actor: Actor,
  { id, classId, teacherId, name, startsOn }: CoTeaching,
  sessionIds: readonly string[],
) {
  const places = select(columns(coSubstitutes, "id", "sessionId", "substituteId"))
    .from(coSubstitutes)
    .where(and(own(actor, coSubstitutes), eq(coSubstitutes.teacherId, teacherId)))
    .all()
    .filter(({ sessionId }) => sessionIds.includes(sessionId))
  const className = find(actor, classes, classId)?.name
  for (const { sessionId, substituteId } of places)
    if (substituteId) releaseFrom(actor, "teacher", substituteId, [sessionId])
  const title = `${name}, ${className}, from ${formatDate(startsOn, "medium", actor.school)}`
  deleteToBin(actor, { noun: "co-teaching", recordId: id, name: title }, () => {
    const ids = places.map((place) => place.id)
    remove(actor, coSubstitutes, inArray(coSubstitutes.id, ids))
    remove(actor, classTeachers, id)
  })
}

/**
 * Books what co-teaching out of the bin needs, in the caller's all-or-nothing, once its rows are back. It begins today at
 * the earliest. Refused where it ended meanwhile, the teacher has left or gives the class again, or teaches elsewhere.
 */
export function resumeCoTeaching(
  actor: Actor,
  id: string,
): "place-gone" | "still-there" | "clash" | undefined {
  const row = find(actor, classTeachers, id)
  const found =
    row &&
    select({ teacherId: classes.teacherId, endedOn: classes.endedOn })
      .from(classes)
      .where(own(actor, classes, row.classId))
      .get()
  if (!row || !found || !isKnownTeacher(actor, row.teacherId)) return "place-gone"
  const { classId, teacherId, endsOn } = row
  const day = todayOf(actor)
  const startsOn = row.startsOn > day ? row.startsOn : day
  if ((endsOn !== null && endsOn < startsOn) || (found.endedOn !== null && found.endedOn < startsOn))
    return "place-gone"
  if (found.teacherId === teacherId || isGivenBeside(actor, { id, classId, teacherId }, startsOn))
    return "still-there"
  change(actor, classTeachers, id, { startsOn })
  const coming = listComing(actor, classId, startsOn)
  claimAll(
    actor,
    coming.map((session) => ({ session: { ...session, teacherId: null, roomId: null }, studentIds: [] })),
  )
  const settled = settleClashes(
    actor,
    coming.map((session) => session.id),
    { concerns: ({ resource }) => resource === "teacher" },
  )
  if (!settled.ok) return "clash"
  const name = find(actor, teachers, teacherId)?.name
  recordEvent(actor, {
    verb: "add-co-teacher",
    noun: "class",
    nounId: classId,
    after: { name, teacherId, startsOn },
  })
  return undefined
}

const isGivenBeside = (
  actor: Actor,
  { id, classId, teacherId }: Pick<CoTeaching, "id" | "classId" | "teacherId">,
  day: string,
): boolean =>
  hasRow(
    actor,
    classTeachers,
    and(
      eq(classTeachers.classId, classId),
      eq(classTeachers.teacherId, teacherId),
      ne(classTeachers.id, id),
      or(isNull(classTeachers.endsOn), gte(classTeachers.endsOn, day)),
    ),
  )

/** The class's planned lessons from a day on that have not begun. */
export function listComing(actor: Actor, classId: string, from: string) {
  return select()
    .from(sessions)
    .where(
      and(
        own(actor, sessions),
        eq(sessions.classId, classId),
        gte(sessions.localDate, from),
        eq(sessions.state, "planned"),
        isNull(sessions.registerTakenAt),
        beginsLater(),
      ),
    )
    .all()
}
