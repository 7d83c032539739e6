import { db } from "db/client.server"
import { makeUpCredits, marks } from "db/schema/attendance"
import { oneTimeLinks } from "db/schema/foundation"
import { invoices } from "db/schema/money"
import { guardians, members, portalAccess, students } from "db/schema/people"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, gt, gte, inArray, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { today } from "~/utils/zones"
import { entries } from "../ledger/ledger.server"
import { dueDay } from "../payment/due-day.server"
import { isOpen } from "../payment/open-amount.server"
import type { PortalState } from "./student-columns"

// What a list of students shows besides the students themselves: for one page, or for all of them to sort and filter by.

const among = (ids: readonly string[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`
/** Credits that end within so many days are expiring. */
const expiringDays = 14

/** What each family owes, minor units; a family without entries is left out. */
export function balancesOf(actor: Actor, familyIds?: readonly string[]): Map<string, number> {
  const rows = db().all<{ familyId: string; balanceMinor: number }>(sql`
    select e.family_id as familyId, sum(e.amountMinor) as balanceMinor from (${entries}) e
    where e.school_id = ${actor.school.id}
      ${familyIds ? sql`and e.family_id in ${among(familyIds)}` : sql``}
    group by e.family_id`)
  return new Map(rows.map(({ familyId, balanceMinor }) => [familyId, balanceMinor]))
}

/** The families with an invoice past its due date. */
export function overdueFamilies(actor: Actor, familyIds?: readonly string[]): Set<string> {
  const rows = db()
    .selectDistinct({ familyId: invoices.familyId })
    .from(invoices)
    .where(
      and(
        own(actor, invoices),
        isOpen,
        familyIds ? sql`invoices.family_id in ${among(familyIds)}` : undefined,
        sql`${dueDay} < ${today(actor.school.timeZone, now())}`,
      ),
    )
    .all()
  return new Set(rows.map(({ familyId }) => familyId))
}

/** The open make-up credits of each student, and whether the next of them ends soon. */
export function creditsOf(actor: Actor, studentIds?: readonly string[]) {
  const day = today(actor.school.timeZone, now())
  const rows = db()
    .select({
      studentId: makeUpCredits.studentId,
      n: sql<number>`count(*)`,
      firstEnd: sql<string>`min(${makeUpCredits.expiresOn})`,
    })
    .from(makeUpCredits)
    .where(
      and(
        own(actor, makeUpCredits),
        isNull(makeUpCredits.usedAt),
        isNull(makeUpCredits.revokedAt),
        gte(makeUpCredits.expiresOn, day),
        studentIds ? sql`${makeUpCredits.studentId} in ${among(studentIds)}` : undefined,
      ),
    )
    .groupBy(makeUpCredits.studentId)
    .all()
  const soon = addDays(day, expiringDays)
  return new Map(rows.map(({ studentId, n, firstEnd }) => [studentId, { n, isExpiring: firstEnd <= soon }]))
}

/** Whether the family of each student, or a grown-up student, can log in or has been invited; without either it's left out. */
export function portalOf(actor: Actor, studentIds?: readonly string[]): Map<string, PortalState> {
  const states = new Map<string, PortalState>()
  for (const { studentId } of listInvited(actor, studentIds)) states.set(studentId, "invited")
  const access = db()
    .selectDistinct({ studentId: portalAccess.studentId })
    .from(portalAccess)
    .innerJoin(members, joined(members, portalAccess.memberId))
    .where(
      and(
        own(actor, portalAccess),
        isNull(members.deactivatedAt),
        studentIds ? sql`${portalAccess.studentId} in ${among(studentIds)}` : undefined,
      ),
    )
    .all()
  for (const { studentId } of access) states.set(studentId, "access")
  return states
}

function listInvited(actor: Actor, studentIds?: readonly string[]): { studentId: string }[] {
  const open = db()
    .select({ purpose: oneTimeLinks.purpose, subjectId: oneTimeLinks.subjectId })
    .from(oneTimeLinks)
    .where(
      and(
        own(actor, oneTimeLinks),
        inArray(oneTimeLinks.purpose, ["guardian-invitation", "student-invitation"]),
        isNull(oneTimeLinks.usedAt),
        isNull(oneTimeLinks.revokedAt),
        gt(oneTimeLinks.expiresAt, now()),
      ),
    )
    .all()
  const subjects = (purpose: string) =>
    open.filter((link) => link.purpose === purpose).map(({ subjectId }) => subjectId)
  const ofGuardians = db()
    .select({ studentId: students.id })
    .from(guardians)
    .innerJoin(students, joined(students.familyId, guardians.familyId))
    .where(
      and(
        own(actor, guardians),
        sql`${guardians.id} in ${among(subjects("guardian-invitation"))}`,
        studentIds ? sql`${students.id} in ${among(studentIds)}` : undefined,
      ),
    )
    .all()
  return [...ofGuardians, ...subjects("student-invitation").map((studentId) => ({ studentId }))]
}

/** How many of its marked lessons of the last 90 days each student came to. Canceled ones don't count. */
export function attendanceOf(actor: Actor, studentIds: readonly string[]) {
  const rows = db()
    .select({
      studentId: seats.studentId,
      held: sql<number>`count(*)`,
      attended: sql<number>`sum(${marks.countsAsAttended})`,
    })
    .from(seats)
    .innerJoin(sessions, joined(sessions, seats.sessionId))
    .innerJoin(marks, joined(marks.seatId, seats.id))
    .where(
      and(
        own(actor, seats),
        sql`${seats.studentId} in ${among(studentIds)}`,
        gte(sessions.localDate, addDays(today(actor.school.timeZone, now()), -90)),
        isNull(marks.supersededAt),
        sql`${marks.code} <> 'cancelled'`,
      ),
    )
    .groupBy(seats.studentId)
    .all()
  return new Map(rows.map(({ studentId, held, attended }) => [studentId, { held, attended }]))
}
