import { db, transact } from "db/client.server"
import { makeUpCredits } from "db/schema/attendance"
import { freedOffers, freedTimes } from "db/schema/attendance-freed-times"
import { students } from "db/schema/people"
import { and, asc, eq, gte, inArray, isNull, lte, ne, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/new-row.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { listContacts } from "~/models/people/family/contacts.server"
import type { SeatedSession } from "~/models/teaching/seat/seated-session.server"
import { overlapsQuery } from "~/models/teaching/session/clash.server"
import { findSessionRow } from "~/models/teaching/session/slot.server"
import { now } from "~/utils/clock.server"
import { formatTime } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import { fold, fullName } from "~/utils/names"
import { formatInstant } from "~/utils/zones"
import { isAlone } from "../make-up/free-times.server"
import { creditOn, listOpenCredits, type OpenCredit } from "../make-up/open-credits.server"
import { findClaimHours } from "./claim-hours.server"

const hourMs = 3_600_000
/** An offer ends this long before the lesson; with less time left no one is asked. */
const latestBeforeMs = 2 * hourMs
/** Of a long line only so many are looked at each time. */
const mostLookedAt = 50

type SessionFacts = NonNullable<ReturnType<typeof findSessionRow>>

/**
 * Offers the time of a private lesson whose student isn't coming, where the school does that. In the caller's
 * transaction; a time that is offered already stays with whom it was offered to.
 */
export function offerFreedTime(actor: Actor, session: Pick<SeatedSession, "id" | "classKind" | "teacherId">) {
  if (session.classKind !== "private" || !session.teacherId || findClaimHours(actor) === 0) return
  if (findStanding(actor, session.id)) return
  const row = newRow(actor)
  db()
    .insert(freedTimes)
    .values({ ...row, sessionId: session.id })
    .run()
  offerNext(actor, { id: row.id, sessionId: session.id })
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
    const over = db()
      .select({
        id: freedOffers.id,
        studentId: freedOffers.studentId,
        freedTimeId: freedOffers.freedTimeId,
        sessionId: freedTimes.sessionId,
      })
      .from(freedOffers)
      .innerJoin(freedTimes, joined(freedTimes, freedOffers.freedTimeId))
      .where(
        and(own(actor, freedOffers), eq(freedOffers.state, "offered"), lte(freedOffers.offerUntil, now())),
      )
      .all()
    for (const offer of over) {
      closeOffer(actor, offer.id, "expired")
      recordEvent(actor, {
        verb: "let-freed-time-expire",
        noun: "session",
        nounId: offer.sessionId,
        after: { name: nameOf(actor, offer.studentId), studentId: offer.studentId },
      })
      offerNext(actor, { id: offer.freedTimeId, sessionId: offer.sessionId })
    }
    return over.length
  })
}

/** Asks the next in line; with no one left, or no time, the freed time is over. In the caller's transaction. */
export function offerNext(actor: Actor, freed: { id: string; sessionId: string }) {
  const session = findSessionRow(actor, freed.sessionId)
  const latest = (session?.startsAt ?? 0) - latestBeforeMs
  const next =
    session && isStillFree(session) && latest > now() ? findNext(actor, freed.id, session) : undefined
  if (!session || !next) return closeFreedTime(actor, freed.id, "over")
  const offerUntil = Math.min(now() + findClaimHours(actor) * hourMs, latest)
  db()
    .insert(freedOffers)
    .values({ ...newRow(actor), freedTimeId: freed.id, studentId: next.studentId, offerUntil })
    .run()
  recordEvent(actor, {
    verb: "offer-freed-time",
    noun: "session",
    nounId: session.id,
    after: { name: next.name, studentId: next.studentId, offerUntil },
  })
  for (const { name, email } of next.contacts)
    queueMail({
      template: "freed-time",
      schoolId: actor.school.id,
      recipient: email,
      data: {
        schoolName: actor.school.name,
        recipientName: name,
        studentName: next.name,
        lesson: [
          `${formatDate(session.localDate, "short", actor.school)}, ${formatTime(session.startTime, actor.school)}`,
          next.credit.instrument ?? next.credit.className,
        ],
        until: formatInstant(offerUntil, actor.school.timeZone, actor.school),
      },
    })
}

export const isStillFree = (
  session: Pick<SessionFacts, "state" | "registerTakenAt" | "teacherId">,
): boolean => session.state === "planned" && session.registerTakenAt === null && session.teacherId !== null

