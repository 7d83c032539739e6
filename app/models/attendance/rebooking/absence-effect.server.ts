import { listOutcomes } from "~/models/accounts/outcome/outcome.server"
import type { Actor } from "~/models/foundation/access/actor"
import { findAllowance } from "~/models/teaching/credit/late-allowance.server"
import { noticeInTime } from "~/models/teaching/seat/seat"
import type { SeatedSession } from "~/models/teaching/seat/seated-session.server"
import { now } from "~/utils/clock.server"
import { whyNoneYet } from "../absence-record/why-credit"
import { creditToCome } from "../make-up/open-credits.server"
import { readRegister } from "../register/read-register.server"
import { effectOf, takenFor } from "../register/register"

// What an absence would cost and earn by the school's present rules, before it is recorded.

/**
 * The effect of an absence reported at a moment (UTC ms): whether it counts as in time, what is charged or taken from
 * packages, and the credit it earns or why none. Undefined for a student who isn't expected.
 */
export function effectOfAbsence(actor: Actor, session: SeatedSession, studentId: string, at = now()) {
  const seat = readRegister(actor, session).find((each) => each.studentId === studentId)
  const inTime = noticeInTime(at, session.startsAt, actor.school.noticeHours)
  const { most, used, left } = findAllowance(actor, studentId, session.localDate, session.id)
  const isAllowed = !inTime && left > 0
  const counts = inTime || isAllowed
  const outcome = listOutcomes(actor).find(({ code }) => code === (counts ? "excused" : "absent"))
  if (!seat || !outcome) return undefined
  const { chargedMinor, creditUntil } = effectOf(
    { ...seat.terms, notice: counts ? "in-time" : "late" },
    outcome,
  )
  return {
    seat,
    inTime,
    isAllowed,
    allowance: { most, used },
    chargedMinor,
    taken: takenFor(seat.terms, outcome.chargedPercent).taken,
    creditUntil,
    whyNoCredit: creditUntil
      ? null
      : whyNoneYet(seat.terms, outcome, { cap: actor.school.creditCap, isLate: !counts }),
  }
}

/** The credit that such an absence earns, as if it were open; undefined where it earns none. */
export const creditOf = (
  actor: Actor,
  { classId, minutes }: Pick<SeatedSession, "classId" | "minutes">,
  creditUntil: string | null,
) => (creditUntil ? creditToCome(actor, { classId, minutes, expiresOn: creditUntil }) : undefined)
