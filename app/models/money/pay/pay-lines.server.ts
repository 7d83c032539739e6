import { db } from "db/client.server"
import { marks } from "db/schema/attendance"
import { payRates } from "db/schema/money-pay"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, between, eq, isNotNull, isNull, max, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { sessionTitle } from "~/models/teaching/session/session"
import { listSessionsById } from "~/models/teaching/session/session-list.server"
import { groupBy } from "~/utils/group-by"
import { earnedBy, type PayLine, type PayRate, rateOn, ruleText } from "./pay"

/** What a teacher is paid from which day on, oldest first. */
export function listPayRates(actor: Actor, teacherId: string): PayRate[] {
  return db()
    .select({ kind: payRates.kind, amountMinor: payRates.amountMinor, fromDate: payRates.fromDate })
    .from(payRates)
    .where(and(own(actor, payRates), eq(payRates.teacherId, teacherId)))
    .orderBy(asc(payRates.fromDate), asc(payRates.id))
    .all()
}

/** The same for every teacher of the school, by teacher. */
export function listAllPayRates(actor: Actor): Map<string, PayRate[]> {
  const rows = db()
    .select({
      teacherId: payRates.teacherId,
      kind: payRates.kind,
      amountMinor: payRates.amountMinor,
      fromDate: payRates.fromDate,
    })
    .from(payRates)
    .where(own(actor, payRates))
    .orderBy(asc(payRates.fromDate), asc(payRates.id))
    .all()
  return groupBy(rows, ({ teacherId }) => teacherId)
}

/** One line for each session between two dates (both included) whose register is taken, in order of time. */
export function listPayLines(actor: Actor, teacherId: string, from: string, to: string): PayLine[] {
  const rates = listPayRates(actor, teacherId)
  const paid = new Map(
    db()
      .select({ id: sessions.id, percent: max(marks.paidPercent) })
      .from(sessions)
      // cross joins keep SQLite from starting with all the marks of a school
      .crossJoin(seats)
      .crossJoin(marks)
      .where(
        and(
          own(actor, sessions),
          eq(sessions.teacherId, teacherId),
          between(sessions.localDate, from, to),
          eq(sessions.state, "planned"),
          isNotNull(sessions.registerTakenAt),
          joined(sessions, seats.sessionId),
          joined(seats, marks.seatId),
          isNull(marks.supersededAt),
        ),
      )
      // the plus keeps SQLite from walking through all the sessions of a school in the order of their ids
      .groupBy(sql`+${sessions.id}`)
      .all()
      .map(({ id, percent }) => [id, percent ?? 0]),
  )
  return listSessionsById(actor, [...paid.keys()]).map((session) => {
    const { id, localDate, minutes } = session
    const paidPercent = paid.get(id) ?? 0
    const rate = rateOn(rates, localDate)
    return {
      sessionId: id,
      title: sessionTitle(session),
      localDate,
      minutes,
      paidPercent,
      amountMinor: rate ? earnedBy(rate, { minutes, paidPercent }) : null,
      rule: ruleText(rate, paidPercent, actor.school.currency),
    }
  })
}
