import { addMinutes } from "~/utils/clock-times"
import { joinNames } from "~/utils/names"

// A session is one dated meeting of a class. Here: what calendars, lists and the register page know of one. Safe in
// the browser.

/** The longest a session may last, in minutes; clash queries look back no further than this. */
export const longestSession = 600

export type BookedResource = "teacher" | "room" | "student"

/** taken: kept, whatever the time · missing: ended without one · live: under way · expected: still to come · leave: all are on leave */
export type RegisterState = "taken" | "missing" | "live" | "expected" | "cancelled" | "leave"

export type SessionStudent = {
  id: string
  name: string
  /** Null for someone who only comes to this session. */
  enrollmentId: string | null
  kind: "enrolled" | "visitor" | "trial" | "make_up"
  /** A make-up credit paid for their spot. Of someone enrolled, whose make-up is a lesson of their own. */
  hasMakeUp?: true
}

export type SessionRow = {
  id: string
  classId: string
  className: string
  kind: "private" | "group" | "ensemble" | "trial"
  instrument: string | null
  capacity: number
  /** Those who are in it on its day, by name. */
  students: SessionStudent[]
  teacherId: string | null
  teacherName: string | null
  /** Who else gives it; left out where no one does. */
  coTeachers?: { id: string; name: string }[]
  roomId: string | null
  roomName: string | null
  /** Date and wall-clock start in the school's zone. */
  localDate: string
  startTime: string
  minutes: number
  /** UTC ms. */
  startsAt: number
  endsAt: number
  state: "planned" | "cancelled"
  cancelReason: string | null
  /** Where it takes place online: its own link, or the class's. */
  onlineLink: string | null
  ownLink: string | null
  /** How often it was changed. */
  revision: number
  register: RegisterState
  /** Who said they won't come, by name, as long as there is no register. */
  notComing: string[]
  /** Who is enrolled and on leave then, by name, as long as there is no register: only where anyone is. They aren't among `students`. */
  onLeave?: string[]
  /** What it has booked twice, when that is still to come and no one has accepted it. */
  clash: BookedResource | null
  /** Who of its teachers has approved time off then, when it's still to come and no one has kept it: only on the schedule. */
  away?: string
}

/** Who isn't there, as a line of a list says it: those who said they won't come, and those on leave. */
export const namesAway = ({
  notComing,
  onLeave = [],
}: Pick<SessionRow, "notComing" | "onLeave">): string[] => [
  ...notComing,
  ...onLeave.map((name) => [name, "(on leave)"].join(" ")),
]

type Named = Pick<SessionRow, "className" | "kind" | "students">

/** What people call it: the students of a private lesson, otherwise the class. */
export function sessionTitle({ className, kind, students }: Named): string {
  const named = kind === "private" || kind === "trial"
  if (!named || students.length === 0) return className
  return joinNames(students.map(({ name }) => name))
}

/** Who gives it, its own teacher first; empty without anyone. */
export const teacherNames = ({
  teacherName,
  coTeachers = [],
}: Pick<SessionRow, "teacherName" | "coTeachers">): string =>
  joinNames([...(teacherName ? [teacherName] : []), ...coTeachers.map(({ name }) => name)])

/** The wall-clock end, `HH:MM`. */
export const sessionEnd = ({ startTime, minutes }: Pick<SessionRow, "startTime" | "minutes">): string =>
  addMinutes(startTime, minutes)

type Timed = { state: string; registerTakenAt: number | null; startsAt: number; endsAt: number }

/** Where a session's register is at an instant (UTC ms). */
export function registerStateAt({ state, registerTakenAt, startsAt, endsAt }: Timed, at: number) {
  const register: RegisterState =
    state === "cancelled"
      ? "cancelled"
      : registerTakenAt !== null
        ? "taken"
        : endsAt <= at
          ? "missing"
          : startsAt <= at
            ? "live"
            : "expected"
  return register
}
