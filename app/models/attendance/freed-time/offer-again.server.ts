import { transact } from "db/client.server"
import { makeUpCredits } from "db/schema/attendance"
import { freedOffers, freedTimes } from "db/schema/attendance-freed-times"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, gt, gte, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, hasRow, select } from "~/models/foundation/access/door.server"
import { columns, joined, own } from "~/models/foundation/access/own.server"
import { now, todayOf } from "~/utils/clock.server"
import { closeFreedTime, latestBeforeMs, offerNext } from "./freed-times.server"
import { isNewSince } from "./next-in-line.server"

/** No absence is reported longer ahead. */
const longestAheadMs = 366 * 86_400_000
/** Credits issued or given back since then are new: the job that asks runs several times in it. */
const newCreditMs = 2 * 3_600_000
/** So many times are looked at in one go, the soonest first. */
const mostWaiting = 50

/**
 * Offers the freed times and spots that no one could take to whoever has earned a credit since or got one back; those whose lesson is too near by
 * now are over.
 */
export function offerToNewHolders(actor: Actor) {
  transact(() => {
    const waiting = listWaiting(actor)
    const since = now() - newCreditMs
    const isAsked = waiting.length > 0 && hasNewCredit(actor, since)
    for (const { startsAt, ...freed } of waiting)
      if (startsAt - latestBeforeMs <= now()) closeFreedTime(actor, freed.id, "over")
      else if (isAsked) offerNext(actor, freed, since)
  })
}

/** Open ones that are offered to no one now. */
const listWaiting = (actor: Actor) =>
  select({
    ...columns(freedTimes, "id", "sessionId", "absentStudentId"),
    startsAt: sessions.startsAt,
  })
    .from(freedTimes)
    .crossJoin(sessions)
    .where(
      and(
        own(actor, freedTimes),
        gt(freedTimes.createdAt, now() - longestAheadMs),
        eq(freedTimes.state, "open"),
        joined(sessions, freedTimes.sessionId),
        sql`not exists (select 1 from freed_offers f where f.school_id = ${freedTimes.schoolId}
          and f.freed_time_id = ${freedTimes.id} and f.state = 'offered')`,
      ),
    )
    .orderBy(asc(sessions.startsAt))
    .limit(mostWaiting)
    .all()

const hasNewCredit = (actor: Actor, since: number): boolean =>
  hasRow(
    actor,
    makeUpCredits,
    and(
      isNull(makeUpCredits.usedAt),
      isNull(makeUpCredits.revokedAt),
      gte(makeUpCredits.expiresOn, todayOf(actor)),
      isNewSince(since),
    ),
  )

/**
 * Offers freed times and spots again whose make-up was canceled: the student who was to come instead isn't coming, and the other
 * still isn't. Whoever was asked before isn't asked again. Answers how many.
 */
export function offerFreedAgain(actor: Actor): number {
  return transact(() => {
    const given = select(columns(freedTimes, "id", "sessionId", "absentStudentId"))
      .from(freedTimes)
      .crossJoin(sessions)
      .crossJoin(freedOffers)
      .where(
        and(
          own(actor, freedTimes),
          gt(freedTimes.createdAt, now() - longestAheadMs),
          gt(sessions.startsAt, now()),
          eq(sessions.state, "planned"),
          joined(sessions, freedTimes.sessionId),
          eq(freedTimes.state, "claimed"),
          joined(freedTimes, freedOffers.freedTimeId),
          eq(freedOffers.state, "claimed"),
          sql`exists (select 1 from seats a where a.school_id = ${sessions.schoolId} and a.session_id = ${sessions.id}
            and a.notice_at is not null and (${freedTimes.absentStudentId} is null or a.student_id = ${freedTimes.absentStudentId}))`,
          sql`not exists (select 1 from seats x join sessions m on m.school_id = x.school_id and m.id = x.session_id
            where x.school_id = ${sessions.schoolId} and x.session_id = ${freedTimes.makeUpSessionId}
            and x.student_id = ${freedOffers.studentId} and x.kind = 'make_up' and m.state = 'planned')`,
        ),
      )
      .all()
    for (const freed of given) {
      change(actor, freedTimes, freed.id, { state: "open", makeUpSessionId: null, closedAt: null })
      // Who gave it up had it: a claim after this one stands for itself.
      change(
        actor,
        freedOffers,
        and(eq(freedOffers.freedTimeId, freed.id), eq(freedOffers.state, "claimed")),
        { state: "ended" },
      )
      offerNext(actor, freed)
    }
    return given.length
  })
}
