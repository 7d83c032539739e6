import type { SlotCheck } from "~/models/teaching/session/slot-check"
import { timeOfColumn } from "~/models/teaching/session/week"
import { addMinutes, minutesOfDay } from "~/utils/clock-times"
import { countOf, formatDate, formatTime, formatTimeRange } from "~/utils/formats"
import type { WeekFacts } from "./week-facts"
import { type Carried, quarter, type Slot, sameTarget, slotOf, type Target } from "./week-targets"

// How a lesson that is being carried looks on each day, and what is said of it.

type Ghost = Target & {
  title: string
  time: string
  /** Who would give it or where it would be, where that changes: "with Ana Ruiz", "in Room 2". */
  newLine: string
  /** What can't be done where it's refused: "move to Wed 2:00 PM", "last 45 minutes". */
  act: string
  refusal: string
  freeText: string
  /** In the lower half, where what is said of it must grow upward to stay on the page. */
  isLow: boolean
}
type Free = { key: string; lane: number; column: number; length: number; time: string }
export type DayMove = { liftedId: string; ghost: Ghost | undefined; free: Free[] }

export type Shown =
  | { carried: Carried; by: "teacher" | "room"; refusal: string; free: SlotCheck["free"] }
  | undefined

export function dayMove(index: number, shown: Shown, week: WeekFacts): DayMove | undefined {
  if (!shown) return undefined
  const { carried, by, refusal, free } = shown
  const { lesson, from, target } = carried
  const date = week.days[index]?.date
  const own = free.filter((time) => time.date === date)
  if (index !== from.day && index !== target.day && own.length === 0) return undefined
  const isSame = sameTarget(from, target)
  const isStretched = isLonger(carried)
  const start = timeOfColumn(target.column, week.firstHour)
  const minutes = minutesOf(carried, week)
  const newLine = newLineOf(carried, week, by)
  const time = isStretched
    ? formatTimeRange(lesson.startTime, addMinutes(lesson.startTime, minutes))
    : formatTime(start)
  return {
    liftedId: lesson.id,
    ghost:
      index === target.day && !(isSame && !carried.isByKeyboard)
        ? {
            ...target,
            title: lesson.title,
            time,
            newLine,
            act: isStretched
              ? `last ${countOf(minutes, "minute")}`
              : [`move to ${week.days[target.day]?.shortName} ${time}`, newLine].filter(Boolean).join(" "),
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

/** Whether only its length changes. */
const isLonger = ({ from, target }: Carried) =>
  target.length !== from.length && sameTarget(from, { ...target, length: from.length })

/** Who would give it or where it would be, where it's carried to another lane. */
function newLineOf({ from, target }: Carried, { lanes }: WeekFacts, by: "teacher" | "room"): string {
  const lane = lanes[target.lane - 1]
  if (!lane || target.lane === from.lane) return ""
  const preposition = by === "teacher" ? "with" : "in"
  return lane.key === "none" ? `without a ${by}` : `${preposition} ${lane.name}`
}

const minutesOf = (carried: Carried, week: WeekFacts) => Number(slotOf(carried, week, "teacher").minutes)

export function spokenOf(
  carried: Carried,
  slot: Slot,
  check: SlotCheck | undefined,
  { refusal, week, by }: { refusal: string; week: WeekFacts; by: "teacher" | "room" },
): string {
  const { lesson } = carried
  const newLine = newLineOf(carried, week, by)
  const when = [`${formatDate(slot.date, "short")}, ${formatTime(slot.startTime)}`, newLine]
    .filter(Boolean)
    .join(" ")
  if (!refusal) return `${lesson.title}: ${when}, ${slot.minutes} minutes${check ? ", free" : ""}.`
  const free = check?.free.map(({ text }) => text).join("; ")
  const act = isLonger(carried) ? `last ${countOf(Number(slot.minutes), "minute")}` : `move to ${when}`
  return `Can’t ${act}. ${refusal}${free ? ` Free: ${free}.` : ""}`
}
