import { formatTimeRange } from "~/utils/formats"
import { namesAway, type SessionRow, sessionEnd, sessionTitle, teacherNames } from "./session"

/** A session as a line of a list. Safe in the browser. */
export type SessionLine = {
  id: string
  title: string
  /** "2:45 to 3:30 PM" */
  time: string
  teacher: string
  room: string
  /** "4 of 6" of a group, otherwise empty */
  people: string
  register: SessionRow["register"]
  /** Who said they won't come, and who is on leave. */
  notComing: string[]
  /** "Kwame away": a teacher of it has approved time off */
  away: string
  /** "Hall clash" where it is booked twice */
  clash: string
}

export function lineOf(row: SessionRow): SessionLine {
  return {
    id: row.id,
    title: sessionTitle(row),
    time: formatTimeRange(row.startTime, sessionEnd(row)),
    teacher: teacherNames(row) || "No teacher yet",
    room: row.roomName ?? "No room",
    people: row.kind === "private" ? "" : `${row.students.length} of ${row.capacity}`,
    register: row.register,
    notComing: namesAway(row),
    away: awayOf(row),
    clash: clashOf(row),
  }
}

/** "Kwame away", empty where its teachers are there. */
export const awayOf = ({ away }: Pick<SessionRow, "away">): string =>
  away ? `${away.trim().split(/\s+/)[0]} away` : ""

const clashLabels = { teacher: "Teacher clash", room: "Room clash", student: "Student clash" }

/** "Hall clash", "Teacher clash"; empty without one. */
export function clashOf({ clash, roomName }: Pick<SessionRow, "clash" | "roomName">): string {
  if (!clash) return ""
  return (clash === "room" && roomName && `${roomName} clash`) || clashLabels[clash]
}
