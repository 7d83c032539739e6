import { countOf, formatDate, formatNumber, formatTime } from "~/utils/formats"
import { groupBy } from "~/utils/group-by"
import { joinNames } from "~/utils/names"

// When emails leave. What can wait does so in its reader's quiet hours, or for their daily email.

/** Someone who gets an email; `waits` says until when (`localUntil`) where it doesn't leave soon. */
export type Waiting = { waits?: string }

/** "7:00 AM", or "Dec 3, 7:00 AM", by the school's clock. */
export function untilText(until: string): string {
  const [time = "", date] = until.split(" ").reverse()
  return [date && formatDate(date, "short"), formatTime(time)].filter(Boolean).join(", ")
}

/** "in 2 minutes", "at 7:00 AM", or of people whose emails leave at different times "3 in 2 minutes and 1 at 7:00 AM". */
export function leavesText(people: readonly Waiting[], soon = "in 2 minutes"): string {
  const times = [...groupBy(people, ({ waits }) => (waits ? `at ${untilText(waits)}` : soon))].map(
    ([when, those]) => [when, those.length] as const,
  )
  times.sort(([one], [other]) => Number(other === soon) - Number(one === soon))
  const [first] = times
  if (times.length < 2) return first?.[0] ?? soon
  return joinNames(times.map(([when, count]) => `${formatNumber(count)} ${when}`))
}

/** "an email in 2 minutes", or where some wait "an email, 3 in 2 minutes and 1 at 7:00 AM". */
export function emailText(people: readonly Waiting[], soon?: string, what = "an email"): string {
  const isMixed = new Set(people.map(({ waits }) => waits)).size > 1
  return `${what}${isMixed ? "," : ""} ${leavesText(people, soon)}`
}

/** "Families and teachers get an email in 2 minutes, unless you undo this." */
export const familiesToldText = (people: readonly Waiting[]): string =>
  `Families and teachers get ${emailText(people)}, unless you undo this.`

type Told = { families: readonly Waiting[]; teachers: readonly Waiting[] }

/** "5 people get an email in 2 minutes, unless you undo this.", or when each leaves where some wait. */
export function toldText({ families, teachers }: Told, canUndo = true): string {
  const people = [...families, ...teachers]
  if (people.length === 0) return ""
  return `${countOf(people.length, "person gets", "people get")} ${emailText(people)}${canUndo ? ", unless you undo this" : ""}.`
}
