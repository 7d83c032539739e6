import { transact } from "db/client.server"
import { freedOffers, freedTimes } from "db/schema/attendance-freed-times"
import { students } from "db/schema/people"
import { and, eq, inArray, isNull, lte } from "drizzle-orm"
import { instantWithOwnTime } from "~/models/accounts/profile/own-time"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, find, ownRows, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import type { SeatedSession } from "~/models/teaching/seat/seated-session.server"
import { findSessionRow } from "~/models/teaching/session/slot.server"
import { whenOf } from "~/models/teaching/session/tell-change.server"
import { isAwayAt } from "~/models/teaching/teacher-time/teacher-time"
import { listDaysAway } from "~/models/teaching/teacher-time/time-off.server"
import { now } from "~/utils/clock.server"
import { addMinutes } from "~/utils/clock-times"
import { fullName } from "~/utils/names"
import { findFreedTimeRules } from "./claim-hours.server"
import { answersFrom } from "./freed-time"
import {
  classNameOf,
  type Freed,
  findNext,
  hasFreeSpot,
  listStandingSpots,
  type SessionFacts,
} from "./next-in-line.server"

const hourMs = 3_600_000
/** An offer ends this long before the lesson; with less time left no one is asked. */
export const latestBeforeMs = 2 * hourMs

/**
 * Offers the time of a private lesson whose student isn't coming, where the school does that. In the caller's
 * transaction; a time that is offered already stays with whom it was offered to.
 */
export function offerFreedTime(actor: Actor, session: Pick<SeatedSession, "id" | "classKind" | "teacherId">) {
  if (session.classKind !== "private" || !session.teacherId || findFreedTimeRules(actor).hours === 0) return
  if (findStanding(actor, session.id)) return
  const id = add(actor, freedTimes, { sessionId: session.id })
  offerNext(actor, { id, sessionId: session.id, absentStudentId: null })
}

/**
 * Offers the spot of a student who isn't coming to a group lesson, where the school does that. In the caller's transaction; a
 * spot that is offered already stays with whom it was offered to.
 */
export function offerFreedSpot(
  actor: Actor,
  session: Pick<SeatedSession, "id" | "classKind" | "teacherId">,
  absentStudentId: string,
) {
  const isGroup = session.classKind === "group" || session.classKind === "ensemble"
  const { hours, spots } = findFreedTimeRules(actor)
  if (!isGroup || !session.teacherId || !spots || hours === 0) return
  if (listStandingSpots(actor, session.id).some(({ studentId }) => studentId === absentStudentId)) return
  const freed = { sessionId: session.id, absentStudentId }
  const id = add(actor, freedTimes, freed)
  offerNext(actor, { id, ...freed })
}

/**
 * The student comes to the group lesson after all: ends the offers of their spot. False once the lesson is full and someone
 * else has a spot of it, no matter whose it was: of two who were absent the first to come back takes the one that is left.
 */
export function takeBackFreedSpot(actor: Actor, session: SeatedSession, absentStudentId: string): boolean {
  const standing = listStandingSpots(actor, session.id)
  if (standing.some(({ state }) => state === "claimed") && !hasFreeSpot(actor, session)) return false
  for (const { id, state, studentId } of standing)
    if (state === "open" && studentId === absentStudentId) closeFreedTime(actor, id, "withdrawn")
  return true
}

/** The student comes after all: ends the offers. False once someone has a lesson at that time. In the caller's transaction. */
export function takeBackFreedTime(actor: Actor, sessionId: string): boolean {
  const freed = findStanding(actor, sessionId)
  if (!freed) return true
  if (freed.state === "claimed") {
    const makeUp = freed.makeUpSessionId ? findSessionRow(actor, freed.makeUpSessionId) : undefined
    return makeUp?.state !== "planned" || makeUp.startsAt !== findSessionRow(actor, sessionId)?.startsAt
  }
  closeFreedTime(actor, freed.id, "withdrawn")
  return true
}

