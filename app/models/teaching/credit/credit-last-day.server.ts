import { makeUpCredits, marks } from "db/schema/attendance"
import { seats } from "db/schema/teaching-sessions"
import { and, eq, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { columns } from "~/models/foundation/access/columns.server"
import { change, remove, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { listTerms } from "~/models/foundation/term/term.server"
import { groupBy } from "~/utils/group-by"
import { lastDayOf } from "./credit-last-day"
import { issueCredit, listSeatCredits } from "./seat-credits.server"

/** The last day of a make-up credit for a lesson on a day, by the school's rule as it is now. */
export const creditLastDay = (actor: Actor, day: string): string =>
  lastDayOf(actor.school, actor.school.creditExpiry === "days" ? [] : listTerms(actor), day)

/**
 * The credits that were used for spots in a session, and what becomes of each when the school calls it off: it is open again, a new
 * one is issued for it, or neither, as the spot's own notice has earned one. The same is previewed and done.
 */
export function listReturning(actor: Actor, sessionId: string) {
  const seatRows = select({
    seatId: seats.id,
    creditId: makeUpCredits.id,
    ...columns(makeUpCredits, "studentId", "minutes", "prepaidPercent", "expiresOn"),
  })
    .from(seats)
    .innerJoin(makeUpCredits, joined(seats, makeUpCredits.usedSeatId))
    .leftJoin(marks, joined(seats, marks.seatId))
    .where(
      and(own(actor, seats), eq(seats.sessionId, sessionId), eq(seats.kind, "make_up"), isNull(marks.id)),
    )
    .all()
  const earned = groupBy(
    listSeatCredits(
      actor,
      seatRows.map(({ seatId }) => seatId),
    ),
    ({ originSeatId }) => originSeatId,
  )
  return seatRows.map((row) => {
    const ofNotice = earned.get(row.seatId)
    const becomes = !ofNotice
      ? ("open" as const)
      : // What a notice has earned is revoked as the lesson is called off, unless it is used.
        ofNotice.every(({ isRevoked, usedOn }) => isRevoked || usedOn === null)
        ? ("issued" as const)
        : ("kept" as const)
    return { ...row, becomes }
  })
}

/**
 * Gives the credits back that were used for spots in a session the school calls off, in the caller's transaction: each
 * is open again, for at least as long as a new one from that day. The spots themselves go. A spot whose own notice has
 * once earned a credit stays, and has exactly that one or a new one. Answers whose spots they were.
 */
export function returnCredits(actor: Actor, sessionId: string, date: string): ReadonlySet<string> {
  const returning = listReturning(actor, sessionId)
  const atLeast = creditLastDay(actor, date)
  for (const { seatId, creditId, expiresOn, becomes, ...facts } of returning) {
    if (becomes === "kept") continue
    if (becomes === "issued") {
      const { id: issuedId } = issueCredit(actor, {
        ...facts,
        originMarkId: null,
        originSeatId: seatId,
        expiresOn: atLeast,
      })
      recordEvent(actor, {
        verb: "issue",
        noun: "make-up-credit",
        nounId: issuedId,
        after: { studentId: facts.studentId, sessionId, until: atLeast },
      })
      continue
    }
    change(actor, makeUpCredits, creditId, {
      usedSeatId: null,
      usedAt: null,
      expiresOn: expiresOn > atLeast ? expiresOn : atLeast,
    })
    remove(actor, seats, seatId)
    recordEvent(actor, { verb: "return", noun: "make-up-credit", nounId: creditId, after: { sessionId } })
  }
  return new Set(returning.map(({ studentId }) => studentId))
}
