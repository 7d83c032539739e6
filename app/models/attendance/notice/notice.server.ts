import { transact } from "db/client.server"
import { seats } from "db/schema/teaching-sessions"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change } from "~/models/foundation/access/door.server"
import { newRow } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { findAllowance } from "~/models/teaching/credit/late-allowance.server"
import { settleNoticeCredits } from "~/models/teaching/credit/notice-credit.server"
import { listSeatCredits } from "~/models/teaching/credit/seat-credits.server"
import { type Excuse, type ExpectedSeat, noticeInTime } from "~/models/teaching/seat/seat"
import { expectedSeats } from "~/models/teaching/seat/seat.server"
import { findSeatedSession, type SeatedSession } from "~/models/teaching/seat/seated-session.server"
import { tellTeachers } from "~/models/teaching/session/tell-change.server"
import type { NoticeRefusal } from "~/texts/attendance/refusals"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import {
  offerFreedSpot,
  offerFreedTime,
  takeBackFreedSpot,
  takeBackFreedTime,
} from "../freed-time/freed-times.server"

/**
 * Records that a student will be absent: when the school was told (UTC ms) and the reason. It marks no one;
 * the register suggests excused or absent by it, and the make-up credit that such a mark earns exists from now on. A second
 * notice replaces the first, which stays in the audit log, unless it is to keep the first's moment.
 */
export function recordNotice(actor: Actor, sessionId: string, studentId: string, notice: Notice): Noted {
  return transact(() => {
    const noted = noteAbsenceIn(actor, sessionId, studentId, notice)
    if (noted.ok) tellOfAbsences(actor, [noted.news], notice.text)
    return noted
  })
}

function noteAbsenceIn(actor: Actor, sessionId: string, studentId: string, notice: Notice): Noted {
  const session = findSeatedSession(actor, sessionId)
  return session ? noteAbsence(actor, session, studentId, notice) : { ok: false, reason: "session-unknown" }
}

/** Records the same absence for several sessions: all of them, or none when one is refused. Each teacher gets one email. */
export function recordNotices(
  actor: Actor,
  sessionIds: readonly string[],
  studentId: string,
  notice: Notice,
): Result<void, NoticeRefusal> {
  return allOrNothing((): Result<void, NoticeRefusal> => {
    const news: AbsenceNews[] = []
    for (const sessionId of new Set(sessionIds)) {
      const recorded = noteAbsenceIn(actor, sessionId, studentId, notice)
      if (!recorded.ok) return recorded
      news.push(recorded.news)
    }
    tellOfAbsences(actor, news, notice.text)
    return { ok: true }
  })
}

type Notice = {
  at: number
  text: string | null
  /** An absence that was reported before keeps its moment, and its reason unless there is a new one. */
  keepsFirst?: boolean
}

/** Of whom a teacher is to be told; null where they know. */
export type AbsenceNews = { session: SeatedSession; seatId: string; studentName: string } | null

type Noted = Result<{ seatId: string; news: AbsenceNews }, NoticeRefusal>

/** Tells the teachers of the sessions, in one email each, that the student can't come. */
export function tellOfAbsences(actor: Actor, news: readonly AbsenceNews[], text: string | null) {
  const told = news.filter((one) => one !== null)
  const [first] = told
  if (!first) return
  tellTeachers(
    actor,
    told.map(({ session, seatId }) => ({ ...session, seatId })),
    { studentName: first.studentName, comes: false, text },
  )
}

/**
 * The same for a session already found: the caller has made sure that it is the actor's to speak of, and tells the teachers
 * the news.
 */
export function noteAbsence(actor: Actor, session: SeatedSession, studentId: string, notice: Notice): Noted {
  return transact(() => {
    if (session.state === "cancelled") return { ok: false, reason: "session-cancelled" }
    if (notice.at > now()) return { ok: false, reason: "from-the-future" }
    const expected = expectedSeats(actor, session)
    const seat = expected.find((each) => each.studentId === studentId)
    if (!seat) return { ok: false, reason: "unknown-student" }
    if (seat.mark) return { ok: false, reason: "already-marked" }

    const { at, text } = noticed(notice, seat)
    const excusedBy = excuseOf(actor, session, seat, at)
    const noticeValues = { noticeAt: at, noticeText: text, excusedBy }
    const row = newRow(actor)
    const seatId = seat.seatId ?? row.id
    if (seat.seatId) change(actor, seats, seat.seatId, noticeValues)
    else
      add(actor, seats, {
        ...row,
        sessionId: session.id,
        studentId,
        enrollmentId: seat.enrollmentId,
        kind: seat.kind,
        ...noticeValues,
      })
    recordEvent(actor, "seat.record-notice", seatId, {
      before: seat.notice ?? undefined,
      after: noticeValues,
    })
    settleNoticeCredits(actor, session.id, { studentId, why: "The notice was too late" })
    const isFree = expected.every((each) => each.studentId === studentId || each.notice !== null)
    if (noticeInTime(at, session.startsAt, actor.school.noticeHours)) {
      if (isFree) offerFreedTime(actor, session)
      offerFreedSpot(actor, session, studentId)
    }
    // Another text or time of the same absence is read in the register; it is no news by mail.
    return { ok: true, seatId, news: seat.notice ? null : { session, seatId, studentName: seat.name } }
  })
}

/** What is kept of a second notice. */
function noticed({ at, text, keepsFirst }: Notice, { notice: first }: ExpectedSeat) {
  return keepsFirst && first ? { at: Math.min(first.at, at), text: text ?? first.text } : { at, text }
}

/** A note of illness stays; else a late notice takes one of the term's allowances, while there is one. */
function excuseOf(actor: Actor, session: SeatedSession, seat: ExpectedSeat, at: number): Excuse | null {
  if (seat.notice?.excusedBy === "illness") return "illness"
  if (noticeInTime(at, session.startsAt, actor.school.noticeHours)) return null
  const { left } = findAllowance(actor, seat.studentId, session.localDate, session.id)
  return left > 0 ? "allowance" : null
}

/** What stops a notice from being withdrawn. */
export type TakeBackRefusal = "nothing-said" | "credit-used" | "time-given"

/**
 * Withdraws a notice while no one has marked the seat, and with it the make-up credit it has earned. Refused once a
 * make-up lesson is booked with that credit: a seat in both would be one lesson too many. Refused, too, once someone else
 * has a lesson at the freed time.
 */
export function withdrawNotice(
  actor: Actor,
  session: SeatedSession,
  studentId: string,
): Result<void, TakeBackRefusal> {
  return transact(() => {
    const seat = expectedSeats(actor, session).find((each) => each.studentId === studentId)
    if (!seat?.seatId || !seat.notice || seat.mark) return { ok: false, reason: "nothing-said" }
    const isUsed = listSeatCredits(actor, [seat.seatId]).some(
      ({ isRevoked, usedOn }) => !isRevoked && usedOn !== null,
    )
    if (isUsed) return { ok: false, reason: "credit-used" }
    const isBack = takeBackFreedTime(actor, session.id) && takeBackFreedSpot(actor, session, studentId)
    if (!isBack) return { ok: false, reason: "time-given" }
    change(actor, seats, seat.seatId, {
      noticeAt: null,
      noticeText: null,
      excusedBy: null,
      excusedNote: null,
    })
    recordEvent(actor, "seat.take-notice-back", seat.seatId, { before: seat.notice })
    settleNoticeCredits(actor, session.id, { studentId, why: "The absence was withdrawn" })
    tellTeachers(actor, [{ ...session, seatId: seat.seatId }], {
      studentName: seat.name,
      comes: true,
      text: null,
    })
    return { ok: true }
  })
}
