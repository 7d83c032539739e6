import { transact } from "db/client.server"
import { students } from "db/schema/people"
import { classes, enrollments, waitingSpots } from "db/schema/teaching"
import { and, asc, eq, gte, inArray, isNull, or, type Placeholder } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import {
  add,
  type Changes,
  change,
  find,
  ownRows,
  type Params,
  query,
  select,
} from "~/models/foundation/access/door.server"
import { columns, joined, type Owner, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { WaitingVerb } from "~/models/foundation/audit/events"
import type { WaitingRefusal } from "~/texts/teaching/refusals"
import { todayOf } from "~/utils/clock.server"
import { addDays, earlierOf } from "~/utils/dates"
import { fullName } from "~/utils/names"
import { findClass } from "../class/find-class.server"
import { listStays, mostFrom } from "../class/most-at-once.server"
import { listOfferedStays } from "../class/offered-spots.server"
import type { Lacking } from "../prerequisite/prerequisite"
import { listLacking } from "../prerequisite/prerequisite.server"

// The waiting list of each class. A student is on a list at most once; the order is that of joining.

/** The line for a class, the first to come first; `offerUntil` (UTC ms) is set while a spot is offered. */
export function listWaiting(actor: Actor, classId: string) {
  return waitingQuery
    .all(actor, { classId })
    .map(({ firstName, lastName, ...row }) => ({ ...row, name: fullName({ firstName, lastName }) }))
}

const waitingQuery = query((p: Params<{ classId: string }>, _own, school) =>
  select({
    id: waitingSpots.id,
    studentId: waitingSpots.studentId,
    ...columns(students, "firstName", "lastName", "status"),
    ...columns(waitingSpots, "state", "offerUntil", "offerFrom", "wish"),
    joinedAt: waitingSpots.createdAt,
  })
    .from(waitingSpots)
    .innerJoin(students, joined(students, waitingSpots.studentId))
    .where(and(ofClass(school, p.classId), isStanding))
    .orderBy(asc(waitingSpots.createdAt), asc(waitingSpots.id)),
)

/** How many places of a class are free from today on and offered to no one; never below 0. */
export function countFreeSpots(actor: Actor, classId: string): number {
  const { free, from } = findFreeSpots(actor, classId)
  return from === null ? free : 0
}

/** How many days before it is free a spot is offered at most. */
const mostDaysAhead = 60

/**
 * How many places are free and offered to no one, never below 0: from today on (`from` is null), else from the first day on which
 * one is, after someone’s last day. An offered spot counts as taken from its day on.
 */
export function findFreeSpots(actor: Actor, classId: string): { free: number; from: string | null } {
  const found = find(actor, classes, classId)
  if (!found) return { free: 0, from: null }
  const day = todayOf(actor)
  const stays = [...listStays(actor, classId), ...listOfferedStays(actor, classId)]
  const freeOn = (from: string) => Math.max(0, found.capacity - mostFrom(from, stays))
  // After the class’s last day there is nothing to offer, and no family is asked long before.
  const last = earlierOf(found.endedOn ?? addDays(day, mostDaysAhead), addDays(day, mostDaysAhead))
  const later = stays.flatMap(({ endsOn }) => (endsOn ? [addDays(endsOn, 1)] : [])).sort()
  const from = [day, ...later].find((each) => (each === day || each <= last) && freeOn(each) > 0) ?? day
  return { free: freeOn(from), from: from === day ? null : from }
}

type JoinRefusal =
  | { ok: false; reason: WaitingRefusal; name?: string }
  | { ok: false; reason: "prerequisite"; lacking: Lacking[] }

/**
 * Puts students in line for a class, in the order given, all or none. Refused while a spot is free, and where one of them
 * lacks what the class requires; a reason accepts that and goes with them into the class.
 */
export function joinWaitingList(
  actor: Actor,
  classId: string,
  studentIds: readonly string[],
  reason?: string,
): { ok: true } | JoinRefusal {
  return transact(() => {
    const found = findClass(actor, classId)
    if (!found) return { ok: false, reason: "not-found" }
    if (found.isOver) return { ok: false, reason: "ended" }
    const known = ownRows(actor, students, ["id", "firstName", "lastName", "birthDate"])
      .where(inArray(students.id, [...studentIds]))
      .all()
    if (known.length !== new Set(studentIds).size) return { ok: false, reason: "not-found" }
    const line = listWaiting(actor, classId)
    const day = todayOf(actor)
    for (const student of known) {
      const name = fullName(student)
      if (line.some(({ studentId }) => studentId === student.id))
        return { ok: false, reason: "waiting-already", name }
      if (isIn(actor, classId, student.id, day)) return { ok: false, reason: "in-it", name }
    }
    if (line.length === 0 && countFreeSpots(actor, classId) > 0) return { ok: false, reason: "not-full" }
    const joining = known.map((student) => ({ ...student, name: fullName(student) }))
    const lacking = listLacking(actor, classId, joining, day)
    if (lacking.length > 0 && !reason) return { ok: false, reason: "prerequisite", lacking }
    const without = new Set(lacking.map(({ id }) => id))
    const names = new Map(joining.map(({ id, name }) => [id, name]))
    for (const [studentId, name] of inOrder(studentIds, names)) {
      add(actor, waitingSpots, {
        classId,
        studentId,
        state: "waiting" as const,
        prerequisiteReason: without.has(studentId) ? reason : null,
      })
      recordEvent(actor, "class.join-waiting-list", classId, { after: { studentId, name } })
    }
    return { ok: true }
  })
}

/** The students' names in the order in which they were chosen, each once. */
const inOrder = (studentIds: readonly string[], names: ReadonlyMap<string, string>) =>
  [...new Set(studentIds)].flatMap((id) => {
    const name = names.get(id)
    return name === undefined ? [] : [[id, name] as const]
  })

function isIn(actor: Actor, classId: string, studentId: string, day: string): boolean {
  const found = ownRows(actor, enrollments, ["id"])
    .where(
      and(
        eq(enrollments.classId, classId),
        eq(enrollments.studentId, studentId),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, day)),
      ),
    )
    .get()
  return found !== undefined
}

/** One row of the line of any class, also one that is closed. */
export function findWaiting(actor: Actor, waitingId: string) {
  return find(actor, waitingSpots, waitingId)
}

export function findStudentName(actor: Actor, studentId: string): string | undefined {
  const student = ownRows(actor, students, ["firstName", "lastName"]).where(eq(students.id, studentId)).get()
  return student && fullName(student)
}

/** Writes how a row goes on or ends, in the caller's transaction, with its entry in the log of the class. */
export function setWaiting(
  actor: Actor,
  { id, classId, studentId }: { id: string; classId: string; studentId: string },
  set: Changes<typeof waitingSpots>,
  verb: WaitingVerb,
) {
  change(actor, waitingSpots, id, set)
  const student = findStudentName(actor, studentId)
  recordEvent(actor, `class.${verb}`, classId, {
    after: { studentId, waitingId: id, name: student ?? "a student" },
  })
}

const isStanding = inArray(waitingSpots.state, ["waiting", "offered"])
const ofClass = (owner: Owner, classId: string | Placeholder) =>
  and(own(owner, waitingSpots), eq(waitingSpots.classId, classId))
