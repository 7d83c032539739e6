import { formatDate } from "~/utils/formats"
import { upperFirst } from "~/utils/names"
import type { Price } from "../price/price"
import type { Unstaffed } from "../scheduled-teacher-change/scheduled-teacher-change"
import type { Recipients, RuleEffect } from "../session/rule-effect"
import type { SkippedTime } from "../session/skipped-time"

// What a step with a class brings, as it is shown before the step is taken. Safe in the browser.

/** One more student in a class: the price, and the sessions of the rest of that month and of the next. */
export type EnrolledEffect = {
  studentId: string
  name: string
  price: Price | null
  /** The class is a trial, and the school’s trials are free: its price isn’t charged. */
  isFreeTrial: boolean
  /** The first day that has a price, where there is none on the first day in class. */
  pricedFrom: string | null
  firstSession: { localDate: string; startTime: string } | null
  /** sessions from the first day to the end of the following month, and what they cost together in minor units */
  sessions: number
  until: string
  amountMinor: number | null
  /** Of a student who is paused and stays so: until when, where that is planned. */
  paused: { until: string | null } | null
}

/** "Otis Berg is paused until Mar 1, 2027, and is on the class’s list from Jan 11, 2027 all the same." */
export function pausedText({ name, paused }: Pick<EnrolledEffect, "name" | "paused">): string {
  const until = paused?.until ? ` until ${formatDate(paused.until, "medium")}` : ""
  return `${name} is paused${until}. Lessons of this class are booked all the same.`
}

export type EndEffect = {
  /** sessions after the last day that are taken out of the calendar */
  sessions: number
  /** of them those that stay as canceled, because something was said or noted about them */
  cancelled: number
  /** sessions after the last day that stay, because their register is taken */
  kept: number
  students: string[]
}

/** What a new class brings: its first sessions, how many are made now, and the closures it leaves out. */
export type StartEffect = {
  sessions: { localDate: string; startTime: string }[]
  made: number
  lastDay: string | null
  /** Where the teacher leaves on a known day: the lessons after it. */
  left: Unstaffed | null
  closures: string[]
  /** Lessons that clash and were left out. */
  unscheduled: RuleEffect["unscheduled"]
  /** nights of the coming year whose lesson begins later, as clocks skip its time */
  skipped: readonly SkippedTime[]
  students: readonly EnrolledEffect[]
  /** What a student of the class is charged; null for nothing. */
  price: Price | null
}

// What families and teachers read about a class that gets another teacher or room. Safe in the browser.

/** The names of a class's teacher and room. */
export type Given = { teacher: string | null; room: string | null }

/** Each person once, however many classes they hear of. */
export const once = (people: Recipients["families"]): Recipients["families"] => [
  ...new Map(people.map((person) => [person.email, person])).values(),
]

/** "Helena Novak teaches instead of Marcus Whitfield, in Room 2 instead of Room 1." */
export function classChangeText(was: Given, next: Given): string {
  const parts = [
    ...(was.teacher === next.teacher ? [] : [teacherText(was.teacher, next.teacher)]),
    ...(was.room === next.room ? [] : [roomText(was.room, next.room)]),
  ]
  const text = parts.join(", ")
  return `${upperFirst(text)}.`
}

const teacherText = (was: string | null, next: string | null) =>
  next
    ? `${next} teaches${was ? ` instead of ${was}` : ""}`
    : `${was} no longer teaches, and the new teacher isn’t set yet`

const roomText = (was: string | null, next: string | null) =>
  next
    ? `in ${next}${was ? ` instead of ${was}` : ""}`
    : `no longer in ${was}, and the new room isn’t set yet`
