import { db } from "db/client.server"
import { bookings, makeUpCredits, seats } from "db/schema/teaching"
import { and, eq, gt, gte, isNull, lt, max } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import { addDays, earlierOf, instantOf, today } from "~/utils/dates"
import type { Actor } from "../access/actor"
import { newRow } from "../access/new-row.server"
import { wholeOrNothing } from "../access/rehearse.server"
import { recordEvent } from "../audit/audit.server"
import { fold } from "../roster/roster-text"
import { claim } from "../session/claim.server"
import { clashInWords } from "../session/clash"
import { findClashes } from "../session/clash.server"
import type { SessionRow } from "../session/session"
import { findSession, listSessionsOn } from "../session/session-list.server"
import { listInstrumentsOf } from "../student/instruments.server"
import { findStudent } from "../student/student.server"
import { redeemCredit } from "./redeem-credit.server"

// A make-up lesson in a session that has a free place, paid for with the student's oldest credit.

const daysAhead = 28
const offeredAtMost = 20

/**
 * The coming sessions of four weeks that a student may make a lesson up in: of an instrument they play, with a place
 * left, at a time at which they are free, before their last open credit ends. The soonest first.
 */
export function listMakeUpOffers(actor: Actor, studentId: string): SessionRow[] {
  const day = today(actor.school.timeZone, now())
  const last = lastOpenDay(actor, studentId, day)
  if (last === null) return []
  const until = earlierOf(addDays(day, daysAhead), last)
  const played = new Set(listInstrumentsOf(actor, studentId).map(({ instrument }) => fold(instrument)))
  const busy = listBusy(actor, studentId, day, until)
  return listSessionsOn(actor, day, until)
    .filter(
      (session) =>
        canStillJoin(session) &&
        (played.size === 0 || !session.instrument || played.has(fold(session.instrument))) &&
        !session.students.some(({ id }) => id === studentId) &&
        !busy.some(({ startsAt, endsAt }) => startsAt < session.endsAt && endsAt > session.startsAt),
    )
    .slice(0, offeredAtMost)
}

const canStillJoin = ({ register, kind, students, capacity, startsAt }: SessionRow) =>
  register === "expected" && kind !== "trial" && startsAt > now() && students.length < capacity

function lastOpenDay(actor: Actor, studentId: string, day: string): string | null {
  const found = db()
    .select({ last: max(makeUpCredits.expiresOn) })
    .from(makeUpCredits)
    .where(
      and(
        eq(makeUpCredits.schoolId, actor.school.id),
        eq(makeUpCredits.studentId, studentId),
        isNull(makeUpCredits.usedAt),
        isNull(makeUpCredits.revokedAt),
        gte(makeUpCredits.expiresOn, day),
      ),
    )
    .get()
  return found?.last ?? null
}

function listBusy(actor: Actor, studentId: string, from: string, until: string) {
  return db()
    .select({ startsAt: bookings.startsAt, endsAt: bookings.endsAt })
    .from(bookings)
    .where(
      and(
        eq(bookings.schoolId, actor.school.id),
        eq(bookings.resource, "student"),
        eq(bookings.resourceId, studentId),
        gt(bookings.startsAt, instantOf(from, "00:00", actor.school.timeZone)),
        lt(bookings.startsAt, instantOf(addDays(until, 1), "00:00", actor.school.timeZone)),
      ),
    )
    .all()
}

export type MakeUpRefusal =
  | "no-student"
  | "no-session"
  | "no-place"
  | "already-in"
  | "clash"
  | "no-open-credit"

/**
 * Books a student into a session with their oldest open credit. Refused when its last place is gone, when they are in it,
 * have another session then, or have no credit that lasts until its day. Of two at once for the last place one gets it.
 */
export function bookMakeUp(
  actor: Actor,
  studentId: string,
  sessionId: string,
): { ok: true; session: SessionRow } | { ok: false; reason: MakeUpRefusal; words?: string } {
  return wholeOrNothing(() => {
    if (!findStudent(actor, studentId)) return { ok: false, reason: "no-student" } as const
    const session = findSession(actor, sessionId)
    if (!session) return { ok: false, reason: "no-session" } as const
    if (session.students.some(({ id }) => id === studentId))
      return { ok: false, reason: "already-in" } as const
    if (!canStillJoin(session)) return { ok: false, reason: "no-place" } as const
    const { startsAt, endsAt } = session
    const [clash] = findClashes(actor, { studentIds: [studentId], startsAt, endsAt })
    if (clash) return { ok: false, reason: "clash", words: clashInWords(clash) } as const

    const row = newRow(actor)
    db()
      .insert(seats)
      .values({ ...row, sessionId, studentId, kind: "make_up" })
      .run()
    claim(actor, { id: sessionId, startsAt, endsAt, teacherId: null, roomId: null }, [studentId])
    const redeemed = redeemCredit(actor, studentId, row.id)
    if (!redeemed.ok) return { ok: false, reason: "no-open-credit" } as const
    recordEvent(actor, {
      verb: "book-make-up",
      noun: "seat",
      nounId: row.id,
      after: { sessionId, studentId },
    })
    return { ok: true, session } as const
  })
}
