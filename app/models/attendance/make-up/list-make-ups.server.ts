import type { Actor } from "~/models/foundation/access/actor"
import { todayOf } from "~/utils/clock.server"
import { addDays, earlierOf } from "~/utils/dates"
import { hasOwnTimes, listFreeTimes } from "./free-times.server"
import { listJoinableSessions } from "./joinable-sessions.server"
import { listOpenCredits, type OpenCredit } from "./open-credits.server"

const daysAhead = 28

/** The days for which a make-up is offered: four weeks, as long as a credit is open. Undefined without a credit. */
export function offeredDays(actor: Actor, credits: readonly OpenCredit[]): [string, string] | undefined {
  const last = credits.at(-1)?.expiresOn
  const from = todayOf(actor)
  return last && last >= from ? [from, earlierOf(addDays(from, daysAhead), last)] : undefined
}

/**
 * What a student can make a lesson up with in the next four weeks: free spots in matching sessions and times of their
 * own teacher, in order of time. The same for the office and the family. `byArrangement`: no teacher's times come into
 * question, so that without a free spot only the school can help.
 * @param toCome a credit that they would have, such as of an absence that isn't recorded yet
 */
export function listMakeUps(actor: Actor, studentId: string, toCome: readonly OpenCredit[] = []) {
  const { credits, offers } = listOffers(actor, studentId, toCome)
  const byArrangement = !credits.some((credit) => hasOwnTimes(actor, credit))
  return { credits, offers, byArrangement }
}

/** The same without whether only the school can help. Open credits aren’t looked up where it’s known that there are none. */
export function listOffers(actor: Actor, studentId: string, toCome: readonly OpenCredit[], hasOpen = true) {
  const credits = [...(hasOpen ? listOpenCredits(actor, studentId) : []), ...toCome].sort((a, b) =>
    a.expiresOn.localeCompare(b.expiresOn),
  )
  const days = offeredDays(actor, credits)
  const offers = days
    ? [
        ...listJoinableSessions(actor, studentId, credits, days),
        ...listFreeTimes(actor, studentId, credits, days),
      ].sort((a, b) => `${a.date} ${a.startTime}`.localeCompare(`${b.date} ${b.startTime}`))
    : []
  return { credits, offers }
}
