import { sessions } from "db/schema/teaching-sessions"
import { listOutcomes } from "~/models/accounts/outcome/outcome.server"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { suggestedCode } from "../seat/seat"
import { seatedSessions } from "../seat/seated-session.server"
import { issueCredit, listSeatTerms, revokeCredits, type SeatWithTerms } from "./seat-credits.server"
import { creditUntilOf, earnsCredit } from "./seat-terms"

// A make-up credit exists from the moment an absence notice earns it: when the mark that the register will suggest for
// the notice issues one. The mark confirms it later, or takes it back.

/**
 * Gives every seat of a session without a mark the credit its notice earns, and revokes the one it no longer earns, in
 * the caller's transaction. A credit that was used stays.
 * @param studentId only this student's seat
 */
export function settleNoticeCredits(
  actor: Actor,
  sessionId: string,
  { studentId, why }: { studentId?: string; why: string },
) {
  const session = seatedSessions()
    .where(own(actor, sessions, sessionId))
    .get()
  if (!session) return
  const outcomes = new Map(listOutcomes(actor).map((outcome) => [outcome.code, outcome]))
  for (const seat of listSeatTerms(actor, session)) {
    if (!seat.seatId || seat.mark || (studentId && seat.studentId !== studentId)) continue
    const outcome = outcomes.get(suggestedCode(seat))
    const earns =
      session.state === "planned" && seat.notice !== null && outcome && earnsCredit(seat.terms, outcome)
    const live = liveCredit(seat)
    if (earns && !live) {
      const expiresOn = creditUntilOf(seat.terms, outcome)
      const { id: creditId } = issueCredit(actor, {
        studentId: seat.studentId,
        originMarkId: null,
        originSeatId: seat.seatId,
        minutes: session.minutes,
        prepaidPercent: outcome.chargedPercent,
        expiresOn,
      })
      recordEvent(actor, "make-up-credit.issue", creditId, {
        after: { studentId: seat.studentId, sessionId, until: expiresOn },
      })
    }
    if (!earns && live && live.usedOn === null && !isOwedMakeUp(seat, session.state)) {
      revokeCredits(actor, [live], why)
      recordEvent(actor, "make-up-credit.revoke", live.creditId, {
        after: { studentId: seat.studentId, sessionId, why },
      })
    }
  }
}

const liveCredit = ({ credits }: SeatWithTerms) => credits.find(({ isRevoked }) => !isRevoked)

/** A make-up lesson that the school cancels is owed again: a credit for its seat stays. */
const isOwedMakeUp = ({ kind }: SeatWithTerms, state: string): boolean =>
  kind === "make_up" && state === "cancelled"
