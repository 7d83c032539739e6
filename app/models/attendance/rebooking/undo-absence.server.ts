import type { Actor } from "~/models/foundation/access/actor"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { findSeatedSession } from "~/models/teaching/seat/seated-session.server"
import type { Result } from "~/utils/result"
import { cancelMakeUp } from "../make-up/cancel-make-up.server"
import { withdrawNotice } from "../notice/notice.server"
import type { UndoRefusal } from "./undo-absence"

type Recorded = { lessons: readonly string[]; makeUp?: string | undefined }

/**
 * Undoes what the office recorded in one step: the absences from some lessons and the make-up lesson that was booked with them. All
 * of it, or nothing when any of it can no longer be undone.
 */
export const undoAbsence = (
  actor: Actor,
  studentId: string,
  { lessons, makeUp }: Recorded,
): Result<void, UndoRefusal> =>
  allOrNothing((): Result<void, UndoRefusal> => {
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
