import { transact } from "db/client.server"
import { correctionRequests } from "db/schema/attendance-corrections"
import { and, eq } from "drizzle-orm"
import { lockFor, planRegister } from "~/models/attendance/register/plan-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { findSeatedSession } from "~/models/teaching/seat/seated-session.server"
import type { AskCorrectionRefusal } from "~/texts/attendance/refusals"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import type { AskCorrectionForm } from "./correction-form"
import { findCorrection, tellAsked } from "./list-corrections.server"

/**
 * Asks the office to correct a student's locked status in one of the actor's lessons; the office is told. Refused where the actor
 * could change it, where it is recorded like that already, and while an earlier request for the student waits.
 */
export function askCorrection(
  actor: Actor,
  sessionId: string,
  { studentId, code, statusId, minutesLate, reason }: AskCorrectionForm,
): Result<{ studentName: string }, AskCorrectionRefusal> {
  return transact(() => {
    const session = findSeatedSession(actor, sessionId)
    if (!session) return { ok: false, reason: "not-found" }
    if (!actor.memberId || session.registerTakenAt === null || lockFor(actor, session) !== "closed")
      return { ok: false, reason: "not-locked" }
    const planned = planRegister(actor, session, [{ studentId, code, statusId, minutesLate }])
    if (!planned.ok) return { ok: false, reason: refusalOf(planned.reason) }
    const plan = planned.plan.seats.find(({ seat }) => seat.studentId === studentId)
    const seatId = plan?.seat.mark ? plan.seat.seatId : null
    if (!plan || !seatId) return { ok: false, reason: "unknown-student" }
    if (!plan.isChanged) return { ok: false, reason: "unchanged" }
    if (findWaiting(actor, seatId)) return { ok: false, reason: "asked-already" }
    const id = add(actor, correctionRequests, {
      seatId,
      code,
      statusId,
      minutesLate,
      reason,
      askedBy: actor.memberId,
    })
    const correction = findCorrection(actor, id)
    if (!correction) throw new Error("A correction that was just asked for is there")
    recordEvent(actor, {
      verb: "ask-for-correction",
      noun: "session",
      nounId: session.id,
      after: { name: correction.studentName, studentId, status: correction.wanted, reason },
    })
    tellAsked(actor, correction)
    return { ok: true, studentName: correction.studentName }
  })
}

const refusalOf = (reason: string): AskCorrectionRefusal =>
  reason === "unknown-student" || reason === "status-unknown" ? reason : "cannot"

const findWaiting = (actor: Actor, seatId: string) =>
  select({ id: correctionRequests.id })
    .from(correctionRequests)
    .where(
      and(
        own(actor, correctionRequests),
        eq(correctionRequests.seatId, seatId),
        eq(correctionRequests.state, "asked"),
      ),
    )
    .get()

/** Takes a request of one's own back that the office hasn't answered. */
export function withdrawCorrection(
  actor: Actor,
  sessionId: string,
  correctionId: string,
): Result<{ studentName: string }, "not-found" | "answered"> {
  return transact(() => {
    const correction = findCorrection(actor, correctionId)
    if (correction?.sessionId !== sessionId || correction.askedBy !== actor.memberId)
      return { ok: false, reason: "not-found" }
    if (correction.state !== "asked") return { ok: false, reason: "answered" }
    change(actor, correctionRequests, correctionId, {
      state: "withdrawn",
      decidedAt: now(),
      decidedBy: actor.memberId,
    })
    recordEvent(actor, {
      verb: "withdraw-correction",
      noun: "session",
      nounId: sessionId,
      after: { name: correction.studentName, studentId: correction.studentId },
    })
    return { ok: true, studentName: correction.studentName }
  })
}
