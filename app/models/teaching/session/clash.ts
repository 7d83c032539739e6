import { dayName, formatDate, formatTime } from "~/utils/formats"
import { type BookedResource, type SessionRow, sessionTitle } from "./session"

// A clash is a teacher, room or student that another session has at the same time. Safe in the browser.

export type Clash = {
  resource: BookedResource
  resourceId: string
  resourceName: string
  /** The session that has it. */
  other: SessionRow
}

/** What a session calls the teacher, room or student it has booked. */
export function takenName(session: SessionRow, resource: BookedResource, resourceId: string): string {
  if (resource === "room") return session.roomName ?? "The room"
  if (resource === "teacher") {
    const other = session.coTeachers?.find(({ id }) => id === resourceId)
    return other?.name ?? session.teacherName ?? "The teacher"
  }
  return session.students.find(({ id }) => id === resourceId)?.name ?? "A student"
}

/** Who or what is taken, by whom and when: "Drum room is taken at 4:30 PM by Theo Petrović." */
export function clashText({ resource, resourceName, other }: Clash): string {
  if (resource === "student") return studentClashText(resourceName, other)
  const at = formatTime(other.startTime)
  if (resource === "teacher") return `${resourceName} teaches ${sessionTitle(other)} at ${at}.`
  return `${resourceName} is taken at ${at} by ${sessionTitle(other)}${withTeacher(other)}.`
}

type Elsewhere = Pick<SessionRow, "className" | "startTime" | "teacherName">

/** The same of a student: "Noah Berg has Youth choir at 4:30 PM with Theo Petrović." */
export const studentClashText = (name: string, other: Elsewhere): string =>
  `${name} has ${other.className} at ${formatTime(other.startTime)}${withTeacher(other)}.`

const withTeacher = ({ teacherName }: Elsewhere): string => (teacherName ? ` with ${teacherName}` : "")

/** Only a teacher cannot be in two places with a reason. */
export const canBeAccepted = (clashes: Pick<Clash, "resource">[]): boolean =>
  clashes.every(({ resource }) => resource !== "teacher")

/** Two sessions still to come that have the same person or room at the same time. */
export type OpenClash = {
  resource: BookedResource
  resourceName: string
  sessions: [SessionRow, SessionRow]
}

/** "Friday 4:30 PM: Brass trio and Youth choir both have Hall."; with the date where several weeks are in view. */
export function openClashText(
  { resource, resourceName, sessions: [one, two] }: OpenClash,
  { withDate = false }: { withDate?: boolean } = {},
): string {
  const day = withDate ? `${formatDate(two.localDate, "short")},` : dayName(two.localDate)
  const when = `${day} ${formatTime(two.startTime)}`
  const both =
    resource === "student"
      ? `${one.className} and ${two.className}`
      : `${sessionTitle(one)} and ${sessionTitle(two)}`
  if (resource === "room") return `${when}: ${both} both have ${resourceName}.`
  return `${when}: ${resourceName} is in both ${both}.`
}

/** A slot in the calendar that is free for everyone concerned. Times are the school's wall clock. */
export type FreeTime = { date: string; startTime: string; roomId: string | null; roomName: string | null }

/** "Fri, Nov 20, 4:30 PM in Drum room" */
export const freeTimeText = ({ date, startTime, roomName }: FreeTime): string =>
  `${formatDate(date, "short")}, ${formatTime(startTime)}${roomName ? ` in ${roomName}` : ""}`

/** "Fridays, 4:30 PM", as a weekly time. */
export const weeklyTimeText = ({ date, startTime }: FreeTime): string =>
  `${dayName(date)}s, ${formatTime(startTime)}`

/** What the key of a free time sends: date, start and room. */
export const slotValue = ({ date, startTime, roomId }: FreeTime): string =>
  `${date} ${startTime} ${roomId ?? ""}`.trim()
