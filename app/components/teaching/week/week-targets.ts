import type { KeyboardEvent, MouseEvent } from "react"
import { timeOfColumn, type WeekLesson } from "~/models/teaching/session/week"
import { minutesOfDay } from "~/utils/clock-times"
import { columnAt } from "./brief-hours"
import type { WeekFacts } from "./week-facts"

// Where on the week a pointer or a key carries a lesson, and what the form of its move would say.

export const quarter = 15
const longestInRows = 16

export type Target = { day: number; lane: number; column: number; length: number }

export type Carried = {
  lesson: WeekLesson
  from: Target
  target: Target
  mode: "move" | "stretch"
  isByKeyboard: boolean
}

export type Slot = { date: string; startTime: string; minutes: string; teacherId?: string; roomId?: string }

/** What the form of a move would say. */
export function slotOf({ lesson, from, target }: Carried, week: WeekFacts, by: "teacher" | "room"): Slot {
  const key = week.lanes[target.lane - 1]?.key ?? "none"
  const line = key === "none" ? "" : key
  // A lesson that begins between two rows keeps its minutes.
  const offset = minutesOfDay(lesson.startTime) - minutesOfDay(timeOfColumn(from.column, week.firstHour))
  const isMoved = target.column !== from.column
  const startTime = isMoved ? timeOfColumn(target.column, week.firstHour) : lesson.startTime
  const minutes =
    target.length === from.length
      ? lesson.minutes
      : Math.max(quarter, target.length * quarter - (isMoved ? 0 : offset))
  return {
    date: week.days[target.day]?.date ?? "",
    startTime,
    minutes: String(minutes),
    ...(lesson.keepsLane ? {} : by === "teacher" ? { teacherId: line } : { roomId: line }),
  }
}

export function lessonAt(target: EventTarget, week: WeekFacts) {
  const link = target instanceof Element ? target.closest("a") : null
  const element = link?.closest<HTMLElement>("li[data-lesson]")
  if (!element || link?.parentElement !== element) return undefined
  const { lesson: id, lane: keptLane } = element.dataset
  for (const [day, { items }] of week.days.entries())
    for (const item of items)
      if (item.kind === "lesson" && item.id === id && item.canMove && laneKept(item) === keptLane) {
        const { lane, column, length } = item
        return { element, lesson: item, place: { day, lane, column, length } }
      }
  return undefined
}

/** A lesson of several teachers stands in several lanes: the lane it stays in tells them apart, also in the page. */
export const laneKept = ({ keepsLane, lane }: WeekLesson) => (keepsLane ? String(lane) : undefined)

/** Where the pointer would drop what is carried. */
export function targetAt(
  x: number,
  y: number,
  { lesson, from, target, mode }: Carried,
  grabbed: number,
  week: WeekFacts,
): Target | undefined {
  const lists = document.querySelectorAll<HTMLElement>(".week-grid .lanes")
  const index = [...lists].findIndex((list) => {
    const box = list.getBoundingClientRect()
    return box.left <= x && x < box.right
  })
  const list = lists[mode === "stretch" ? from.day : index]
  if (!list) return undefined
  const box = list.getBoundingClientRect()
  const column = columnAt((y - box.top) / box.height, week)
  if (mode === "stretch") {
    const length = Math.min(
      longestInRows,
      week.columns - from.column + 1,
      Math.max(1, column - from.column + 1),
    )
    return { ...target, length }
  }
  const lane = Math.floor((x - box.left) / (box.width / week.lanes.length)) + 1
  return {
    day: index,
    lane: isFolded(list) || lesson.keepsLane ? from.lane : clamp(lane, 1, week.lanes.length),
    column: clamp(column - grabbed, 1, week.columns - target.length + 1),
    length: target.length,
  }
}

/** A folded day, which names its lanes by letters, is too narrow to aim at one: a lesson keeps its own there. */
const isFolded = (list: HTMLElement) =>
  [...(list.parentElement?.querySelectorAll(".lane-names abbr") ?? [])].some(
    (letter) => letter.getClientRects().length > 0,
  )

const keySteps: Record<string, { rows: number; sides: number }> = {
  ArrowUp: { rows: -1, sides: 0 },
  ArrowDown: { rows: 1, sides: 0 },
  ArrowLeft: { rows: 0, sides: -1 },
  ArrowRight: { rows: 0, sides: 1 },
}

/** Where an arrow key carries it: a quarter of an hour or a day; with Shift its length or its lane. */
export function targetByKey(
  { key, shiftKey }: KeyboardEvent,
  { lesson, target }: Carried,
  week: WeekFacts,
): Target | undefined {
  const step = keySteps[key]
  if (!step) return undefined
  const { day, lane, column, length } = target
  return shiftKey
    ? {
        ...target,
        length: clamp(length + step.rows, 1, Math.min(longestInRows, week.columns - column + 1)),
        lane: lesson.keepsLane ? lane : clamp(lane + step.sides, 1, week.lanes.length),
      }
    : {
        ...target,
        column: clamp(column + step.rows, 1, week.columns - length + 1),
        day: clamp(day + step.sides, 0, week.days.length - 1),
      }
}

/** A pointer on a long gap means the half hour under it; the form changes it to the minute. */
export function startPointedAt(event: MouseEvent<HTMLDivElement>, week: WeekFacts): string | undefined {
  const link =
    event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(".open-gap > a") : null
  const list = link?.closest(".lanes")
  const isPlain = event.detail > 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey
  if (!link || !list || !isPlain) return undefined
  const box = list.getBoundingClientRect()
  const column = columnAt((event.clientY - box.top) / box.height, week)
  const url = new URL(link.href)
  const halfHour = timeOfColumn(clamp(column, 1, week.columns) - ((column - 1) % 2), week.firstHour)
  if (halfHour <= (url.searchParams.get("time") ?? "")) return undefined
  url.searchParams.set("time", halfHour)
  return `${url.pathname}${url.search}`
}

export const sameTarget = (a: Target, b: Target) =>
  a.day === b.day && a.lane === b.lane && a.column === b.column && a.length === b.length

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))
