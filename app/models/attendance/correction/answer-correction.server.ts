import { transactBriefly } from "db/brief-transactions.server"
import { transact } from "db/client.server"
import { correctionRequests } from "db/schema/attendance-corrections"
import type { Actor } from "~/models/foundation/access/actor"
import { type Changes, change } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { AnswerCorrectionRefusal } from "~/texts/attendance/refusals"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { takeInTransaction } from "../register/take-register.server"
import { type CorrectionRow, findCorrection } from "./list-corrections.server"
import { tellAnswered } from "./tell-correction.server"

/**
 * Corrects the attendance as the teacher asked, for the teacher's reason: money and credits follow as for any correction of the
 * office. Once; `effect` says what it came to.
 */
export function approveCorrection(
  actor: Actor,
  correctionId: string,
): Result<{ correction: CorrectionRow; effect: string }, AnswerCorrectionRefusal> {
  return transactBriefly(() => {
    const correction = findCorrection(actor, correctionId)
    if (!correction) return { ok: false, reason: "not-found" }
    if (correction.state !== "asked") return { ok: false, reason: "answered" }
    const { sessionId, studentId, code, statusId, minutesLate, reason } = correction
    const taken = takeInTransaction(actor, sessionId, {
      marks: [{ studentId, code, statusId, minutesLate }],
      reason,
    })
    if (!taken.ok)
      return {
        ok: false,
        reason: taken.reason === "incomplete" || taken.reason === "status-unknown" ? taken.reason : "cannot",
      }
    decide(actor, correctionId, { state: "approved" })
    recordEvent(actor, {
      verb: "approve-correction",
      noun: "session",
      nounId: sessionId,
      after: { name: correction.studentName, studentId },
    })
    tellAnswered(actor, correction, true)
    const seat = taken.effect.seats.find((each) => each.studentId === studentId)
    return { ok: true, correction, effect: seat?.change ?? "" }
  })
}

/** Declines with a reason that the teacher reads; the attendance stays as it is. */
export function declineCorrection(
  actor: Actor,
  correctionId: string,
  answer: string,
): Result<{ correction: CorrectionRow }, AnswerCorrectionRefusal> {
  return transact(() => {
    const correction = findCorrection(actor, correctionId)
    if (!correction) return { ok: false, reason: "not-found" }
    if (correction.state !== "asked") return { ok: false, reason: "answered" }
    decide(actor, correctionId, { state: "declined", answer })
    recordEvent(actor, {
      verb: "decline-correction",
      noun: "session",
      nounId: correction.sessionId,
      after: { name: correction.studentName, studentId: correction.studentId, reason: answer },
    })
    tellAnswered(actor, { ...correction, answer }, false)
    return { ok: true, correction }
  })
}

/** Writes what became of a request, in the caller's transaction. */
export function decide(actor: Actor, correctionId: string, to: Changes<typeof correctionRequests>) {
  change(actor, correctionRequests, correctionId, { ...to, decidedAt: now(), decidedBy: actor.memberId })
}
