import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { enrollments } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, exists, gt, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, type Params, prepareAdd, query, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import { expectedInSession, hasNoSeat } from "./seat.server"

/** Makes a row of every seat of a session that only follows from an enrollment. Safe to repeat. */
export function seatSession(actor: Actor, sessionId: string) {
  transact(() => seatExpected(actor, sessionId))
}

/** The same in the caller's transaction. */
export const seatExpected = (actor: Actor, sessionId: string) =>
  makeSeats(actor, missingOfSession.all(actor, { sessionId }))

/** The seats of a session that are rows, by their students. */
export const seatIdsOf = (actor: Actor, sessionId: string): Map<string, string> =>
  new Map(rowsOfSession.all(actor, { sessionId }).map(({ studentId, seatId }) => [studentId, seatId]))

const rowsOfSession = query((p: Params<{ sessionId: string }>, own) =>
  select({ studentId: seats.studentId, seatId: seats.id })
    .from(seats)
    .where(and(own(seats), eq(seats.sessionId, p.sessionId))),
)

/** Attendance of a session is complete, as of now and by the actor; in the caller's transaction. */
export const closeRegister = (actor: Actor, sessionId: string) =>
  change(actor, sessions, sessionId, { registerTakenAt: now(), registerTakenBy: actor.memberId })

/**
 * Makes the rows of every session that has begun, so that each past seat is counted: as charged, covered or unbilled.
 * A register that was complete until someone turned out to belong to the class is open again. Safe to repeat.
 * @param since UTC ms; only sessions without a register that began after it. Without it the school's whole past.
 * @returns how many seats were made
 */
export function seatBegunSessions(actor: Actor, since?: number): number {
  const begun = and(eq(sessions.state, "planned"), lte(sessions.startsAt, now()))
  const recent =
    since === undefined ? begun : and(begun, gt(sessions.startsAt, since), isNull(sessions.registerTakenAt))
  return transact(() => makeSeats(actor, missingSeats(and(own(actor, sessions), recent)).all()))
}

/** Of the sessions meant, who is expected and has no seat yet. */
const missingSeats = (which: SQL | undefined) =>
  select({
    sessionId: sessions.id,
    studentId: enrollments.studentId,
    enrollmentId: enrollments.id,
    registerTakenAt: sessions.registerTakenAt,
  })
    .from(sessions)
    .innerJoin(enrollments, expectedInSession)
    .where(and(which, hasNoSeat))

type MissingSeat = ReturnType<ReturnType<typeof missingSeats>["all"]>[number]

const missingOfSession = query((p: Params<{ sessionId: string }>, own) =>
  missingSeats(own(sessions, p.sessionId)),
)

function makeSeats(actor: Actor, missing: readonly MissingSeat[]): number {
  for (const { registerTakenAt, ...seat } of missing) addSeat(actor, { ...seat, kind: "enrolled" })
  reopen(
    actor,
    missing.filter(({ registerTakenAt }) => registerTakenAt !== null).map(({ sessionId }) => sessionId),
  )
  return missing.length
}

const addSeat = prepareAdd(seats, "there")

/** A register is taken when everyone is marked; with a new seat it is not. The marks stay. */
function reopen(actor: Actor, sessionIds: readonly string[]) {
  for (const id of new Set(sessionIds)) {
    change(actor, sessions, and(eq(sessions.id, id), isNotNull(sessions.registerTakenAt)), {
      registerTakenAt: null,
      registerTakenBy: null,
    })
    recordEvent(actor, { verb: "reopen-register", noun: "session", nounId: id })
  }
}

/**
 * The next schools in order of id: for jobs that go through all of them a portion at a time.
 * @param since UTC ms; only those with a session without a register that began after it
 */
export function listSchoolsToSeat(after: string, limit: number, since?: number): string[] {
  const begun = select({ one: sql`1` })
    .from(sessions)
    .where(
      and(
        eq(sessions.schoolId, schools.id),
        gt(sessions.startsAt, since ?? 0),
        lte(sessions.startsAt, now()),
        isNull(sessions.registerTakenAt),
        eq(sessions.state, "planned"),
      ),
    )
  return select({ id: schools.id })
    .from(schools)
    .where(and(gt(schools.id, after), since === undefined ? undefined : exists(begun)))
    .orderBy(asc(schools.id))
    .limit(limit)
    .all()
    .map(({ id }) => id)
}
