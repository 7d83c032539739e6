import { classTeachers } from "db/schema/teaching"
import { bookings, coSubstitutes, sessions } from "db/schema/teaching-sessions"
import { and, eq, inArray, sql } from "drizzle-orm"
import { unionAll } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { change, select } from "~/models/foundation/access/door.server"
import { among, own } from "~/models/foundation/access/own.server"
import { datedTexts } from "~/utils/dated-texts"
import { whileCoTaught, whileSubstituted } from "../co-teacher/co-teacher.server"
import { findTeacherLimits, listLimited } from "../teacher-time/teacher-limits.server"
import { canBeAccepted, clashText, takenName } from "./clash"
import { type ClashPair, listClashPairsOf } from "./clash-pairs.server"
import { findFreeTimes } from "./free-times.server"
import { listTightSessions, listTooTightOf } from "./room-buffer.server"
import type { SessionRow } from "./session"
import { listSessionsById } from "./session-list.server"
import type { Override, SlotRefusal } from "./slot.server"
import type { StrandedCause } from "./stranded-cause"
import { keepLessons } from "./stranded-causes.server"
import { listFarSessions, listTooFarOf } from "./travel.server"

const mostNamed = 5

type Settling = {
  override?: Override
  concerns?: (pair: ClashPair) => boolean
  /** The sessions are new at their times: their teachers' leave and hours are asked, too. */
  areNew?: boolean
  /** Other times that are named are in the same room, which the form has no field for. */
  sameRoom?: boolean
  /** They are in other rooms or with other teachers: only the way between sites is asked. */
  areElsewhere?: boolean
  /** They are in other rooms, whose minutes between lessons are asked. */
  areInOtherRooms?: boolean
  /** These of them got another teacher, whose leave and hours are asked. */
  given?: { teacherId: string; sessionIds: readonly string[] }
}

/** What a reason accepts for a teacher: neither a closed day nor an archived room. */
const teachersCauses: readonly StrandedCause[] = ["leave", "co-away", "hours", "co-times", "site"]
const nearCauses: readonly StrandedCause[] = ["site", "buffer"]

/**
 * Looks, in the caller's transaction and after several sessions were booked, what they have booked twice. With a reason
 * double-booked rooms and students are accepted; a teacher's never. Lessons on days of leave or outside the hours of their
 * teacher are accepted with a reason, too: the office then arranges those few. The caller takes everything back on a refusal
 * (`wholeOrNothing`). `concerns` leaves out clashes that were there before.
 */
export function settleClashes(
  actor: Actor,
  sessionIds: readonly string[],
  { override, given, sameRoom = false, ...asked }: Settling = {},
): { ok: true } | Extract<SlotRefusal, { reason: "clash" }> {
  const { pairs, limits, near } = findUnsettled(actor, sessionIds, { given, ...asked })
  if (pairs.length + limits.length + near.length === 0) return { ok: true }
  const mayOverride = canBeAccepted(pairs)
  if (override && mayOverride) {
    accept(actor, pairs, override.reason)
    if (limits.length > 0 && given) keepLessons(actor, given.sessionIds, override.reason, teachersCauses)
    else if (limits.length > 0) keepLessons(actor, sessionIds, override.reason)
    if (near.length > 0) keepLessons(actor, sessionIds, override.reason, nearCauses)
    return { ok: true }
  }
  const found = new Map(
    listSessionsById(actor, [
      ...new Set(pairs.flatMap(({ sessionId, otherId }) => [sessionId, otherId])),
    ]).map((session) => [session.id, session]),
  )
  const inOrder = pairs
    .flatMap((pair) => {
      const [own, other] = [found.get(pair.sessionId), found.get(pair.otherId)]
      return own && other ? [{ ...pair, own, other }] : []
    })
    .sort((a, b) => a.own.startsAt - b.own.startsAt)
  const clashTexts = datedTexts(
    inOrder.map(({ own, other, resource, resourceId }) => ({
      date: own.localDate,
      text: clashText({ resource, resourceId, resourceName: takenName(own, resource, resourceId), other }),
    })),
  )
  const texts = [...limits, ...near, ...clashTexts]
  const more = texts.length - mostNamed
  const first = inOrder[0]?.own
  return {
    ok: false,
    reason: "clash",
    clashes: more > 0 ? [...texts.slice(0, mostNamed), `${more} more.`] : texts,
    ...(first
      ? { alternatives: alternativesOf(actor, first, sameRoom) }
      : { alternatives: [], withoutSearch: true as const }),
    mayOverride,
  }
}

