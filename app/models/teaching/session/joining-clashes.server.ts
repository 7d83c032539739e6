import { enrollments } from "db/schema/teaching"
import { bookings, sessions } from "db/schema/teaching-sessions"
import { and, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll, ownRows } from "~/models/foundation/access/door.server"
import { among } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { datedTexts } from "~/utils/dated-texts"
import { groupBy } from "~/utils/group-by"
import { studentClashText } from "./clash"
import { ownOnly } from "./own-sessions.server"
import { longestSession } from "./session"
import { sessionsQuery } from "./session-list.server"

// Whom joining a class would double-book, for many students at once: what `settleClashes` would say of each, had they been booked.

type Joining = {
  classId: string
  /** Both days included; without an end they stay. */
  startsOn: string
  endsOn: string | null
  /** The lessons whose clashes count. */
  sessionIds: readonly string[]
}

type Days = { startsOn: string; endsOn: string | null }
type Planned = ReturnType<typeof listPlanned>[number]
type Pair = {
  sessionId: string
  otherId: string
  otherStartsAt: number
  otherEndsAt: number
  otherRow: number
}

/** The first clash of each of these students who would have one, as text. */
export function firstClashes(
  actor: Actor,
  { classId, startsOn, endsOn, sessionIds }: Joining,
  students: readonly { id: string; name: string }[],
): Map<string, string> {
  const planned = new Map(listPlanned(actor, classId).map((each) => [each.id, each]))
  const ids = new Set(sessionIds)
  const open = [...planned.values()].filter(
    (each) => ids.has(each.id) && each.endsAt > now() && each.registerTakenAt === null,
  )
  if (open.length === 0 || students.length === 0) return new Map()
  const stays = groupBy(listStays(actor, classId), ({ studentId }) => studentId)
  const attends = (studentId: string, { localDate }: Planned) =>
    [{ startsOn, endsOn }, ...(stays.get(studentId) ?? [])].some((stay) => isOn(stay, localDate))
  const openIds = open.map(({ id }) => id)
  const studentIds = students.map(({ id }) => id)
  const booked = groupBy(listBookedThen(actor, openIds, studentIds), ({ studentId }) => studentId)
  const within = pairsWithin(open, [...planned.values()])
  const known = within.length > 0 ? listBooked(actor, classId, studentIds) : new Map<string, string | null>()
  const pairsOf = (studentId: string): Pair[] => {
    const isThere = (id: string) => {
      const session = planned.get(id)
      return session !== undefined && attends(studentId, session)
    }
    const others = (booked.get(studentId) ?? []).filter(
      ({ sessionId, otherId }) => isThere(sessionId) && (!planned.has(otherId) || isThere(otherId)),
    )
    const made = within.filter(
      ({ sessionId, otherId }) =>
        isThere(sessionId) &&
        isThere(otherId) &&
        !known.get(`${sessionId} ${studentId}`) &&
        !known.has(`${otherId} ${studentId}`),
    )
    return made.length > 0 ? [...others, ...made] : others
  }
  return textsOf(actor, planned, new Map(students.map(({ id, name }) => [id, { name, pairs: pairsOf(id) }])))
}

const isOn = ({ startsOn, endsOn }: Days, date: string) =>
  startsOn <= date && (endsOn === null || date <= endsOn)

