import type { MarkCode } from "~/models/accounts/outcome/outcome"
import type { Actor } from "~/models/foundation/access/actor"
import { type PortalSession, portalTitle, portalWhere } from "~/models/overview/family-area/portal-session"
import { listPortalSessions } from "~/models/overview/family-area/portal-sessions.server"
import { findPortal } from "~/models/people/family-access/portal.server"
import { findOwnTeacher } from "~/models/people/teacher/own-teacher.server"
import { listOccasionsOn, type Occasion } from "~/models/teaching/occasion/find-occasion.server"
import { type SessionRow, sessionTitle } from "~/models/teaching/session/session"
import { listSessionsOn } from "~/models/teaching/session/session-list.server"
import type { CalendarEvent } from "~/utils/calendar"
import { todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import { everything, type FeedContent } from "./feed-content"

const [daysBefore, daysAhead] = [28, 120]

/** The events of a member's calendar, four weeks back to four months ahead: lessons they teach or their family attends. */
export function listFeedEvents(
  actor: Actor,
  content: FeedContent = everything,
): { name: string; events: CalendarEvent[] } {
  const { name, events } = eventsOf(actor, content)
  return { name, events: content.withCancelled ? events : events.filter(({ isCancelled }) => !isCancelled) }
}

function eventsOf(actor: Actor, { studentId, kind }: FeedContent): { name: string; events: CalendarEvent[] } {
  const day = todayOf(actor)
  const [from, to] = [addDays(day, -daysBefore), addDays(day, daysAhead)]
  const name = actor.school.name
  if (actor.role === "student") {
    const all = findPortal(actor).students
    const students = studentId ? all.filter(({ id }) => id === studentId) : all
    const isOne = students.length === 1
    return {
      name,
      events: [
        ...listPortalSessions(actor, students, from, to).map((session) => familyEvent(session, isOne, name)),
        ...listOccasionsOn(actor, from, to, { studentIds: students.map(({ id }) => id) }).map((occasion) =>
          occasionEvent(occasion, name, paths.studentOccasion),
        ),
      ],
    }
  }
  const own = findOwnTeacher(actor)
  const all = own ? listSessionsOn(actor, from, to, { teacherId: own.id }) : []
  const taught = kind ? all.filter((session) => isOneToOne(session) === (kind === "private")) : all
  const occasions = own && !kind ? listOccasionsOn(actor, from, to, { teacherId: own.id }) : []
  return {
    name,
    events: [
      ...taught.map((session) => teacherEvent(session, name)),
      ...occasions
        .filter(({ state }) => state !== "draft")
        .map((occasion) => occasionEvent(occasion, name, paths.teacherOccasion)),
    ],
  }
}

const isOneToOne = ({ kind }: SessionRow) => kind === "private" || kind === "trial"

const locationOf = (roomName: string | null, schoolName: string) =>
  roomName ? `${roomName}, ${schoolName}` : schoolName

/** A recital, an exam or an excursion. */
function occasionEvent(
  { id, title, startsAt, endsAt, state, place, roomName, note, cancelReason, revision }: Occasion,
  schoolName: string,
  to: (occasionId: string) => string,
): CalendarEvent {
  const isCancelled = state === "canceled"
  return {
    uid: `${id}@tutti`,
    title: isCancelled ? `Canceled: ${title}` : title,
    startsAt,
    endsAt,
    location: place ?? locationOf(roomName, schoolName),
    details: [cancelReason ?? note, `${env().APP_URL}${to(id)}`].filter(Boolean).join("\n"),
    isCancelled,
    sequence: revision,
    link: null,
  }
}

function teacherEvent(session: SessionRow, schoolName: string): CalendarEvent {
  const title = sessionTitle(session)
  const isCancelled = session.state === "cancelled"
  return {
    uid: `${session.id}@tutti`,
    title: isCancelled ? `Canceled: ${title}` : title,
    startsAt: session.startsAt,
    endsAt: session.endsAt,
    location: locationOf(session.roomName, schoolName),
    details: [
      title === session.className ? session.students.map(({ name }) => name).join(", ") : session.className,
      session.cancelReason,
      session.onlineLink ? `Join online: ${session.onlineLink}` : null,
      `${env().APP_URL}${paths.session(session.id)}`,
    ]
      .filter(Boolean)
      .join("\n"),
    isCancelled,
    sequence: session.revision,
    link: session.onlineLink,
  }
}

const attendanceTexts: Record<MarkCode, string> = {
  present: "Present",
  late: "Late",
  absent: "Absent",
  excused: "Excused",
  cancelled: "Canceled by school",
}

function familyEvent(session: PortalSession, isOne: boolean, schoolName: string): CalendarEvent {
  const isCancelled = session.state === "cancelled"
  const title = isOne ? portalTitle(session) : `${session.studentName}: ${portalTitle(session)}`
  const before = isCancelled ? "Canceled: " : session.noticeAt !== null ? "Not coming: " : ""
  return {
    uid: `${session.id}-${session.studentId}@tutti`,
    title: `${before}${title}`,
    startsAt: session.startsAt,
    endsAt: session.endsAt,
    location: locationOf(session.roomName, schoolName),
    details: [
      portalWhere({ ...session, roomName: null }),
      session.code ? `Attendance: ${session.statusName ?? attendanceTexts[session.code]}` : null,
      session.cancelReason,
      session.onlineLink ? `Join online: ${session.onlineLink}` : null,
      `${env().APP_URL}${paths.studentSession(session.id, { child: session.studentId })}`,
    ]
      .filter(Boolean)
      .join("\n"),
    isCancelled,
    sequence: session.revision,
    link: session.onlineLink,
  }
}
