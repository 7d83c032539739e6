import { transact } from "db/client.server"
import { teachers } from "db/schema/people"
import { coSubstitutes, sessions } from "db/schema/teaching-sessions"
import { and, eq, gt, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, find, ownRows, remove, select } from "~/models/foundation/access/door.server"
import { among, joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { ReplaceRefusal } from "~/texts/teaching/refusals"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { placesOf } from "../co-teacher/co-teacher.server"
import { findGone } from "../scheduled-teacher-change/scheduled-teacher-change.server"
import { listAllHours } from "../teacher-time/availability.server"
import { findTeacherLimits, isWithinHours } from "../teacher-time/teacher-limits.server"
import { claim, releaseFrom } from "./claim.server"
import { type Clash, clashText } from "./clash"
import { findClashes } from "./clash.server"
import { queueUpdates } from "./reader-updates.server"
import { listSessionsToTell } from "./session-list.server"
import { findSessionRow, isKnownTeacher, leavesBefore, type SlotRefusal } from "./slot.server"
import { teachersOf } from "./teacher-recipients.server"
import { listTooFar } from "./travel.server"

/** A co-teacher's place in one lesson, and who has it: they themselves, a substitute, or no one. */
type CoPlace = { teacherId: string; name: string; by: string | null; byName: string | null }

/** The places of co-teachers in a lesson, by name. */
export function listCoPlaces(actor: Actor, sessionId: string): CoPlace[] {
  const session = findSessionRow(actor, sessionId)
  if (!session) return []
  return placesOf(actor, session.classId, session.localDate, sessionId)
    .filter(({ teacherId }) => teacherId !== session.teacherId)
    .map(({ teacherId, by }) => ({
      teacherId,
      name: nameOf(actor, teacherId),
      by,
      byName: by && nameOf(actor, by),
    }))
    .sort((a, b) => a.name.localeCompare(b.name))
}

type Wish = { teacherId: string; by: string | null }
type Choice = {
  /** The caller tells those concerned. */
  silent?: boolean
  /** Puts back what was there before: the teacher's leave was known then. */
  despiteLeave?: boolean
  /** Why they teach outside their hours. */
  hoursReason?: string
  /** Whether a clash stood there before. */
  stood?: (clash: Clash) => boolean
}

/**
 * Gives a co-teacher's place in one lesson to another teacher, to no one (`by` null), or back to the co-teacher. Refused where
 * whoever takes it is away, teaches elsewhere or can't be there in time; that they teach outside their hours is accepted: the
 * caller asks for the reason. Who has the place is paid. Families and teachers are told by mail in two minutes, unless the
 * caller tells them (`silent`).
 */
export function replaceCoTeacher(
  actor: Actor,
  sessionId: string,
  { teacherId, by }: Wish,
  { silent = false, despiteLeave = false, hoursReason, stood = () => false }: Choice = {},
): Result<void, ReplaceRefusal> | SlotRefusal {
  return transact(() => {
    const session = findSessionRow(actor, sessionId)
    if (!session) return { ok: false, reason: "no-session" }
    if (session.registerTakenAt !== null) return { ok: false, reason: "has-register" }
    if (session.state === "cancelled") return { ok: false, reason: "is-cancelled" }
    const places = placesOf(actor, session.classId, session.localDate, sessionId)
    const place = places.find((each) => each.teacherId === teacherId)
    if (!place) return { ok: false, reason: "no-place" }
    if (place.by === by) return { ok: true }
    if (by !== null) {
      if (!isKnownTeacher(actor, by)) return { ok: false, reason: "unknown-teacher" }
      if (by === session.teacherId || places.some((each) => each.by === by))
        return { ok: false, reason: "gives-it" }
      const gone = findGone(actor, [by], session.localDate)
      if (gone) return leavesBefore(gone)
      const clashes = obstaclesOf(actor, session, by, { despiteLeave, stood })
      if (clashes.length > 0)
        return { ok: false, reason: "clash", clashes, alternatives: [], mayOverride: false }
    }
    const before = silent ? [] : listSessionsToTell(actor, [sessionId])
    passPlace(actor, session, place, by, hoursReason)
    if (place.by !== null && place.by !== session.teacherId)
      releaseFrom(actor, "teacher", place.by, [sessionId])
    claim(actor, { ...session, teacherId: null, roomId: null }, [])
    if (!silent) queueUpdates(actor, before)
    return { ok: true }
  })
}

type Row = NonNullable<ReturnType<typeof findSessionRow>>

/** Why someone can't give a lesson beside its teacher, as text. */
function obstaclesOf(
  actor: Actor,
  session: Row,
  by: string,
  { despiteLeave, stood }: Required<Pick<Choice, "despiteLeave" | "stood">>,
): string[] {
  const { id, startsAt, endsAt, roomId } = session
  const clashes = findClashes(actor, { teacherId: by, startsAt, endsAt, exceptSessionId: id }).filter(
    (clash) => !stood(clash),
  )
  const limits = findTeacherLimits(actor, [{ ...session, teacherId: by, date: session.localDate }])
  const far = listTooFar(actor, { teacherId: by, roomId, startsAt, endsAt, exceptSessionId: id })
  return [...(despiteLeave ? [] : [...limits.away, ...far]), ...clashes.map(clashText)]
}

/** Notes who has a place from now on, and what is accepted of them; what they book is the caller's. */
function passPlace(
  actor: Actor,
  session: Row,
  { teacherId, by: former }: Wish,
  by: string | null,
  hoursReason?: string,
) {
  givePlace(actor, session.id, { teacherId, by })
  const keptDespite = keptFor(actor, session, by)
  const keptReason = hoursReason ?? session.keptReason ?? "Chosen by the office"
  change(actor, sessions, session.id, { keptDespite, keptReason: keptDespite && keptReason })
  recordEvent(actor, "session.replace-co-teacher", session.id, {
    before: { teacherId, by: former },
    after: {
      teacherId,
      by,
      name: nameOf(actor, teacherId),
      substitute: by && nameOf(actor, by),
      accepted: hoursReason,
    },
  })
}

function givePlace(actor: Actor, sessionId: string, { teacherId, by }: Wish) {
  remove(
    actor,
    coSubstitutes,
    and(eq(coSubstitutes.sessionId, sessionId), eq(coSubstitutes.teacherId, teacherId)),
  )
  if (by === teacherId) return
  add(actor, coSubstitutes, { sessionId, teacherId, substituteId: by })
}

/** What of a lesson stays accepted: of its co-teachers only that the new one has other hours, which the office chose. */
function keptFor(actor: Actor, session: Row, by: string | null): string | null {
  const kept = (session.keptDespite ?? "").split(" ").filter((cause) => cause && !cause.startsWith("co-"))
  const hours = by ? (listAllHours(actor).get(by) ?? []) : []
  if (by && !isWithinHours(hours, { ...session, date: session.localDate })) kept.push("co-times")
  return kept.join(" ") || null
}

/**
 * Gives back the places of lessons to come that a teacher has for others, or of those after a day, and tells the lessons' people; who
 * can't be there leaves it empty. In a canceled lesson nothing is booked: whether the co-teacher can be there is asked once it is
 * restored. In the caller's transaction.
 */
export function handBackPlaces(actor: Actor, substituteId: string, after = "") {
  const taken = select({ session: sessions, teacherId: coSubstitutes.teacherId })
    .from(coSubstitutes)
    .innerJoin(sessions, joined(sessions, coSubstitutes.sessionId))
    .where(
      and(
        own(actor, coSubstitutes),
        eq(coSubstitutes.substituteId, substituteId),
        gt(sessions.localDate, after),
        isNull(sessions.registerTakenAt),
        gt(sessions.startsAt, now()),
      ),
    )
    .all()
  const before = listSessionsToTell(
    actor,
    taken.flatMap(({ session }) => (session.state === "planned" ? session.id : [])),
  )
  for (const { session, teacherId } of taken) {
    const { id: sessionId, state } = session
    const silently = { silent: true, despiteLeave: true }
    if (state === "cancelled") passPlace(actor, session, { teacherId, by: substituteId }, teacherId)
    else if (!replaceCoTeacher(actor, sessionId, { teacherId, by: teacherId }, silently).ok)
      replaceCoTeacher(actor, sessionId, { teacherId, by: null }, silently)
  }
  queueUpdates(actor, before, {
    knowing: [...teachersOf(actor, [substituteId]).values()].map(({ email }) => email),
  })
}

/** The places of someone who stops co-teaching are no one's any longer in these lessons. In the caller's transaction. */
export function dropPlaces(actor: Actor, teacherId: string, sessionIds: readonly string[]) {
  const rows = ownRows(actor, coSubstitutes)
    .where(and(eq(coSubstitutes.teacherId, teacherId), among(coSubstitutes.sessionId, sessionIds)))
    .all()
  for (const { sessionId, substituteId } of rows) {
    if (substituteId) releaseFrom(actor, "teacher", substituteId, [sessionId])
    givePlace(actor, sessionId, { teacherId, by: teacherId })
  }
}

function nameOf(actor: Actor, teacherId: string): string {
  return find(actor, teachers, teacherId)?.name ?? ""
}
