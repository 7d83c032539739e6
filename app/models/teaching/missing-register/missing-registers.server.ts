import { cacheUntilWrite } from "db/cache-until-write.server"
import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { students, teachers } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, count, desc, eq, isNull, lt, min, or, type SQL, sql } from "drizzle-orm"
import { withOwnTime } from "~/models/accounts/profile/own-time"
import { findSubscriptionStatus } from "~/models/accounts/subscription/subscription-attempt.server"
import type { Actor } from "~/models/foundation/access/actor"
import { changeSchool, type Params, params, queryEach, select } from "~/models/foundation/access/door.server"
import { among, joined, own } from "~/models/foundation/access/own.server"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import { now } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { formatDate, formatTime } from "~/utils/formats"
import { groupBy } from "~/utils/group-by"
import { joinNames } from "~/utils/names"
import { instantOf, localTime, today } from "~/utils/zones"
import { givenBy } from "../co-teacher/co-teacher.server"
import { isOwed, paysByLesson } from "../seat/billing-state.server"
import { expectedInSession, isAllOnLeave } from "../seat/seat.server"
import { ownTeacher } from "../seat/seated-session.server"
import { listTeachersByEmail } from "../session/lesson-reminder.server"
import { longestSession, type SessionRow, sessionTitle } from "../session/session"
import { listSessionsById, listSessionsOn } from "../session/session-list.server"
import type { MissingOfTeacher } from "./missing-of-teacher"

// Sessions that have ended without a register: what the office chases and a teacher still has to do.

export const missingPageSize = 25

/** One teacher's only; only those that would be charged; a page counted from 1, of 25 unless `limit` says otherwise. */
export type MissingFilter = { teacherId?: string; charged?: boolean }

/** How many sessions have ended without a register; for a teacher, of their own. */
export function countMissingRegisters(actor: Actor, filter: MissingFilter = {}): number {
  return countQuery(keyOf(actor, filter)).get(actor, valuesOf(actor, filter))?.n ?? 0
}

type MissingPage = MissingFilter & { page?: number; limit?: number }

/** Those sessions, the oldest first. */
export const listMissingRegisters = (actor: Actor, page: MissingPage = {}): SessionRow[] =>
  listSessionsById(actor, listMissingIds(actor, page))

/** The same by their IDs alone. */
export const listMissingIds = (
  actor: Actor,
  { page = 1, limit = missingPageSize, ...filter }: MissingPage = {},
): string[] =>
  pageQuery(`${limit}: ${keyOf(actor, filter)}`)
    .all(actor, { ...valuesOf(actor, filter), offset: (page - 1) * limit })
    .map(({ id }) => id)

/** So many of those sessions are looked through for their families. */
const mostLookedThrough = 300

export type ChargedMissing = {
  /** The oldest few hundred of those sessions that would be charged. */
  ids: readonly string[]
  /** How many of them each family's students have, by the family's ID, with the oldest. */
  ofFamily: ReadonlyMap<string, { lessons: number; sessionId: string }>
}

const keepCharged = cacheUntilWrite<ChargedMissing>(50)

/** Lessons end on whole minutes: up to the next one the same have ended. */
const endedMinute = () => Math.ceil(now() / 60_000)

/** The lessons without attendance that would be charged. */
export function findChargedMissing(actor: Actor): ChargedMissing {
  const whose = actor.role === "teacher" ? actor.memberId : null
  return keepCharged([actor.school.id, whose, endedMinute()], () => {
    const ids = listMissingIds(actor, { charged: true, limit: mostLookedThrough })
    return { ids, ofFamily: countByFamily(actor, ids) }
  })
}

function countByFamily(actor: Actor, ids: readonly string[]): ChargedMissing["ofFamily"] {
  const rows = select({
    familyId: students.familyId,
    lessons: sql<number>`count(distinct ${sessions.id})`,
    sessionId: sql<string>`${sessions.id}`,
    first: min(sessions.startsAt),
  })
    .from(sessions)
    .crossJoin(enrollments)
    .innerJoin(students, joined(students, enrollments.studentId))
    .where(and(own(actor, sessions), among(sessions.id, ids), expectedInSession, paysByLesson))
    .groupBy(students.familyId)
    .all()
  return new Map(rows.map(({ familyId, lessons, sessionId }) => [familyId, { lessons, sessionId }]))
}

/** Which conditions a query has: the member's own sessions, one teacher's, those that would be charged. */
const keyOf = ({ role }: Actor, { teacherId, charged }: MissingFilter): string =>
  [role === "teacher" ? "own" : "", teacherId ? "teacher" : "", charged ? "charged" : ""].join(" ")

type Values = { teacherId: string | undefined; memberId: string; now: number; longAgo: number }

/** What the queries below are given, by the names they have for it. */
export const valuesOf = ({ memberId }: Actor, { teacherId }: MissingFilter = {}): Values => ({
  teacherId,
  memberId: memberId ?? "",
  now: now(),
  longAgo: now() - longestSession * 60_000,
})

const countQuery = queryEach((key: string, _: Params<Values>) => missingCountQuery(key))

/** Their number, of a whole school unless `key` says whose: for a statement that reads it with more. */
export const missingCountQuery = (key = "") => select({ n: count() }).from(sessions).where(missing(key))

/** The key is how many, and which behind a colon. */
const pageQuery = queryEach((asked: `${number}: ${string}`, p: Params<Values & { offset: number }>) => {
  const [limit, key = ""] = asked.split(": ")
  return select({ id: sessions.id })
    .from(sessions)
    .where(missing(key))
    .orderBy(asc(sessions.startsAt), asc(sessions.id))
    .limit(Number(limit))
    .offset(p.offset)
})

