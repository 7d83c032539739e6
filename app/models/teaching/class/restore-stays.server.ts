import { transact } from "db/client.server"
import { enrollments, ownPrices } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, eq, gt, inArray, isNull, or } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, find, idsOf, ownRows } from "~/models/foundation/access/door.server"
import { among } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { RowChange } from "~/models/foundation/access/row-changes.server"
import { undoEach } from "~/models/foundation/access/undo.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { listHistory } from "~/models/foundation/audit/history.server"
import { findPlanned } from "~/models/people/student/set-status.server"
import { findStudent } from "~/models/people/student/student.server"
import { todayOf } from "~/utils/clock.server"
import { addDays, earlierEnd } from "~/utils/dates"
import { formatDate, formFor } from "~/utils/formats"
import { fullName, joinNames } from "~/utils/names"
import { settleNoticeCredits } from "../credit/notice-credit.server"
import { revokeNoticeCreditsAfter } from "../credit/seat-credits.server"
import { feesFollow } from "../price/fees-follow.server"
import { bookStudent } from "../session/claim.server"
import { settleClashes } from "../session/settle-clashes.server"
import { keepFromBin, refusalToEnroll } from "./enroll.server"
import { findClass } from "./find-class.server"

// A stay is an enrollment as it was before a student left, with its own prices, so that leaving can be undone.

const StoredPrice = z.object({
  id: z.string(),
  createdAt: z.number(),
  fromDate: z.string(),
  billing: z.enum(["per_session", "monthly", "package"]).nullable(),
  amountMinor: z.number().nullable(),
})

export const Stay = z.object({
  id: z.string(),
  createdAt: z.number(),
  classId: z.string(),
  studentId: z.string(),
  startsOn: z.string(),
  endsOn: z.string().nullable(),
  endReason: z.string().nullable(),
  prerequisiteReason: z.string().nullable().default(null),
  billing: z.enum(["per_session", "monthly", "package"]).nullable(),
  priceMinor: z.number().nullable(),
  prices: z.array(StoredPrice),
})
export type Stay = z.output<typeof Stay>

/** The enrollments of a student, or of a class, that go on after a day. */
export function listStays(
  actor: Actor,
  { studentId, classId }: { studentId?: string; classId?: string },
  day: string,
): Stay[] {
  const found = ownRows(actor, enrollments)
    .where(
      and(
        studentId === undefined ? undefined : eq(enrollments.studentId, studentId),
        classId === undefined ? undefined : eq(enrollments.classId, classId),
        or(isNull(enrollments.endsOn), gt(enrollments.endsOn, day)),
      ),
    )
    .all()
  const ids = found.map(({ id }) => id)
  const prices = ownRows(actor, ownPrices).where(inArray(ownPrices.enrollmentId, ids)).all()
  return found.map((row) =>
    Stay.parse({ ...row, prices: prices.filter(({ enrollmentId }) => enrollmentId === row.id) }),
  )
}

/** Stays under the student who has each by now: the enrollment of a student who was merged is the other's. */
export const ofThoseNow = (actor: Actor, stays: readonly Stay[]): Stay[] =>
  stays.map((stay) => ({ ...stay, studentId: findRow(actor, stay.id)?.studentId ?? stay.studentId }))

/** Those that may come back, and the names of students who don't: they have left the school since, or were erased. */
export function partLeft<Kept>(
  actor: Actor,
  kept: readonly Kept[],
  stayOf: (one: Kept) => Stay,
): { back: Kept[]; left: string[] } {
  const back: Kept[] = []
  const left = new Set<string>()
  for (const one of kept) {
    const stay = stayOf(one)
    // The enrollment of a student who was merged is the other's by now.
    const student = findStudent(actor, findRow(actor, stay.id)?.studentId ?? stay.studentId)
    const isHere =
      student && (student.status !== "former" || findPlanned(actor, student.id)?.status === "active")
    if (isHere && student.erasedAt === null) back.push(one)
    else left.add(student ? fullName(student) : "A student")
  }
  return { back, left: [...left] }
}

/** "Wren Adeyemi wasn’t enrolled again: has left the school since." Empty for no one. */
export const leftText = (names: readonly string[], what: "school" | "class" = "school"): string =>
  names.length === 0
    ? ""
    : `${joinNames([...names])} ${formFor(names.length, "has", "have")} left the ${what} and ${formFor(names.length, "wasn’t", "weren’t")} enrolled again.`