/** The first in line who can come: by the end of their credit, then by how long they have had it. */
function findNext(actor: Actor, freedTimeId: string, session: SessionFacts) {
  const line = lineQuery(actor, freedTimeId, session).all()
  const people = [...new Map(line.map((each) => [each.studentId, each])).values()]
  const contacts = listContacts(
    actor,
    people.map(({ studentId }) => studentId),
  )
  for (const { studentId, firstName, lastName } of people) {
    const reached = (contacts.get(studentId) ?? []).filter(({ hasPages }) => hasPages)
    const credit = fittingCredit(actor, studentId, session)
    if (reached.length === 0 || !credit) continue
    if (overlapsQuery(actor, session, "student", [studentId]).all().length > 0) continue
    return { studentId, name: fullName({ firstName, lastName }), contacts: reached, credit }
  }
  return undefined
}

/** Credits that could be used on that day, by the index of open ones: those that end first before the others. */
const lineQuery = (actor: Actor, freedTimeId: string, session: Pick<SessionFacts, "id" | "localDate">) =>
  db()
    .select({ studentId: students.id, firstName: students.firstName, lastName: students.lastName })
    .from(makeUpCredits)
    .innerJoin(students, joined(students, makeUpCredits.studentId))
    .where(
      and(
        own(actor, makeUpCredits),
        isNull(makeUpCredits.usedAt),
        isNull(makeUpCredits.revokedAt),
        gte(makeUpCredits.expiresOn, session.localDate),
        ne(students.status, "former"),
        sql`not exists (select 1 from freed_offers f where f.school_id = ${makeUpCredits.schoolId}
          and f.freed_time_id = ${freedTimeId} and f.student_id = ${makeUpCredits.studentId})`,
        sql`not exists (select 1 from seats x where x.school_id = ${makeUpCredits.schoolId}
          and x.session_id = ${session.id} and x.student_id = ${makeUpCredits.studentId})`,
      ),
    )
    .orderBy(asc(makeUpCredits.expiresOn), asc(makeUpCredits.createdAt), asc(makeUpCredits.id))
    .limit(mostLookedAt)

/** The credit that a lesson at this time would use, if it is for a private lesson of its instrument that fits into it. */
export function fittingCredit(
  actor: Actor,
  studentId: string,
  session: Pick<SessionFacts, "localDate" | "minutes" | "classId">,
): OpenCredit | undefined {
  const credit = creditOn(listOpenCredits(actor, studentId), session.localDate)
  if (credit?.kind !== "private" || credit.minutes > session.minutes) return undefined
  if (credit.endedOn !== null && credit.endedOn < session.localDate) return undefined
  const { instrument } =
    db().get<{ instrument: string | null } | undefined>(
      sql`select instrument from classes where school_id = ${actor.school.id} and id = ${session.classId}`,
    ) ?? {}
  if (instrument && credit.instrument && fold(instrument) !== fold(credit.instrument)) return undefined
  return isAlone(actor, credit.classId, studentId) ? credit : undefined
}

/** Ends a freed time and what is still offered of it. */
export function closeFreedTime(actor: Actor, id: string, state: "withdrawn" | "stopped" | "over") {
  db()
    .update(freedOffers)
    .set({ state: "ended", closedAt: now() })
    .where(and(own(actor, freedOffers), eq(freedOffers.freedTimeId, id), eq(freedOffers.state, "offered")))
    .run()
  db()
    .update(freedTimes)
    .set({ state, closedAt: now() })
    .where(own(actor, freedTimes, id))
    .run()
}

export function closeOffer(actor: Actor, id: string, state: "claimed" | "declined" | "expired") {
  db()
    .update(freedOffers)
    .set({ state, closedAt: now() })
    .where(own(actor, freedOffers, id))
    .run()
}

/** The freed time of a lesson that is offered or claimed. */
const findStanding = (actor: Actor, sessionId: string) =>
  db()
    .select()
    .from(freedTimes)
    .where(
      and(
        own(actor, freedTimes),
        eq(freedTimes.sessionId, sessionId),
        inArray(freedTimes.state, ["open", "claimed"]),
      ),
    )
    .get()

export function nameOf(actor: Actor, studentId: string): string {
  const student = db()
    .select({ firstName: students.firstName, lastName: students.lastName })
    .from(students)
    .where(own(actor, students, studentId))
    .get()
  return student ? fullName(student) : "a student"
}
