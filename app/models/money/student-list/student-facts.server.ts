import { cacheUntilWrite } from "db/cache-until-write.server"
import { makeUpCredits, marks } from "db/schema/attendance"
import { oneTimeLinks } from "db/schema/foundation"
import { invoices } from "db/schema/money"
import { guardians, members, portalAccess, students } from "db/schema/people"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, type Column, gt, gte, inArray, isNull, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, queryEach, select, selectDistinct } from "~/models/foundation/access/door.server"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { among, joined } from "~/models/foundation/access/own.server"
import { may } from "~/models/foundation/access/permissions"
import { answerTexts } from "~/models/foundation/custom-field/answers.server"
import type { CustomField } from "~/models/foundation/custom-field/custom-field"
import type { ListedStudent } from "~/models/people/student/list-students.server"
import { expiringDays } from "~/models/teaching/credit/credit.server"
import { now, todayOf } from "~/utils/clock.server"
import { addDays, ageOn } from "~/utils/dates"
import { fullName } from "~/utils/names"
import { entries } from "../ledger/ledger.server"
import { dueDay } from "../payment/due-day.server"
import { isOpen } from "../payment/open-amount.server"
import type { PortalState, StudentColumn } from "./student-columns"

// What a list of students shows besides the students themselves: for one page, or for all of them to sort and filter by.

/** Each query is prepared twice: for the records of a page, whose ids go in as one parameter, and for all of the school. */
type Which = "page" | "all"
const whichOf = (ids: readonly string[] | undefined): Which => (ids ? "page" : "all")
type Ids = { ids: string }
const idsOf = (ids: readonly string[] | undefined): Ids => ({
  ids: JSON.stringify(ids ?? []),
})
const isAsked = (which: Which, record: Column | SQL, { ids }: Params<Ids>): SQL | undefined =>
  which === "page" ? sql`${record} in (select value from json_each(${ids}))` : undefined

/** What each family owes, minor units; a family without entries is left out. */
export function balancesOf(actor: Actor, familyIds?: readonly string[]): ReadonlyMap<string, number> {
  const read = () => {
    const rows = balancesQuery(whichOf(familyIds)).all(actor, idsOf(familyIds))
    return new Map(rows.map(({ familyId, balanceMinor }) => [familyId, balanceMinor]))
  }
  return familyIds ? keepBalances([actor.school.id, familyIds], read) : read()
}

const keepBalances = cacheUntilWrite<ReadonlyMap<string, number>>(20)

const balancesQuery = queryEach((which: Which, p: Params<Ids>, _own, school) =>
  select({ familyId: sql<string>`e.family_id`, balanceMinor: sql<number>`sum(e.amountMinor)` })
    .from(sql`(${entries}) e`)
    .where(and(sql`e.school_id = ${school}`, isAsked(which, sql`e.family_id`, p)))
    .groupBy(sql`e.family_id`),
)

/** The families with an invoice past its due date. */
export function overdueFamilies(actor: Actor, familyIds?: readonly string[]): ReadonlySet<string> {
  const day = todayOf(actor)
  const read = () => {
    const rows = overdueQuery(whichOf(familyIds)).all(actor, { ...idsOf(familyIds), day })
    return new Set(rows.map(({ familyId }) => familyId))
  }
  return familyIds
    ? keepOverdue([actor.school.id, familyIds, day], read)
    : keepAllOverdue([actor.school.id, day], read)
}

const keepOverdue = cacheUntilWrite<ReadonlySet<string>>(20)
const keepAllOverdue = cacheUntilWrite<ReadonlySet<string>>(50)

const overdueQuery = queryEach((which: Which, p: Params<Ids & { day: string }>, own) =>
  selectDistinct({ familyId: invoices.familyId })
    .from(invoices)
    .where(and(own(invoices), isOpen, isAsked(which, sql`invoices.family_id`, p), sql`${dueDay} < ${p.day}`)),
)

/** The open make-up credits of each student, and whether the next of them ends soon. */
export function creditsOf(actor: Actor, studentIds?: readonly string[]) {
  const day = todayOf(actor)
  const rows = creditsQuery(whichOf(studentIds)).all(actor, { ...idsOf(studentIds), day })
  const soon = addDays(day, expiringDays(actor))
  return new Map(rows.map(({ studentId, n, firstEnd }) => [studentId, { n, isExpiring: firstEnd <= soon }]))
}

const creditsQuery = queryEach((which: Which, p: Params<Ids & { day: string }>, own) =>
  select({
    studentId: makeUpCredits.studentId,
    n: sql<number>`count(*)`,
    firstEnd: sql<string>`min(${makeUpCredits.expiresOn})`,
  })
    .from(makeUpCredits)
    .where(
      and(
        own(makeUpCredits),
        isNull(makeUpCredits.usedAt),
        isNull(makeUpCredits.revokedAt),
        gte(makeUpCredits.expiresOn, p.day),
        isAsked(which, makeUpCredits.studentId, p),
      ),
    )
    .groupBy(makeUpCredits.studentId),
)

/** Whether the family of each student, or a grown-up student, can log in or has been invited; without either it's left out. */
export function portalOf(actor: Actor, studentIds?: readonly string[]): Map<string, PortalState> {
  const states = new Map<string, PortalState>()
  for (const studentId of listInvited(actor)) states.set(studentId, "invited")
  const read = () => accessQuery(whichOf(studentIds)).all(actor, idsOf(studentIds))
  const access = studentIds ? keepAccess([actor.school.id, studentIds], read) : read()
  for (const { studentId } of access) states.set(studentId, "access")
  return states
}

