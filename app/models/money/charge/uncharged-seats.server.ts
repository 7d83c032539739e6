import { makeUpCredits, marks, ownStatuses } from "db/schema/attendance"
import { charges } from "db/schema/money"
import { waivers } from "db/schema/money-waivers"
import { students } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, between, eq, isNull, sql } from "drizzle-orm"
import type { MarkCode } from "~/models/accounts/outcome/outcome"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { type Excuse, noticeCounts } from "~/models/teaching/seat/seat"
import { fullName } from "~/utils/names"
import { reasonOf, seatDescription } from "./charge"

/** A lesson of the period that isn't charged, and why; a zero line on an invoice. */
export type UnchargedSeat = {
  seatId: string
  studentName: string
  description: string
  occurredOn: string
  reason: string
  /** Null for a lesson that was waived or never marked. */
  mark: MarkCode | null
}

/**
 * A family's marked or waived seats of a period (dates, both included) for which no charge stands and that no lesson
 * would be expected free of charge: excused, canceled by the school, waived. For the zero lines of an invoice.
 */
export function listUnchargedSeats(
  actor: Actor,
  familyId: string,
  from: string,
  to: string,
): UnchargedSeat[] {
  const rows = select({
    seatId: seats.id,
    firstName: students.firstName,
    lastName: students.lastName,
    className: classes.name,
    instrument: classes.instrument,
    minutes: sessions.minutes,
    occurredOn: sessions.localDate,
    startsAt: sessions.startsAt,
    noticeAt: seats.noticeAt,
    excusedBy: seats.excusedBy,
    code: marks.code,
    minutesLate: marks.minutesLate,
    statusName: ownStatuses.name,
    waiverReason: waivers.reason,
    creditId: makeUpCredits.id,
  })
    .from(students)
    .innerJoin(seats, joined(students, seats.studentId))
    .innerJoin(sessions, joined(sessions, seats.sessionId))
    .innerJoin(classes, joined(classes, sessions.classId))
    .leftJoin(marks, and(joined(seats, marks.seatId), isNull(marks.supersededAt)))
    .leftJoin(ownStatuses, and(joined(ownStatuses, marks.statusId), eq(ownStatuses.isShownToFamilies, true)))
    .leftJoin(waivers, joined(seats, waivers.seatId))
    .leftJoin(makeUpCredits, and(joined(seats, makeUpCredits.originSeatId), isNull(makeUpCredits.revokedAt)))
    .where(
      and(
        own(actor, students),
        eq(students.familyId, familyId),
        between(sessions.localDate, from, to),
        sql`(${waivers.id} is not null or ${marks.chargedPercent} = 0)`,
        sql`not exists (select 1 from ${charges} where ${charges.schoolId} = ${seats.schoolId}
          and ${charges.seatId} = ${seats.id} and ${charges.withdrawnAt} is null)`,
      ),
    )
    .orderBy(asc(sessions.startsAt), asc(seats.id))
    .all()
  return rows.map((row) => ({
    seatId: row.seatId,
    studentName: fullName(row),
    description: seatDescription({ firstName: row.firstName, name: fullName(row) }, row),
    occurredOn: row.occurredOn,
    reason: reasonUncharged(row, actor.school.noticeHours),
    mark: row.waiverReason === null ? row.code : null,
  }))
}

function reasonUncharged(
  row: {
    waiverReason: string | null
    code: MarkCode | null
    minutesLate: number | null
    statusName: string | null
    noticeAt: number | null
    excusedBy: Excuse | null
    startsAt: number
    creditId: string | null
  },
  noticeHours: number,
): string {
  if (row.waiverReason !== null) return `Waived: ${row.waiverReason}`
  const notice =
    row.noticeAt === null
      ? "none"
      : noticeCounts({ at: row.noticeAt, excusedBy: row.excusedBy }, row.startsAt, noticeHours)
        ? "in-time"
        : "late"
  const { code, minutesLate, statusName } = row
  const reason = code ? reasonOf({ code, minutesLate, statusName, notice }) : "Not charged"
  return row.creditId ? `${reason}, not charged; 1 make-up credit` : `${reason}, not charged`
}
