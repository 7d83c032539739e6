import type { Actor } from "~/models/foundation/access/actor"
import { listTerms } from "~/models/foundation/term/term.server"
import { lastDayOf } from "./credit-last-day"

/** The last day of a make-up credit for a lesson on a day, by the school's rule as it is now. */
export const creditLastDay = (actor: Actor, day: string): string =>
  lastDayOf(actor.school, actor.school.creditExpiry === "days" ? [] : listTerms(actor), day)