const keepAccess = cacheUntilWrite<readonly { readonly studentId: string }[]>(20)

const accessQuery = queryEach((which: Which, p: Params<Ids>, own) =>
  selectDistinct({ studentId: portalAccess.studentId })
    .from(portalAccess)
    .innerJoin(members, joined(members, portalAccess.memberId))
    .where(and(own(portalAccess), isNull(members.deactivatedAt), isAsked(which, portalAccess.studentId, p))),
)

const keepInvited = cacheUntilWrite<ReadonlySet<string>>(200)

/** The students about whom someone has an invitation that is open. Those of a page come with all: they are looked up by the open invitations anyway. */
const listInvited = (actor: Actor): ReadonlySet<string> =>
  keepInvited([actor.school.id, Math.floor(now() / 60_000)], () => {
    const open = invitationsQuery.all(actor, { now: now() })
    const subjects = (purpose: string) =>
      open.filter((link) => link.purpose === purpose).map(({ subjectId }) => subjectId)
    const guardianIds = JSON.stringify(subjects("guardian-invitation"))
    const ofGuardians = invitedQuery.all(actor, { guardianIds })
    return new Set([...ofGuardians.map(({ studentId }) => studentId), ...subjects("student-invitation")])
  })

const invitationsQuery = query((p: Params<{ now: number }>, own) =>
  select({ purpose: oneTimeLinks.purpose, subjectId: oneTimeLinks.subjectId })
    .from(oneTimeLinks)
    .where(
      and(
        own(oneTimeLinks),
        inArray(oneTimeLinks.purpose, ["guardian-invitation", "student-invitation"]),
        isNull(oneTimeLinks.usedAt),
        isNull(oneTimeLinks.revokedAt),
        gt(oneTimeLinks.expiresAt, p.now),
      ),
    ),
)

const invitedQuery = query((p: Params<{ guardianIds: string }>, own) =>
  select({ studentId: students.id })
    .from(guardians)
    .innerJoin(students, joined(students.familyId, guardians.familyId))
    .where(and(own(guardians), among(guardians.id, p.guardianIds))),
)

/** How many of its marked lessons of the last 90 days each student came to. Canceled ones don't count. */
function attendanceOf(actor: Actor, studentIds: readonly string[]) {
  const from = addDays(todayOf(actor), -90)
  const rows = attendanceQuery.all(actor, { ...idsOf(studentIds), from })
  return new Map(rows.map(({ studentId, held, attended }) => [studentId, { held, attended }]))
}

const attendanceQuery = query((p: Params<Ids & { from: string }>, own) =>
  select({
    studentId: seats.studentId,
    held: sql<number>`count(*)`,
    attended: sql<number>`sum(${marks.countsAsAttended})`,
  })
    .from(seats)
    .innerJoin(sessions, joined(sessions, seats.sessionId))
    .innerJoin(marks, joined(marks.seatId, seats.id))
    .where(
      and(
        own(seats),
        isAsked("page", seats.studentId, p),
        gte(sessions.localDate, p.from),
        isNull(marks.supersededAt),
        sql`${marks.code} <> 'cancelled'`,
      ),
    )
    .groupBy(seats.studentId),
)

const nothing = new Map<string, never>()

/** What the list shows of its students: only the chosen columns are read and sent. */
export function rowsOfStudents(
  actor: Actor,
  listed: readonly ListedStudent[],
  columns: readonly StudentColumn[],
  day: string,
  own: readonly CustomField[] = [],
) {
  const has = (column: StudentColumn) =>
    columns.includes(column) && (column !== "balance" || seesFamilyMoney(actor))
  const ids = listed.map(({ id }) => id)
  const familyIds = [...new Set(listed.map(({ familyId }) => familyId))]
  const balances = has("balance") ? balancesOf(actor, familyIds) : nothing
  const overdue = has("balance") ? overdueFamilies(actor, familyIds) : new Set<string>()
  const credits = has("credits") ? creditsOf(actor, ids) : nothing
  const attendance = has("attendance") ? attendanceOf(actor, ids) : nothing
  const portal = portalOf(actor, ids)
  const answersFor = answerTexts(actor, own, ids)
  return listed.map((student) => ({
    id: student.id,
    name: fullName(student),
    status: student.status,
    portal: portal.get(student.id) ?? null,
    ...(has("age") ? { age: student.birthDate ? ageOn(student.birthDate, day) : null } : {}),
    ...(has("lessons")
      ? { lessons: [student.instrument, ...student.teachers].filter(Boolean).join(", ") }
      : {}),
    ...(has("family")
      ? { family: { familyName: student.familyName, familyChildren: student.familyChildren } }
      : {}),
    ...(has("next") ? { next: nextOf(actor, student.nextSession) } : {}),
    ...(has("balance")
      ? {
          balance: {
            minor: balances.get(student.familyId) ?? 0,
            isOverdue: overdue.has(student.familyId),
          },
        }
      : {}),
    ...(has("credits") ? { credits: credits.get(student.id)?.n ?? 0 } : {}),
    ...(has("attendance") ? { attendance: attendance.get(student.id) ?? null } : {}),
    ...(own.length > 0 ? { answers: answersFor(student.id) } : {}),
  }))
}

/** The next lesson, with its page for those who may open it. */
function nextOf(actor: Actor, next: ListedStudent["nextSession"]) {
  return next && { ...next, sessionId: may(actor, "session:read") ? next.sessionId : null }
}
