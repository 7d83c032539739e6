import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { makeUpCredits } from "db/schema/attendance"
import { students } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, between, count, desc, eq, isNull, type SQL, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/sqlite-core"
import { findSubscriptionStatus } from "~/models/accounts/subscription/subscription-attempt.server"
import type { Actor } from "~/models/foundation/access/actor"
import {
  change,
  changeSchool,
  hasRow,
  type Params,
  params,
  queryEach,
  select,
} from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import { type Contact, listContacts } from "~/models/people/family/contacts.server"
import { now, todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { formatDate } from "~/utils/formats"
import { lessonOf } from "~/utils/names"
import { localTime, today } from "~/utils/zones"
import { type CreditFilterState, type CreditRow, type CreditState, creditStates } from "./credit"

export const creditPageSize = 25

/** Days before its last within which an open credit is said to be expiring, where the school warns no one. */
const usualWarnDays = 14

/** How many days ahead of its last day a credit counts as expiring: those of the school's warning. */
export const expiringDays = (actor: Actor): number => actor.school.creditWarnDays || usualWarnDays

export type CreditFilter = {
  state?: CreditFilterState
  studentId?: string
  /** Counted from 1. */
  page?: number
}

/** Credits, those that end first before the others; used, expired and revoked ones newest first. 25 a page. */
export function listCredits(actor: Actor, { state, studentId, page = 1 }: CreditFilter = {}): CreditRow[] {
  const query = creditsQuery(`${state ?? "all"} ${studentId ? "student" : "school"}`)
  return query
    .all(actor, { ...askedOf(actor, studentId), skipped: (page - 1) * creditPageSize })
    .map(({ usedAt, ...credit }) => ({ ...credit, isAhead: usedAt !== null && usedAt > now() }))
}

const creditsQuery = queryEach((key: WhichCredits, p: Params<Asked & { skipped: number }>) => {
  const usedSeats = alias(seats, "used_seats")
  const usedSessions = alias(sessions, "used_sessions")
  const [state] = key.split(" ")
  const isOpen = state === "open" || state === "expiring"
  return select({
    creditId: makeUpCredits.id,
    studentId: makeUpCredits.studentId,
    studentName: sql<string>`trim(${students.firstName} || ' ' || ${students.lastName})`,
    state: stateSql,
    minutes: makeUpCredits.minutes,
    originSessionId: sessions.id,
    originClassName: classes.name,
    originDate: sql<string | null>`${sessions.localDate}`,
    expiresOn: makeUpCredits.expiresOn,
    usedSessionId: usedSessions.id,
    usedOn: usedSessions.localDate,
    usedAt: usedSessions.startsAt,
    usedTime: usedSessions.startTime,
    isMissed: sql<boolean>`${usedSeats.noticeAt} is not null`.mapWith(Boolean),
    revokedReason: makeUpCredits.revokedReason,
  })
    .from(makeUpCredits)
    .innerJoin(students, joined(students, makeUpCredits.studentId))
    .leftJoin(seats, joined(seats, makeUpCredits.originSeatId))
    .leftJoin(sessions, joined(sessions, seats.sessionId))
    .innerJoin(classes, and(joined(classes.schoolId, makeUpCredits.schoolId), isCreditClass))
    .leftJoin(usedSeats, joined(usedSeats, makeUpCredits.usedSeatId))
    .leftJoin(usedSessions, joined(usedSessions, usedSeats.sessionId))
    .where(matching(key))
    .orderBy(isOpen ? asc(makeUpCredits.expiresOn) : desc(makeUpCredits.expiresOn), asc(makeUpCredits.id))
    .limit(creditPageSize)
    .offset(p.skipped)
})

/** Whether a student has or had a credit, also one that was used, expired or revoked. */
export const hasHadCredits = (actor: Actor, studentId: string): boolean =>
  hasRow(actor, makeUpCredits, eq(makeUpCredits.studentId, studentId))

/** The class a credit is for: that of the missed lesson, or the one it was granted for. In SQL, within the school. */
export const isCreditClass = sql`${classes.id} = coalesce(${sessions.classId}, ${makeUpCredits.grantedClassId})`

/** How many credits are in each state, and how many were ever issued: the sum of the four. */
export function countCredits(
  actor: Actor,
  { studentId }: { studentId?: string } = {},
): Record<CreditState, number> & { issued: number; expiring: number } {
  const [whose, asked] = [studentId ? "student" : "school", askedOf(actor, studentId)] as const
  const rows = statesQuery(`all ${whose}`).all(actor, asked)
  const found = new Map(rows.map((row) => [row.state, row.n]))
  const counts = Object.fromEntries(creditStates.map((each) => [each, found.get(each) ?? 0])) as Record<
    CreditState,
    number
  >
  return {
    ...counts,
    issued: rows.reduce((sum, { n }) => sum + n, 0),
    expiring: rows.reduce((sum, { expiring }) => sum + expiring, 0),
  }
}

const statesQuery = queryEach((key: WhichCredits, _: Params<Asked>) =>
  select({ state: stateSql, n: count(), expiring: sql<number>`sum(${inState.expiring})` })
    .from(makeUpCredits)
    .where(matching(key))
    .groupBy(stateSql),
)

/** The number of those that expire soon, given `expiringSpan`: for a statement that reads it with more. */
export const expiringCreditsQuery = () =>
  select({ n: count() }).from(makeUpCredits).where(matching("expiring school"))

/** In which state, and whose. */
type WhichCredits = `${CreditFilterState | "all"} ${"student" | "school"}`

const askedOf = (actor: Actor, studentId: string | undefined) => ({ studentId, ...expiringSpan(actor) })

/** From today until the last day on which a credit that ends is expiring. */
export function expiringSpan(actor: Actor) {
  const day = todayOf(actor)
  return { day, soon: addDays(day, expiringDays(actor)) }
}

type Asked = { studentId?: string | undefined; day: string; soon: string }
const { schoolId, studentId: ofStudent, day, soon } = params<Asked>()

/** `creditState` in SQL. */
const stateSql = sql<CreditState>`case when ${makeUpCredits.revokedAt} is not null then 'revoked'
    when ${makeUpCredits.usedAt} is not null then 'used'
    when ${makeUpCredits.expiresOn} < ${day} then 'expired' else 'open' end`

const open = sql`${makeUpCredits.usedAt} is null and ${makeUpCredits.revokedAt} is null`

const inState: Record<CreditFilterState, SQL> = {
  open: sql`${open} and ${makeUpCredits.expiresOn} >= ${day}`,
  expiring: sql`${open} and ${makeUpCredits.expiresOn} between ${day} and ${soon}`,
  expired: sql`${open} and ${makeUpCredits.expiresOn} < ${day}`,
  used: sql`${makeUpCredits.usedAt} is not null`,
  revoked: sql`${makeUpCredits.revokedAt} is not null`,
}

function matching(key: WhichCredits): SQL | undefined {
  const [state, whose] = key.split(" ") as [CreditFilterState | "all", "student" | "school"]
  return and(
    own(schoolId, makeUpCredits),
    state === "all" ? undefined : inState[state],
    whose === "student" ? eq(makeUpCredits.studentId, ofStudent) : undefined,
  )
}

// Emails families once of each make-up credit that is about to expire, some days before by the school's setting.

type Warning = { contact: Contact; credits: [string, string][] }

/**
 * From the school's hour, one mail for each person about all credits that end within the school's days of
 * warning and were not warned of. Returns the number of people. An extended credit is warned of again.
 */
export function warnOfExpiry(actor: Actor): number {
  const { timeZone, id: schoolId, creditWarnDays } = actor.school
  if (creditWarnDays === 0) return 0
  if (findSubscriptionStatus(actor) !== "active") return 0
  const day = today(timeZone, now())
  return transact(() => {
    const school = select().from(schools).where(eq(schools.id, schoolId)).get()
    if (!school || (school.creditsWarnedOn ?? "") >= day) return 0
    if (localTime(now(), timeZone) < school.creditWarningAt) return 0
    changeSchool(actor, { creditsWarnedOn: day })
    const credits = listUnwarned(actor, day)
    const warnings = collect(actor, credits)
    for (const { contact, credits: theirs } of warnings.values())
      mailTo(actor, contact, "credits-expiring", { credits: theirs, hasPages: contact.hasPages })
    for (const { creditId } of credits) change(actor, makeUpCredits, creditId, { warnedAt: now() })
    return warnings.size
  })
}

type Ending = ReturnType<typeof listUnwarned>[number]

const listUnwarned = (actor: Actor, day: string) =>
  select({
    creditId: makeUpCredits.id,
    studentId: makeUpCredits.studentId,
    studentName: students.firstName,
    className: classes.name,
    expiresOn: makeUpCredits.expiresOn,
  })
    .from(makeUpCredits)
    .innerJoin(students, joined(students, makeUpCredits.studentId))
    .leftJoin(seats, joined(seats, makeUpCredits.originSeatId))
    .leftJoin(sessions, joined(sessions, seats.sessionId))
    .innerJoin(classes, and(joined(classes.schoolId, makeUpCredits.schoolId), isCreditClass))
    .where(
      and(
        own(actor, makeUpCredits),
        sql`${makeUpCredits.usedAt} is null and ${makeUpCredits.revokedAt} is null`,
        isNull(makeUpCredits.warnedAt),
        between(makeUpCredits.expiresOn, day, addDays(day, actor.school.creditWarnDays)),
        sql`${students.status} <> 'former'`,
      ),
    )
    .orderBy(asc(makeUpCredits.expiresOn), asc(makeUpCredits.id))
    .all()

/** What each address is told, the first to end first. */
function collect(actor: Actor, credits: readonly Ending[]): Map<string, Warning> {
  const contacts = listContacts(
    actor,
    credits.map(({ studentId }) => studentId),
  )
  const warnings = new Map<string, Warning>()
  for (const { studentId, studentName, className, expiresOn } of credits)
    for (const contact of contacts.get(studentId) ?? []) {
      const warning = warnings.get(contact.email) ?? { contact, credits: [] }
      warning.credits.push([
        lessonOf(studentName, className),
        `Use by ${formatDate(expiresOn, "medium", actor.school)}`,
      ])
      warnings.set(contact.email, warning)
    }
  return warnings
}
