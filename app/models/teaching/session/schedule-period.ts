import {
  addDays,
  addMonths,
  isWithinReach,
  monthBounds,
  monthOf,
  type Weekday,
  weekDates,
  weekNumber,
} from "~/utils/dates"
import { pageOf } from "~/utils/page-number"
import type { ScoreBy } from "./score"

// What an address of the schedule asks for: which days, seen how. Anything it does not know is left at its default.

/** How many weeks ahead weekly lessons are made. */
export const weeksAhead = 12

export const scheduleViews = ["day", "week", "month", "agenda"] as const
export type ScheduleView = (typeof scheduleViews)[number]

export type ScheduleQuery = {
  view: ScheduleView
  /** A day of the period; the period is the day, its week or its month. */
  date: string
  by: ScoreBy
  teacherId: string | undefined
  roomId: string | undefined
  /** Only the lessons of a student, or of a class. */
  studentId?: string
  classId?: string
  /** Of the teachers or rooms, from 1. */
  page: number
}

export function readScheduleQuery(search: URLSearchParams, today: string): ScheduleQuery {
  const view = scheduleViews.find((known) => known === search.get("view")) ?? "week"
  const requested = [search.get("date"), search.get("week")].find((date) => date && isWithinReach(date))
  const by = search.get("by") === "room" ? "room" : "teacher"
  return {
    view,
    date: requested ?? today,
    by,
    teacherId: idIn(search, "teacher"),
    roomId: idIn(search, "room"),
    studentId: idIn(search, "student"),
    classId: idIn(search, "class"),
    page: pageOf(search),
  }
}

const longestId = 40

/** The links of the page repeat it, so what is too long for an id is cut: it finds nothing, like any other unknown one. */
const idIn = (search: URLSearchParams, name: string): string | undefined =>
  search.get(name)?.slice(0, longestId) || undefined

/** First and last day of what is shown; a month in whole weeks. */
export function periodOf({ view, date }: ScheduleQuery, weekStart: number): string[] {
  if (view === "day") return [date]
  if (view !== "month") return weekDates(date, weekStart as Weekday)
  const { first, last } = monthBounds(monthOf(date))
  const days: string[] = []
  for (let day = weekDates(first, weekStart as Weekday)[0] ?? first; day <= last; day = addDays(day, 7))
    days.push(...weekDates(day, weekStart as Weekday))
  return days
}

/** The dates to go to for the period before and after. */
export function beside({ view, date }: ScheduleQuery): { previous: string; next: string } {
  if (view === "month") {
    const { first } = monthBounds(monthOf(date))
    return { previous: addMonths(first, -1), next: addMonths(first, 1) }
  }
  const days = view === "day" ? 1 : 7
  return { previous: addDays(date, -days), next: addDays(date, days) }
}

/** What is above the heading: which week it is. */
export const weekLabel = (date: string): string => `Week ${weekNumber(date)}`
