import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { subscriptions } from "db/schema/accounts-subscriptions"
import { calendarFeeds } from "db/schema/exchange"
import { members } from "db/schema/people"
import { and, eq, isNull } from "drizzle-orm"
import type { MarkCode } from "~/models/accounts/outcome/outcome"
import { storedState } from "~/models/accounts/subscription/stored-state.server"
import { clientStatus } from "~/models/accounts/subscription/subscription"
import type { Actor } from "~/models/foundation/access/actor"
import { add, changeRows, select } from "~/models/foundation/access/door.server"
import { joined, newRow, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { type PortalSession, portalTitle, portalWhere } from "~/models/overview/family-area/portal-session"
import { listPortalSessions } from "~/models/overview/family-area/portal-sessions.server"
import { findPortal } from "~/models/people/family-access/portal.server"
import { findOwnTeacher } from "~/models/people/teacher/own-teacher.server"
import { listOccasionsOn, type Occasion } from "~/models/teaching/occasion/find-occasion.server"
import { lessonUid } from "~/models/teaching/session/calendar-lesson"
import { type SessionRow, sessionTitle } from "~/models/teaching/session/session"
import { listSessionsOn } from "~/models/teaching/session/session-list.server"
import type { CalendarEvent } from "~/utils/calendar"
import { now, todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { env } from "~/utils/env.server"
import { hashOf } from "~/utils/ids.server"
import { paths } from "~/utils/paths"
import { derivedSecrets } from "~/utils/seal.server"
import { everything, type FeedContent } from "./feed-content"

// A member's calendar feed for other programs. Anyone with the address can read it without logging in, so the address is
// a secret. It is derived from the row's id and our sealing key; the table holds only its hash.

/** By each of our keys, newest first. */
const secretsOf = (feedId: string): string[] => derivedSecrets(`calendar-feed:${feedId}`)

const current = (actor: Actor) =>
  and(
    own(actor, calendarFeeds),
    eq(calendarFeeds.memberId, actor.memberId ?? ""),
    isNull(calendarFeeds.revokedAt),
  )

/**
 * The secret of the member's calendar, or null while they have none. An address in use works under any key, by its hash;
 * it can be shown only while the key it was made with is in the settings.
 */
export function findFeedSecret(actor: Actor): string | null {
  const feed = select({ id: calendarFeeds.id, tokenHash: calendarFeeds.tokenHash })
    .from(calendarFeeds)
    .where(current(actor))
    .get()
  return (feed && secretsOf(feed.id).find((secret) => hashOf(secret) === feed.tokenHash)) ?? null
}

/** Makes an address; the one before, if there is one, is worth nothing from now on. */
export function renewFeed(actor: Actor) {
  transact(() => {
    const row = newRow(actor)
    revoke(actor)
    add(actor, calendarFeeds, {
      ...row,
      memberId: actor.memberId ?? "",
      tokenHash: hashOf(secretsOf(row.id)[0] ?? ""),
    })
    recordEvent(actor, "calendar-feed.renew", row.id)
  })
}

/** Takes the address away without a new one. */
export function endFeed(actor: Actor) {
  transact(() => {
    for (const { id } of revoke(actor)) recordEvent(actor, "calendar-feed.end", id)
  })
}

const revoke = (actor: Actor) => changeRows(actor, calendarFeeds, current(actor), { revokedAt: now() })

/** Whose calendar a secret opens, for the guard: an active member of a school that is open. */
export function findFeedReader(secret: string) {
  const found = select({
    member: { memberId: members.id, role: members.role },
    user: { userId: users.id, name: users.name },
    school: schools,
    subscription: storedState,
  })
    .from(calendarFeeds)
    .innerJoin(members, joined(members, calendarFeeds.memberId))
    .innerJoin(users, eq(users.id, members.userId))
    .innerJoin(schools, eq(schools.id, members.schoolId))
    .innerJoin(subscriptions, eq(subscriptions.schoolId, schools.id))
    .where(
      and(
        eq(calendarFeeds.tokenHash, hashOf(secret)),
        isNull(calendarFeeds.revokedAt),
        isNull(members.deactivatedAt),
      ),
    )
    .get()
  if (!found || clientStatus(found.subscription, now()) !== "active") return undefined
  return { school: found.school, membership: { ...found.member, ...found.user } }
}

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
    uid: lessonUid(session.id),
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
    uid: lessonUid(session.id, session.studentId),
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