function findUnsettled(
  actor: Actor,
  sessionIds: readonly string[],
  {
    concerns = () => true,
    areNew = false,
    areElsewhere = areNew,
    areInOtherRooms = areNew,
    given,
  }: Omit<Settling, "override" | "sameRoom">,
) {
  const limits = areNew
    ? limitsOf(actor, sessionIds)
    : given
      ? limitsOf(actor, given.sessionIds, given.teacherId)
      : []
  const near = [
    ...(areElsewhere ? listTooFarOf(actor, sessionIds) : []),
    ...(areInOtherRooms ? listTooTightOf(actor, sessionIds) : []),
  ]
  return { pairs: listClashPairsOf(actor, sessionIds).filter(concerns), limits, near }
}

/** Which of several sessions that are new at their times can't be there. A handful of queries, however many sessions. */
export function listUnsettled(actor: Actor, sessionIds: readonly string[]): string[] {
  const found = new Set([
    ...listClashPairsOf(actor, sessionIds).map(({ sessionId }) => sessionId),
    ...listLimited(actor, listTaught(actor, sessionIds)).map(({ sessionId }) => sessionId),
    ...listFarSessions(actor, sessionIds),
    ...listTightSessions(actor, sessionIds),
  ])
  return sessionIds.filter((id) => found.has(id))
}

/** Days of leave and other hours that sessions fall on; those of one of their teachers, when one is named. */
function limitsOf(actor: Actor, sessionIds: readonly string[], teacherId?: string): string[] {
  const times = listTaught(actor, sessionIds)
  const asked = teacherId ? times.filter((each) => each.teacherId === teacherId) : times
  const { away, outside } = findTeacherLimits(actor, asked)
  return [...away, ...outside]
}

/** When the teachers of sessions teach, co-teachers and substitutes included. */
function listTaught(actor: Actor, sessionIds: readonly string[]) {
  const { id: sessionId, localDate: date, startTime, minutes } = sessions
  const time = { sessionId, date, startTime, minutes }
  const which = and(own(actor, sessions), eq(sessions.state, "planned"), among(sessions.id, sessionIds))
  return unionAll(
    select({ teacherId: sql<string | null>`${sessions.teacherId}`, ...time })
      .from(sessions)
      .where(which),
    select({ teacherId: sql<string | null>`${classTeachers.teacherId}`, ...time })
      .from(sessions)
      .crossJoin(classTeachers)
      .where(and(which, whileCoTaught)),
    select({ teacherId: sql<string | null>`${coSubstitutes.substituteId}`, ...time })
      .from(sessions)
      .crossJoin(coSubstitutes)
      .where(and(which, whileSubstituted)),
  ).all()
}

function alternativesOf(actor: Actor, session: SessionRow, sameRoom: boolean) {
  const { id, teacherId, roomId, minutes, localDate, startTime } = session
  return findFreeTimes(actor, {
    teacherId,
    coTeacherIds: session.coTeachers?.map((each) => each.id) ?? [],
    roomId,
    studentIds: session.students.map((student) => student.id),
    minutes,
    near: { date: localDate, startTime },
    exceptSessionId: id,
    sameRoom,
  })
}

function accept(actor: Actor, pairs: readonly ClashPair[], reason: string) {
  for (const resourceId of new Set(pairs.map((pair) => pair.resourceId)))
    change(
      actor,
      bookings,
      and(
        eq(bookings.resourceId, resourceId),
        inArray(
          bookings.sessionId,
          pairs.filter((pair) => pair.resourceId === resourceId).map(({ sessionId }) => sessionId),
        ),
      ),
      { overrideReason: reason },
    )
}
