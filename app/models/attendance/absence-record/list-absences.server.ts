import { makeUpCredits, marks, ownStatuses } from "db/schema/attendance"
import { classes } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, desc, eq, gte, isNotNull, isNull, or, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/sqlite-core"
import type { Outcome } from "~/models/accounts/outcome/outcome"
import { listOutcomes } from "~/models/accounts/outcome/outcome.server"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { columns, joined } from "~/models/foundation/access/own.server"
import { may } from "~/models/foundation/access/permissions"
import { periodIn } from "~/models/foundation/term/period"
import { listTerms } from "~/models/foundation/term/term.server"
import { noticeCounts, suggestedCode } from "~/models/teaching/seat/seat"
import { now, todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { today } from "~/utils/zones"
import { type AbsenceFacts, whyCredit } from "./why-credit"

/** Absences of the last year and to come, as many as a page has. */
const [daysBack, mostAbsences] = [370, 40]

/** A student's absences, newest first: each with its credit or the reason there is none. Five queries, however many. */
export function listAbsences(actor: Actor, studentId: string) {
  const rows = readAbsences(actor, studentId)
  const outcomes = new Map(listOutcomes(actor).map((outcome) => [outcome.code, outcome]))
  const terms = listTerms(actor)
  const counted = readCounted(actor, studentId)
  return rows.map((row) => {
    const { startsOn, endsOn } = periodIn(terms, row.localDate)
    const inTerm = counted.filter(({ date }) => startsOn <= date && date <= endsOn)
    return absenceOf(actor, row, outcomes, {
      earned: inTerm.filter(({ isEarned, seatId }) => isEarned && seatId !== row.seatId).length,
      lates: inTerm.filter(({ isAllowed }) => isAllowed).length,
    })
  })
}

function absenceOf(
  actor: Actor,
  row: ReturnType<typeof readAbsences>[number],
  outcomes: ReadonlyMap<string, Outcome>,
  { earned, lates }: { earned: number; lates: number },
) {
  const { noticeHours, creditCap, lateAllowance, timeZone } = actor.school
  const { noticeAt, excusedBy, startsAt, creditId } = row
  const counts = noticeAt !== null && noticeCounts({ at: noticeAt, excusedBy }, startsAt, noticeHours)
  const suggested =
    noticeAt === null
      ? "absent"
      : suggestedCode({ notice: { at: noticeAt, text: null, excusedBy, inTime: counts } })
  const outcome = outcomes.get(row.code ?? suggested)
  // Reported too late by the school's rule, so that an exemption would change it.
  const isLate = noticeAt !== null && !counts
  const facts: AbsenceFacts = {
    kind: row.kind,
    noticeMs: noticeAt === null ? null : startsAt - noticeAt,
    counts,
    excusedBy,
    // Named by what it counts as, unless it decides for itself.
    statusLabel:
      (row.ownStatus?.issuesCredit === null ? null : ownNameFor(actor, row)) ??
      outcome?.label ??
      row.code ??
      suggested,
    earns: row.ownStatus?.issuesCredit ?? outcome?.issuesCredit ?? false,
    noticeHours,
    cap: creditCap === null ? null : { most: creditCap, earned },
    allowance: { most: lateAllowance, used: lates },
    credit: creditId
      ? {
          until: row.expiresOn ?? "",
          usedOn: row.usedOn,
          isExpired: (row.expiresOn ?? "") < today(timeZone, now()),
          isRevoked: row.isRevoked,
          isDenied: row.isDenied,
          reason: row.revokedReason,
        }
      : null,
  }
  const { seatId, sessionId, className, localDate, startTime, noticeText, excusedNote } = row
  return {
    seatId,
    sessionId,
    className,
    localDate,
    startTime,
    noticeText,
    excusedBy,
    excusedNote,
    isPlanned: row.code === null,
    /** By the school: no one reported anything. */
    isCanceled: row.code === null && noticeAt === null,
    /** Whether a note can still excuse it, and whether one that did can be withdrawn. */
    mayExcuse: (row.code === null || row.code === "absent") && (isLate || excusedBy === "allowance"),
    mayWithdraw: (row.code === null || row.code === "excused") && excusedBy === "illness",
    statusLabel: row.code === null ? null : (ownNameFor(actor, row) ?? facts.statusLabel),
    answer: whyCredit(facts),
  }
}

/** The name of the school's own status, where the reader may see it. */
const ownNameFor = (actor: Actor, { ownStatus }: ReturnType<typeof readAbsences>[number]) =>
  ownStatus && (ownStatus.isShownToFamilies || may(actor, "attendance:read")) ? ownStatus.name : null

/**
 * Seats with a notice and no mark, a mark that doesn't count as attended, or a credit; of several credits the latest. A revoked
 * credit is no absence by itself, as its absence was withdrawn or the student came; in a canceled lesson the school refused it.
 */
const readAbsences = (actor: Actor, studentId: string) =>
  absencesQuery.all(actor, { studentId, since: addDays(todayOf(actor), -daysBack) })

const absencesQuery = query((p: Params<{ studentId: string; since: string }>, own) => {
  const usedSeats = alias(seats, "used_seats")
  const usedSessions = alias(sessions, "used_sessions")
  const latest = sql`${makeUpCredits.id} = (select k.id from make_up_credits k where k.school_id = ${seats.schoolId}
    and k.origin_seat_id = ${seats.id} order by k.revoked_at is not null, k.created_at desc, k.id desc limit 1)`
  const isRefused = and(eq(makeUpCredits.isDenied, true), eq(sessions.state, "cancelled"))
  return select({
    seatId: seats.id,
    sessionId: seats.sessionId,
    kind: seats.kind,
    className: classes.name,
    ...columns(sessions, "localDate", "startTime", "startsAt"),
    ...columns(seats, "noticeAt", "noticeText", "excusedBy", "excusedNote"),
    code: marks.code,
    ownStatus: columns(ownStatuses, "name", "isShownToFamilies", "issuesCredit"),
    creditId: makeUpCredits.id,
    expiresOn: makeUpCredits.expiresOn,
    usedOn: usedSessions.localDate,
    isRevoked: sql<number>`${makeUpCredits.revokedAt} is not null`.mapWith(Boolean),
    isDenied: sql<number>`coalesce(${makeUpCredits.isDenied}, 0)`.mapWith(Boolean),
    revokedReason: makeUpCredits.revokedReason,
  })
    .from(seats)
    .innerJoin(sessions, joined(sessions, seats.sessionId))
    .innerJoin(classes, joined(classes, sessions.classId))
    .leftJoin(marks, and(joined(seats, marks.seatId), isNull(marks.supersededAt)))
    .leftJoin(ownStatuses, joined(ownStatuses, marks.statusId))
    .leftJoin(makeUpCredits, and(joined(seats, makeUpCredits.originSeatId), latest))
    .leftJoin(usedSeats, joined(usedSeats, makeUpCredits.usedSeatId))
    .leftJoin(usedSessions, joined(usedSessions, usedSeats.sessionId))
    .where(
      and(
        own(seats),
        eq(seats.studentId, p.studentId),
        gte(sessions.localDate, p.since),
        or(
          and(isNotNull(seats.noticeAt), isNull(marks.id)),
          eq(marks.countsAsAttended, false),
          and(isNotNull(makeUpCredits.id), or(isNull(makeUpCredits.revokedAt), isRefused)),
        ),
      ),
    )
    .orderBy(desc(sessions.startsAt), desc(seats.id))
    .limit(mostAbsences)
})

/** The days whose absences used a credit of the term or one of its late allowances. */
const readCounted = (actor: Actor, studentId: string) => countedQuery.all(actor, { studentId })

const countedQuery = query((p: Params<{ studentId: string }>, own) =>
  select({
    seatId: seats.id,
    date: sessions.localDate,
    isAllowed: sql<number>`${seats.excusedBy} = 'allowance'`.mapWith(Boolean),
    isEarned: sql<number>`exists (select 1 from make_up_credits k where k.school_id = ${seats.schoolId}
        and k.origin_seat_id = ${seats.id} and k.revoked_at is null)`.mapWith(Boolean),
  })
    .from(seats)
    .innerJoin(sessions, joined(sessions, seats.sessionId))
    .where(
      and(
        own(seats),
        eq(seats.studentId, p.studentId),
        sql`(${seats.excusedBy} = 'allowance' or exists (select 1 from make_up_credits k
          where k.school_id = ${seats.schoolId} and k.origin_seat_id = ${seats.id} and k.revoked_at is null))`,
      ),
    ),
)