function textsOf(
  actor: Actor,
  planned: ReadonlyMap<string, Planned>,
  clashing: ReadonlyMap<string, { name: string; pairs: Pair[] }>,
): Map<string, string> {
  const ids = new Set<string>()
  for (const { pairs } of clashing.values())
    for (const { sessionId, otherId } of pairs) ids.add(sessionId).add(otherId)
  if (ids.size === 0) return new Map()
  const seen = new Map(
    sessionsQuery(actor, and(among(sessions.id, [...ids]), ownOnly(actor)), { isById: true })
      .all()
      .map((session) => [session.id, session]),
  )
  const startOf = ({ sessionId }: Pair) => planned.get(sessionId)?.startsAt ?? 0
  return new Map(
    [...clashing].flatMap(([studentId, { name, pairs }]) => {
      if (pairs.length === 0) return []
      const reasons = [...pairs]
        .sort(
          (a, b) =>
            startOf(a) - startOf(b) ||
            compare(a.sessionId, b.sessionId) ||
            a.otherStartsAt - b.otherStartsAt ||
            a.otherEndsAt - b.otherEndsAt ||
            a.otherRow - b.otherRow,
        )
        .flatMap(({ sessionId, otherId }) => {
          const [mine, other] = [seen.get(sessionId), seen.get(otherId)]
          return mine && other ? [{ date: mine.localDate, text: studentClashText(name, other) }] : []
        })
      return [[studentId, datedTexts(reasons)[0] ?? ""] as const]
    }),
  )
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Lessons of the class that overlap each other: who joins is booked in both. */
const pairsWithin = (open: readonly Planned[], planned: readonly Planned[]): Pair[] =>
  open.flatMap((one) =>
    planned
      .filter((other) => other.id !== one.id && other.startsAt < one.endsAt && other.endsAt > one.startsAt)
      .map((other) => ({
        sessionId: one.id,
        otherId: other.id,
        otherStartsAt: other.startsAt,
        otherEndsAt: other.endsAt,
        otherRow: Number.POSITIVE_INFINITY,
      })),
  )

const listPlanned = (actor: Actor, classId: string) =>
  ownRows(actor, sessions, ["id", "localDate", "startsAt", "endsAt", "registerTakenAt"])
    .where(and(eq(sessions.classId, classId), eq(sessions.state, "planned")))
    .all()

const listStays = (actor: Actor, classId: string) =>
  ownRows(actor, enrollments, ["studentId", "startsOn", "endsOn"])
    .where(eq(enrollments.classId, classId))
    .all()

/** Why students are booked in lessons of the class already, by lesson and student: null without a reason. */
const listBooked = (
  actor: Actor,
  classId: string,
  studentIds: readonly string[],
): Map<string, string | null> =>
  new Map(
    ownRows(actor, bookings, {
      sessionId: bookings.sessionId,
      studentId: bookings.resourceId,
      reason: bookings.overrideReason,
    })
      .where(
        and(
          eq(bookings.resource, "student"),
          among(bookings.resourceId, studentIds),
          sql`${bookings.sessionId} in (select s.id from sessions s
            where s.school_id = ${actor.school.id} and s.class_id = ${classId} and s.state = 'planned')`,
        ),
      )
      .all()
      .map(({ sessionId, studentId, reason }) => [`${sessionId} ${studentId}`, reason]),
  )

/**
 * What else students have while these lessons are, neither accepted with a reason. Cross joins keep SQLite to the written order:
 * what a student has booked at the time of each lesson.
 */
const listBookedThen = (actor: Actor, sessionIds: readonly string[], studentIds: readonly string[]) =>
  askAll<Pair & { studentId: string }>(sql`
    select student.value as studentId, s.id as sessionId, other.session_id as otherId,
        other.starts_at as otherStartsAt, other.ends_at as otherEndsAt, other.rowid as otherRow
      from sessions s cross join json_each(${JSON.stringify(studentIds)}) student cross join bookings other
      where s.school_id = ${actor.school.id} and s.id in (select value from json_each(${JSON.stringify(sessionIds)}))
        and other.school_id = ${actor.school.id} and other.resource = 'student'
        and other.resource_id = student.value
        and other.starts_at > s.starts_at - ${longestSession * 60_000}
        and other.starts_at < s.ends_at and other.ends_at > s.starts_at
        and other.session_id <> s.id and other.override_reason is null
        and not exists (select 1 from bookings mine
          where mine.school_id = ${actor.school.id} and mine.session_id = s.id and mine.resource = 'student'
            and mine.resource_id = student.value and mine.override_reason is not null)`)