/** Ends the school's offers that have run out and passes each on to the next in line. Answers how many ended. */
export function passOnFreedTimes(actor: Actor): number {
  return transact(() => {
    const over = select({
      id: freedOffers.id,
      studentId: freedOffers.studentId,
      freedTimeId: freedOffers.freedTimeId,
      sessionId: freedTimes.sessionId,
      absentStudentId: freedTimes.absentStudentId,
    })
      .from(freedOffers)
      .innerJoin(freedTimes, joined(freedTimes, freedOffers.freedTimeId))
      .where(
        and(own(actor, freedOffers), eq(freedOffers.state, "offered"), lte(freedOffers.offerUntil, now())),
      )
      .all()
    for (const offer of over) {
      closeOffer(actor, offer.id, "expired")
      recordEvent(actor, "session.let-freed-time-expire", offer.sessionId, {
        after: { name: nameOf(actor, offer.studentId), studentId: offer.studentId },
      })
      offerNext(actor, { ...offer, id: offer.freedTimeId })
    }
    return over.length
  })
}

/**
 * Asks the next in line; with no one left it waits for who earns a credit later or gets one back, and with no time left or
 * the offers turned off it is over. In the caller's transaction.
 * @param since asks only those whose credit was issued, or given back, from then on (UTC ms)
 */
export function offerNext(actor: Actor, freed: Freed, since?: number) {
  const session = findSessionRow(actor, freed.sessionId)
  const latest = (session?.startsAt ?? 0) - latestBeforeMs
  const { hours } = findFreedTimeRules(actor)
  const isOffered =
    session &&
    hours > 0 &&
    isStillFree(session) &&
    !isTeacherAway(actor, session) &&
    latest > now() &&
    (!freed.absentStudentId || hasFreeSpot(actor, session))
  if (!isOffered) return closeFreedTime(actor, freed.id, "over")
  const next = findNext(actor, freed, session, since)
  if (!next) return
  const offerUntil = Math.min(answersFrom(now(), actor.school.timeZone) + hours * hourMs, latest)
  add(actor, freedOffers, { freedTimeId: freed.id, studentId: next.studentId, offerUntil })
  recordEvent(actor, "session.offer-freed-time", session.id, {
    after: { name: next.name, studentId: next.studentId, offerUntil },
  })
  for (const { name, email, zone } of next.contacts)
    mailTo(actor, { email, name }, "freed-time", {
      studentName: next.name,
      lesson: [
        whenOf(actor, session, zone),
        freed.absentStudentId
          ? `A spot in ${classNameOf(actor, session.classId)}`
          : (next.credit.instrument ?? next.credit.className),
      ],
      until: instantWithOwnTime(offerUntil, actor.school, zone),
    })
}

export const isStillFree = (
  session: Pick<SessionFacts, "state" | "registerTakenAt" | "teacherId">,
): boolean => session.state === "planned" && session.registerTakenAt === null && session.teacherId !== null

/** Whether the teacher of a lesson is off at its time. */
export const isTeacherAway = (
  actor: Actor,
  { teacherId, localDate: date, startTime, minutes }: SessionFacts,
): boolean =>
  teacherId !== null &&
  listDaysAway(actor, teacherId, date, date).some((off) =>
    isAwayAt(off, { date, from: startTime, to: addMinutes(startTime, minutes) }),
  )

/** Ends a freed time and what is still offered of it. */
export function closeFreedTime(actor: Actor, id: string, state: "withdrawn" | "stopped" | "over") {
  change(actor, freedOffers, and(eq(freedOffers.freedTimeId, id), eq(freedOffers.state, "offered")), {
    state: "ended",
    closedAt: now(),
  })
  change(actor, freedTimes, id, { state, closedAt: now() })
}

export function closeOffer(actor: Actor, id: string, state: "claimed" | "declined" | "expired") {
  change(actor, freedOffers, id, { state, closedAt: now() })
}

/** The freed time of a private lesson that is offered or claimed. */
const findStanding = (actor: Actor, sessionId: string) =>
  ownRows(actor, freedTimes)
    .where(
      and(
        eq(freedTimes.sessionId, sessionId),
        isNull(freedTimes.absentStudentId),
        inArray(freedTimes.state, ["open", "claimed"]),
      ),
    )
    .get()

export function nameOf(actor: Actor, studentId: string): string {
  const student = find(actor, students, studentId)
  return student ? fullName(student) : "a student"
}
