import { sessions } from "db/schema/teaching-sessions"
import { listOutcomes } from "~/models/accounts/outcome/outcome.server"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { suggestedCode } from "../seat/seat"
import { seatSession } from "../seat/seat.server"
import { seatedSessions } from "../seat/seated-session.server"
import type { CancelCredits } from "./credit"
import { issueCredit, listReturning, listSeatTerms, type SeatWithTerms } from "./seat-credits.server"
import { earnsCredit } from "./seat-terms"

// A lesson that the school cancels earns its students make-up credits where the attendance rules say so: one rule, whether it is
// canceled by itself, for a closure or for a teacher who is away. Restoring it takes them back.

const outcomeOf = (actor: Actor) => listOutcomes(actor).find(({ code }) => code === "cancelled")

type Spots = readonly { kind: string; hasMakeUp?: true | undefined }[]

/** What canceling a lesson does to credits: the same as is done (`giveCancelCredits`, `returnCredits`). */
export function findCancelCredits(
  actor: Actor,
  { id, students }: { id: string; students: Spots },
): CancelCredits {
  const hasMakeUp = students.some((each) => each.hasMakeUp)
  return {
    isGiven: givesCancelCredits(actor),
    enrolled: students.filter((each) => each.kind === "enrolled" && !each.hasMakeUp).length,
    returned: hasMakeUp ? listReturning(actor, id).filter(({ becomes }) => becomes !== "kept").length : 0,
  }
}

/** Whether the attendance rules give a make-up credit for a lesson the school cancels. */
export const givesCancelCredits = (actor: Actor): boolean => outcomeOf(actor)?.issuesCredit ?? false

/**
 * Gives the credits of a lesson that was canceled, in the caller's transaction; a spot that has one gets no other, nor one whose
 * credit was revoked by hand, nor one that a make-up credit had paid for, which is returned (`madeUp`). The term's limit isn't
 * asked: it is for absences of students, and this one is the school's.
 */
export function giveCancelCredits(actor: Actor, sessionId: string, madeUp: ReadonlySet<string> = new Set()) {
  const outcome = outcomeOf(actor)
  if (!outcome?.issuesCredit) return
  seatSession(actor, sessionId)
  const session = find(actor, sessionId)
  if (!session) return
  for (const seat of listSeatTerms(actor, session)) {
    const isOwed = seat.seatId && seat.kind === "enrolled" && !liveCredit(seat) && !seat.terms.isDenied
    if (!isOwed || !seat.seatId || madeUp.has(seat.studentId)) continue
    const { id } = issueCredit(actor, {
      studentId: seat.studentId,
      originMarkId: null,
      originSeatId: seat.seatId,
      minutes: session.minutes,
      prepaidPercent: outcome.chargedPercent,
      expiresOn: seat.terms.creditUntil,
    })
    recordEvent(actor, "make-up-credit.issue", id, {
      after: { studentId: seat.studentId, sessionId, until: seat.terms.creditUntil },
    })
  }
}

/** Whether a credit that a lesson has earned only by being canceled is spent already; one that a notice has earned may be. */
export function hasSpentCancelCredit(actor: Actor, sessionId: string): boolean {
  const session = find(actor, sessionId)
  if (!session) return false
  const outcomes = new Map(listOutcomes(actor).map((outcome) => [outcome.code, outcome]))
  return listSeatTerms(actor, session).some((seat) => {
    const live = liveCredit(seat)
    if (seat.kind !== "enrolled" || seat.mark || !live?.isFromNotice || live.usedOn === null) return false
    const outcome = outcomes.get(suggestedCode(seat))
    const terms = { ...seat.terms, madeUpOn: null }
    return !(seat.notice && outcome && earnsCredit(terms, outcome))
  })
}

const find = (actor: Actor, sessionId: string) =>
  seatedSessions()
    .where(own(actor, sessions, sessionId))
    .get()

const liveCredit = ({ credits }: SeatWithTerms) => credits.find(({ isRevoked }) => !isRevoked)
