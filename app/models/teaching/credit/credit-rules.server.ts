import type { Actor } from "~/models/foundation/access/actor"
import { periodAround } from "~/models/foundation/term/term.server"
import { now } from "~/utils/clock.server"
import { today } from "~/utils/zones"
import type { CreditRules } from "./credit-rules"
import { findAllowance } from "./late-allowance.server"
import { countEarned } from "./seat-credits.server"

/** The school's make-up rules with what a student has used of them in the term of today. */
export function findCreditRules(actor: Actor, studentId: string): CreditRules {
  const { noticeHours, creditExpiry, creditExpiryDays, creditCap, timeZone } = actor.school
  const day = today(timeZone, now())
  const { most, used } = findAllowance(actor, studentId, day)
  return {
    noticeHours,
    creditExpiry,
    creditExpiryDays,
    cap:
      creditCap === null
        ? null
        : {
            most: creditCap,
            earned: countEarned(actor, periodAround(actor, day), "", studentId).get(studentId) ?? 0,
          },
    allowance: { most, used },
  }
}