function missing(key: string): SQL | undefined {
  const asks = new Set(key.split(" "))
  const p = params<Values>()
  return and(
    own(p.schoolId, sessions),
    eq(sessions.state, "planned"),
    isNull(sessions.registerTakenAt),
    // What is over has begun: the index is in order of the beginning, and most of it lies ahead.
    lt(sessions.startsAt, p.now),
    // What began so long ago is over however long it was: of a whole history only today's rows are looked at for their end.
    or(lt(sessions.startsAt, p.longAgo), lt(sessions.endsAt, p.now)),
    sql`not ${isAllOnLeave}`,
    asks.has("teacher") ? givenBy(p.schoolId, p.teacherId) : undefined,
    asks.has("own") ? givenBy(p.schoolId, ownTeacher()) : undefined,
    asks.has("charged") ? isOwed : undefined,
  )
}

/** How many lessons of each teacher have ended without attendance, most first; one entry without a teacher for the rest. */
export const countMissingByTeacher = (actor: Actor): readonly MissingOfTeacher[] =>
  keepCounts([actor.school.id, endedMinute()], () => readCounts(actor))

const keepCounts = cacheUntilWrite<readonly MissingOfTeacher[]>(100)

const readCounts = (actor: Actor): MissingOfTeacher[] =>
  select({
    teacherId: sessions.teacherId,
    name: teachers.name,
    lessons: count(),
    // SQLite answers other columns of the row that has the minimum.
    oldestId: sql<string>`${sessions.id}`,
    since: sql<number>`min(${sessions.startsAt})`,
  })
    .from(sessions)
    .leftJoin(teachers, joined(teachers, sessions.teacherId))
    .where(
      and(
        own(actor, sessions),
        eq(sessions.state, "planned"),
        isNull(sessions.registerTakenAt),
        lt(sessions.startsAt, now()),
        lt(sessions.endsAt, now()),
        sql`not ${isAllOnLeave}`,
      ),
    )
    .groupBy(sessions.teacherId)
    .orderBy(desc(count()), teachers.name)
    .all()

// Emails teachers the lessons of a day that ended without attendance. Each day is sent once, however often the job runs. What
// ends after the evening's email is in the next one.

/**
 * In the evening or the next morning, as the school chose: one email for each teacher with lessons of that day without
 * attendance. Says how many older ones there are. Returns the number of teachers.
 */
export function remindOfMissing(actor: Actor): number {
  const { timeZone, id: schoolId } = actor.school
  const date = today(timeZone, now())
  return transact(() => {
    const school = select().from(schools).where(eq(schools.id, schoolId)).get()
    const when = school?.attendanceReminder ?? "off"
    if (!school || when === "off") return 0
    const [lastDay = "", lookedUntil] = (school.attendanceRemindedOn ?? "").split("T")
    if (lastDay >= date) return 0
    const from = when === "evening" ? school.missingEveningAt : school.missingMorningAt
    if (localTime(now(), timeZone) < from || findSubscriptionStatus(actor) !== "active") return 0
    const until = when === "evening" ? localTime(now(), timeZone) : "00:00"
    changeSchool(actor, { attendanceRemindedOn: `${date}T${until}` })
    const day = when === "evening" ? date : addDays(date, -1)
    const first = addDays(date, -1)
    // Not by the hour as it is set now: what the last one saw isn't said again, and what came later isn't left out.
    const seen = lastDay === first ? lookedUntil : undefined
    const since = when === "evening" ? instantOf(first, seen ?? from, timeZone) : 0
    const missing = listSessionsOn(actor, first, day, {}, []).filter(
      ({ register, endsAt }) => register === "missing" && endsAt > since,
    )
    if (missing.length === 0) return 0
    const byTeacher = lessonsByTeacher(missing)
    const reminded = listTeachersByEmail(actor).filter(({ id }) => byTeacher.has(id))
    for (const { id, name, email, zone } of reminded) {
      const lessons = byTeacher.get(id) ?? []
      mailTo(actor, { email, name }, "attendance-missing", {
        day: joinNames(
          [...new Set(lessons.map((row) => row.localDate))].map((each) =>
            formatDate(each, "weekday", actor.school),
          ),
        ),
        lessons: lessons.map((row) => [whenOf(actor, row, { day, zone }), sessionTitle(row)]),
        older: Math.max(0, countMissingRegisters(actor, { teacherId: id }) - lessons.length),
      })
    }
    return reminded.length
  })
}

/** The lessons of each teacher who gives them, alone or with others. */
function lessonsByTeacher(missing: readonly SessionRow[]): Map<string, SessionRow[]> {
  const given = missing.flatMap((row) =>
    [row.teacherId, ...(row.coTeachers ?? []).map(({ id }) => id)].map((id) => ({ id, row })),
  )
  return new Map(
    [...groupBy(given, ({ id }) => id ?? "")].map(([id, lessons]) => [id, lessons.map(({ row }) => row)]),
  )
}

/** "2:30 PM", and "Tue, Nov 17, 8:15 PM" of another day than the email is about. */
function whenOf(actor: Actor, row: SessionRow, { day, zone }: { day: string; zone: string | null }): string {
  const time = formatTime(row.startTime, actor.school)
  const when = row.localDate === day ? time : `${formatDate(row.localDate, "short", actor.school)}, ${time}`
  return withOwnTime(when, row, zone, actor.school)
}
