import { transact } from "db/client.server"
import { marks } from "db/schema/attendance"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, eq, gt, gte, inArray, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { undoneAttendance, withdrawAll } from "~/models/money/charge/seat-charges.server"
import { uncoverSeat } from "~/models/money/package/package-cover.server"
import { undoMarkCredits } from "~/models/teaching/credit/seat-credits.server"
import { findSeatedSession, type SeatedSession } from "~/models/teaching/seat/seated-session.server"
import type { UndoRegisterRefusal } from "~/texts/attendance/refusals"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { type RegisterSeat, readRegister } from "./read-register.server"

/** How long the person who took attendance can undo it, in ms. Afterwards it is corrected. */
const undoWithinMs = 30 * 60_000

/**
 * Undoes the attendance that the actor has just taken: charges, credits and package lessons are as before, and the lesson is
 * one without attendance again. Notes stay. Refused once something rests on it: a correction, an invoice, an amount set by hand, a used credit.
 */
export function undoRegister(
  actor: Actor,
  sessionId: string,
): Result<{ session: SeatedSession }, UndoRegisterRefusal> {
  return transact(() => {
    const session = findSeatedSession(actor, sessionId)
    if (!session) return { ok: false, reason: "session-unknown" }
    const { registerTakenAt: takenAt } = session
    if (takenAt === null) return { ok: false, reason: "not-taken" }
    if (session.registerTakenBy !== actor.memberId || now() - takenAt > undoWithinMs)
      return { ok: false, reason: "too-late" }
    if (isCorrected(actor, sessionId, takenAt)) return { ok: false, reason: "corrected" }
    const marked = readRegister(actor, session).filter(({ mark }) => mark)
    if (marked.some(restsOnIt)) return { ok: false, reason: "in-use" }
    const seatIds = marked.flatMap(({ seatId }) => seatId ?? [])
    withdrawAll(
      actor,
      marked.flatMap(({ charges }) => charges.filter(({ isWithdrawn }) => !isWithdrawn)),
      undoneAttendance,
    )
    for (const seatId of seatIds) uncoverSeat(actor, seatId)
    undoMarkCredits(actor, seatIds, takenAt, undoneAttendance)
    change(actor, marks, and(inArray(marks.seatId, seatIds), isNull(marks.supersededAt)), {
      supersededAt: now(),
    })
    change(actor, sessions, sessionId, { registerTakenAt: null, registerTakenBy: null })
    recordEvent(actor, { verb: "undo-register", noun: "session", nounId: sessionId })
    return { ok: true, session }
  })
}

const restsOnIt = ({ charges, credits }: RegisterSeat): boolean =>
  charges.some(
    ({ isFrozen, isWithdrawn, usualMinor }) => !isWithdrawn && (isFrozen || usualMinor !== null),
  ) || credits.some(({ usedOn, isRevoked }) => usedOn !== null && !isRevoked)

/** Whether a mark that was made when attendance was taken, or later, has given way to another. */
function isCorrected(actor: Actor, sessionId: string, takenAt: number): boolean {
  const found = select({ id: marks.id })
    .from(seats)
    .innerJoin(marks, joined(seats, marks.seatId))
    .where(
      and(
        own(actor, seats),
        eq(seats.sessionId, sessionId),
        gt(marks.supersededAt, takenAt),
        gte(marks.createdAt, takenAt),
      ),
    )
    .limit(1)
    .get()
  return found !== undefined
}
