import type { SlotCheck } from "~/models/teaching/session/slot-check"
import { timeOfColumn } from "~/models/teaching/session/week"
import { formatTime, minutesOfDay } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import type { WeekFacts } from "./week-facts"
import { type Carried, quarter, type Slot, sameTarget, type Target } from "./week-targets"

// How a lesson that is being carried looks on each day, and what is said of it.

type Ghost = Target & {
  title: string
  time: string
  when: string
  refusal: string
  freeText: string
  /** In the lower half, where what is said of it must grow upward to stay on the page. */
  isLow: boolean
}
type Free = { key: string; lane: number; column: number; length: number; time: string }
export type DayMove = { liftedId: string; ghost: Ghost | undefined; free: Free[] }

export type Shown = { carried: Carried; refusal: string; free: SlotCheck["free"] } | undefined

export function dayMove(index: number, shown: Shown, week: WeekFacts): DayMove | undefined {
  if (!shown) return undefined
  const { carried, refusal, free } = shown
  const { lesson, from, target } = carried
  const date = week.days[index]?.date
  const own = free.filter((time) => time.date === date)
  if (index !== from.day && index !== target.day && own.length === 0) return undefined
  const isSame = sameTarget(from, target)
  const time = formatTime(timeOfColumn(target.column, week.firstHour))
  return {
    liftedId: lesson.id,
    ghost:
      index === target.day && !(isSame && !carried.isByKeyboard)
        ? {
            ...target,
            title: lesson.title,
            time,
            when: `${week.days[target.day]?.shortName} ${time}`,
            refusal,
            isLow: target.column + target.length / 2 > week.columns / 2,
            freeText: free.map(({ text }) => text).join("; "),
          }
        : undefined,
    free: own.map(({ startTime }) => ({
      key: `free ${startTime}`,
      lane: target.lane,
      column: (minutesOfDay(startTime) - week.firstHour * 60) / quarter + 1,
      length: target.length,
      time: formatTime(startTime),
    })),
  }
}

export function spokenOf(
  { lesson }: Carried,
  slot: Slot,
  check: SlotCheck | undefined,
  refusal: string,
): string {
  const when = `${formatDate(slot.date, "short")}, ${formatTime(slot.startTime)}`
  if (!refusal) return `${lesson.title}: ${when}, ${slot.minutes} minutes${check ? ", free" : ""}.`
  const free = check?.free.map(({ text }) => text).join("; ")
  return `Can’t move to ${when}. ${refusal}${free ? ` Free: ${free}.` : ""}`
}