const findRow = (actor: Actor, enrollmentId: string) => find(actor, enrollments, enrollmentId)

/**
 * Brings stays back, until the end of their class, in the caller's all-or-nothing. Answers why one can't come back: the class has ended or is full, or
 * the student has another lesson at its time, or became another's record while the enrollment was gone.
 */
export function restoreStays(actor: Actor, stays: readonly Stay[]): string | undefined {
  for (const stay of stays) {
    const refusal = transact(() => restoreStay(actor, stay))
    if (refusal) return refusal
  }
  return undefined
}

/** Brings those stays back that can, in the caller's transaction. Answers why each of the others can't. */
export const restoreWhatCan = (actor: Actor, stays: readonly Stay[]): string[] =>
  stays.flatMap((stay) => {
    const restored = allOrNothing((): { ok: true } | { ok: false; why: string } => {
      const why = restoreStay(actor, stay)
      return why ? { ok: false, why } : { ok: true }
    })
    return restored.ok ? [] : [restored.why]
  })

function restoreStay(actor: Actor, { prices, ...stay }: Stay): string | undefined {
  const { id, classId, startsOn, endReason } = stay
  const found = findClass(actor, classId)
  if (!found) return "A class no longer exists."
  if (found.endedOn !== null && found.endedOn < todayOf(actor)) return `${found.name} has ended.`
  const endsOn = earlierEnd(stay.endsOn, found.endedOn)
  const row = findRow(actor, id)
  if (row && row.endsOn === endsOn) return undefined
  // The enrollment of a student who was merged is the other's by now.
  const studentId = row?.studentId ?? stay.studentId
  if (!findStudent(actor, studentId))
    return `A student of ${found.name} was merged with another student. Enroll them again instead.`
  const from = row?.endsOn ? addDays(row.endsOn, 1) : startsOn
  if (endsOn !== null && endsOn < from)
    return row ? undefined : `${found.name} ends before ${formatDate(from, "medium")}.`
  const refusal = refusalToEnroll(actor, { classId, studentId, startsOn: from, endsOn })
  if (refusal === "full") return `${found.name} is full now.`
  if (refusal) return `Already enrolled in ${found.name} again.`
  if (row) change(actor, enrollments, id, { endsOn, endReason })
  else {
    keepFromBin(actor, id)
    add(actor, enrollments, { ...stay, endsOn })
    for (const price of prices) add(actor, ownPrices, { ...price, enrollmentId: id })
  }
  bookStudent(actor, id)
  const lessons = listSessionsFrom(actor, classId, from)
  undoEach(actor, findBeforeDrop(actor, id)?.credits ?? [])
  if (endsOn !== null) revokeNoticeCreditsAfter(actor, id, endsOn)
  for (const sessionId of listSeated(actor, studentId, lessons))
    settleNoticeCredits(actor, sessionId, { studentId, why: "Back in the class" })
  feesFollow(actor, { classId, enrollmentId: id })
  const settled = settleClashes(actor, lessons, {
    concerns: ({ resource, resourceId }) => resource === "student" && resourceId === studentId,
  })
  if (!settled.ok) return `Has another lesson at the time of ${found.name}.`
  recordEvent(actor, "enrollment.enroll", id, { after: { classId, studentId, startsOn: from, endsOn } })
  return undefined
}

/** Those of these lessons in which the student has a spot of their own, as with a reported absence. */
const listSeated = (actor: Actor, studentId: string, sessionIds: readonly string[]): string[] =>
  ownRows(actor, seats, ["sessionId"])
    .where(and(eq(seats.studentId, studentId), among(seats.sessionId, sessionIds)))
    .all()
    .map(({ sessionId }) => sessionId)

const BeforeDrop = z.object({
  endsOn: z.string().nullable(),
  endReason: z.string().nullable().default(null),
  /** The credits that were revoked. */
  credits: RowChange.array().default([]),
})

/** What an enrollment had before its student last left. */
export function findBeforeDrop(actor: Actor, enrollmentId: string) {
  const { before } =
    listHistory(actor, [{ noun: "enrollment", ids: [enrollmentId] }], 50).find(
      ({ verb }) => verb === "drop",
    ) ?? {}
  return BeforeDrop.safeParse(before).data
}

function listSessionsFrom(actor: Actor, classId: string, from: string): string[] {
  return idsOf(
    actor,
    sessions,
    and(
      eq(sessions.classId, classId),
      eq(sessions.state, "planned"),
      gt(sessions.localDate, addDays(from, -1)),
    ),
  )
}
