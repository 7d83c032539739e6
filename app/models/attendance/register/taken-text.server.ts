import { correctionIn } from "~/models/teaching/seat/last-correction.server"
import { formatTime } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import { localDate, localTime } from "~/utils/zones"

type Read = { registerTakenAt: number | null; takenByName: string | null; correction: string | null }

/**
 * When attendance was taken and who else corrected it last: "Wed, Nov 18 at 3:10 PM by Marcus Whitfield, corrected Thu, Nov 19
 * at 9:05 AM by Ruth Castellano".
 */
export function takenText(timeZone: string, { registerTakenAt, takenByName, ...read }: Read): string | null {
  if (registerTakenAt === null) return null
  const taken = whenAndWho(timeZone, registerTakenAt, takenByName)
  const correction = correctionIn(read)
  return correction ? `${taken}, corrected ${whenAndWho(timeZone, correction.at, correction.byName)}` : taken
}

function whenAndWho(timeZone: string, at: number, name: string | null): string {
  const when = `${formatDate(localDate(at, timeZone), "short")} at ${formatTime(localTime(at, timeZone))}`
  return name ? `${when} by ${name}` : when
}
