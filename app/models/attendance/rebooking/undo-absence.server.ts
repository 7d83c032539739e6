import { events } from "db/schema/foundation-audit"
import { seats } from "db/schema/teaching-sessions"
import { and, eq, exists, gt, inArray, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { findSeatedSession } from "~/models/teaching/seat/seated-session.server"
import type { UndoAbsenceRefusal } from "~/texts/attendance/refusals"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { cancelMakeUp } from "../make-up/book-make-up.server"
import { withdrawNotice } from "../notice/notice.server"

/** A form that is sent twice comes again within so long. */
const againMs = 2 * 60_000

/** The lessons of which this member recorded the same absence just now: a form that is sent twice undoes what the first one did. */
export const listJustRecorded = (
  actor: Actor,
  studentId: string,
  { lessons, text }: { lessons: readonly string[]; text: string | null },
): Set<string> =>
  new Set(
    ownRows(actor, seats, ["sessionId"])
      .where(
        and(
          inArray(seats.sessionId, [...lessons]),
          eq(seats.studentId, studentId),
          exists(
            select({ id: events.id })
              .from(events)
              .where(
                and(
                  own(actor, events),
                  eq(events.noun, "seat"),
                  eq(events.nounId, seats.id),
                  eq(events.verb, "record-notice"),
                  eq(events.memberId, actor.memberId ?? ""),
                  gt(events.createdAt, now() - againMs),
                  isNull(events.before),
                  sql`json_extract(${events.after}, '$.noticeText') is ${text}`,
                ),
              ),
          ),
        ),
      )
      .all()
      .map(({ sessionId }) => sessionId),
  )

type Recorded = { lessons: readonly string[]; makeUp?: string | undefined }

/**
 * Undoes what the office recorded in one step: the absences from some lessons and the make-up lesson that was booked with them. All
 * of it, or nothing when any of it can no longer be undone.
 */
export const undoAbsence = (
  actor: Actor,
  studentId: string,
  { lessons, makeUp }: Recorded,
): Result<void, UndoAbsenceRefusal> =>
  allOrNothing((): Result<void, UndoAbsenceRefusal> => {
    const canceled = makeUp
      ? cancelMakeUp(actor, studentId, makeUp, { isUndone: true })
      : { ok: true as const }
    if (!canceled.ok) return canceled
    for (const sessionId of new Set(lessons)) {
      const session = findSeatedSession(actor, sessionId)
      if (!session) return { ok: false, reason: "session-unknown" }
      const withdrawn = withdrawNotice(actor, session, studentId)
      if (!withdrawn.ok) return withdrawn
    }
    return { ok: true }
  })
