import { tellArranged } from "~/models/attendance/absence/tell-arranged.server"
import { tellLeaves } from "~/models/attendance/leave/tell-leave.server"
import type { Actor } from "~/models/foundation/access/actor"
import { tellClasses } from "~/models/teaching/class/class-changes.server"
import { tellEndings } from "~/models/teaching/class/ending-letters.server"
import { tellResultsDue } from "~/models/teaching/occasion/exam-results.server"
import { tellGuests } from "~/models/teaching/occasion/tell-occasion.server"
import { tellRenewals } from "~/models/teaching/roll-over/remind-renewals.server"
import { tellLessons } from "~/models/teaching/session/compose-updates.server"

const all = [
  tellEndings,
  tellClasses,
  tellRenewals,
  tellResultsDue,
  tellGuests,
  tellLeaves,
  // Before the rest of what became of lessons.
  tellArranged,
  tellLessons,
]

/** Writes the letters that a school's people are due, of each kind to at most so many. Answers whether others are left. */
export const tellDue = (actor: Actor, at: number, most?: number): boolean =>
  all.some((tell) => tell(actor, at, most))
