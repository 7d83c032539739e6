import { formatTime } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import { formatNumber } from "~/utils/formats"
import { groupBy } from "~/utils/group-by"
import { joinNames } from "~/utils/join-names"
import { localDate, localTime } from "~/utils/zones"

// When emails leave. What can wait does so in its reader's quiet hours, or for their daily email.

/** Someone who gets an email; `waits` says when where it isn't soon: "at 7:00 AM". */
export type Waiting = { waits?: string }

const dayMs = 86_400_000

/** "7:00 AM", of a later day than the next "Dec 3, 7:00 AM", by the school's clock. */
export function untilText(at: number, { now, zone }: { now: number; zone: string }): string {
  const time = formatTime(localTime(at, zone))
  return at - now < dayMs ? time : `${formatDate(localDate(at, zone), "short")}, ${time}`
}

/** "in 2 minutes", "at 7:00 AM", or of people whose emails leave at different times "3 in 2 minutes and 1 at 7:00 AM". */
export function leavesText(people: readonly Waiting[], soon = "in 2 minutes"): string {
  const times = [...groupBy(people, ({ waits }) => waits ?? soon)].map(
    ([when, those]) => [when, those.length] as const,
  )
  times.sort(([one], [other]) => Number(other === soon) - Number(one === soon))
  const [first] = times
  if (times.length < 2) return first?.[0] ?? soon
  return joinNames(times.map(([when, count]) => `${formatNumber(count)} ${when}`))
}

/** "Families and teachers get an email in 2 minutes, unless you undo this." */
export function familiesToldText(people: readonly Waiting[]): string {
  const when = leavesText(people)
  const isMixed = new Set(people.map(({ waits }) => waits)).size > 1
  return `Families and teachers get an email${isMixed ? `, ${when}` : ` ${when}`}, unless you undo this.`
}
