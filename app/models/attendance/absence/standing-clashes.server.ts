import { arrangedLessons } from "db/schema/attendance-absences"
import { and, eq } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { coTeachersOn } from "~/models/teaching/co-teacher/co-teacher.server"
import type { Clash } from "~/models/teaching/session/clash"
import { findClashes } from "~/models/teaching/session/clash.server"
import { attendeesOn, type findSessionRow } from "~/models/teaching/session/slot.server"

// What was booked twice before an arrangement: an undo leads back to that, and the schedule names it as it did before.

/** Another lesson that had a teacher, a room or a student at the same time, and when it began (UTC ms). */
export const Standing = z.object({ sessionId: z.string(), resourceId: z.string(), startsAt: z.number() })
type Standing = z.output<typeof Standing>

/** What of a lesson is booked twice where it is now. */
export function listStanding(
  actor: Actor,
  session: NonNullable<ReturnType<typeof findSessionRow>>,
): Standing[] {
  const { id, classId, localDate, teacherId, roomId, startsAt, endsAt } = session
  return findClashes(actor, {
    teacherId,
    coTeacherIds: coTeachersOn(actor, classId, localDate, id).filter((each) => each !== teacherId),
    roomId,
    studentIds: attendeesOn(actor, session, localDate),
    startsAt,
    endsAt,
    exceptSessionId: id,
  }).map(({ resourceId, other }) => ({ sessionId: other.id, resourceId, startsAt: other.startsAt }))
}

/**
 * Tells a clash that stood before a lesson was arranged from one that came since. Of two lessons of one arrangement only the
 * first to be arranged saw the other.
 */
export const stoodBefore =
  (actor: Actor, arrangementId: string, sessionId: string, standing: readonly Standing[]) =>
  ({ resourceId, other }: Clash): boolean =>
    standing.some(
      (one) => one.sessionId === other.id && one.resourceId === resourceId && one.startsAt === other.startsAt,
    ) ||
    standingOf(actor, arrangementId, other.id).some(
      (one) => one.sessionId === sessionId && one.resourceId === resourceId,
    )

const Kept = z.object({ standing: z.array(Standing).default([]) })

function standingOf(actor: Actor, arrangementId: string, sessionId: string): Standing[] {
  const row = select({ before: arrangedLessons.before })
    .from(arrangedLessons)
    .where(
      and(
        own(actor, arrangedLessons),
        eq(arrangedLessons.arrangementId, arrangementId),
        eq(arrangedLessons.sessionId, sessionId),
      ),
    )
    .get()
  return row ? Kept.parse(JSON.parse(row.before)).standing : []
}
