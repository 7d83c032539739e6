import { listOutcomes } from "~/models/accounts/outcome/outcome.server"
import type { Actor } from "~/models/foundation/access/actor"
import { findAllowance } from "~/models/teaching/credit/late-allowance.server"
import { listSeatTerms, type SeatWithTerms } from "~/models/teaching/credit/seat-credits.server"
import { creditUntilOf, earnsCredit } from "~/models/teaching/credit/seat-terms"
import { noticeInTime } from "~/models/teaching/seat/seat"
import type { SeatedSession } from "~/models/teaching/seat/seated-session.server"
import { now } from "~/utils/clock.server"
import { whyNoneYet } from "../absence-record/why-credit"
import { creditToCome } from "../make-up/open-credits.server"
import { readRegister } from "../register/read-register.server"
import { effectOf, takenFor } from "../register/register"

// What an absence would cost and earn by the school's present rules, before it is recorded.

/** Whether an absence reported at a moment (UTC ms) counts as reported in time, and the credit it earns or why none. */
function earningsOf(
  actor: Actor,
  session: SeatedSession,
  { studentId, terms }: Pick<SeatWithTerms, "studentId" | "terms">,
  at: number,
) {
  const inTime = noticeInTime(at, session.startsAt, actor.school.noticeHours)
  const { most, used, left } = findAllowance(actor, studentId, session.localDate, session.id)
  const isAllowed = !inTime && left > 0
  const counts = inTime || isAllowed
  const outcome = listOutcomes(actor).find(({ code }) => code === (counts ? "excused" : "absent"))
  if (!outcome) return undefined
  const creditUntil = earnsCredit(terms, outcome) ? creditUntilOf(terms, outcome) : null
  const whyNoCredit = creditUntil
    ? null
    : whyNoneYet(terms, outcome, { cap: actor.school.creditCap, isLate: !counts })
  return { inTime, isAllowed, counts, allowance: { most, used }, outcome, creditUntil, whyNoCredit }
}

/** What an absence would earn, without what it costs; undefined for a student who isn't expected. */
export function earningsOfAbsence(actor: Actor, session: SeatedSession, studentId: string, at = now()) {
  const seat = listSeatTerms(actor, session).find((each) => each.studentId === studentId)
  return seat && earningsOf(actor, session, seat, at)
}

/** The same with what is charged, or taken from packages. */
export function effectOfAbsence(actor: Actor, session: SeatedSession, studentId: string) {
  const seat = readRegister(actor, session).find((each) => each.studentId === studentId)
  const earnings = seat && earningsOf(actor, session, seat, now())
  if (!earnings) return undefined
  const { outcome, counts, ...told } = earnings
  const terms = { ...seat.terms, notice: counts ? ("in-time" as const) : ("late" as const) }
  return {
    ...told,
    seat,
    chargedMinor: effectOf(terms, outcome).chargedMinor,
    taken: takenFor(seat.terms, outcome.chargedPercent).taken,
  }
}

/** The credit that such an absence earns, as if it were open; undefined where it earns none. */
export const creditOf = (
  actor: Actor,
  { classId, minutes }: Pick<SeatedSession, "classId" | "minutes">,
  studentId: string,
  creditUntil: string | null,
) => (creditUntil ? creditToCome(actor, studentId, { classId, minutes, expiresOn: creditUntil }) : undefined)
