import { students } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { and, asc, eq, gte, ne } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { find, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { latestStatuses } from "~/models/people/student/latest-statuses.server"
import { type NoPlaceInPlan, planRefusal } from "~/models/people/student/plan-room.server"
import {
  findPlanned,
  forgetPlan,
  planReturn,
  setStatus,
  setStatusBack,
} from "~/models/people/student/set-status.server"
import type { StudentStatus } from "~/models/people/student/student"
import { now } from "~/utils/clock.server"
import { today } from "~/utils/zones"

// A lead or a trial student who is enrolled is an active student, and so is a former one from their first day: trial lessons
// alone leave the status as it is. Who is paused stays so until the office resumes them, also while it enrolls them.

/** Why the history says that the status changed: by this it is found again when the enrollment is undone. */
const enrolledReason = "Enrolled in a class"

/** The statuses that being enrolled ends. */
export const endsByEnrolling = (status: StudentStatus | undefined) =>
  status === "lead" || status === "trial" || status === "former"

/**
 * Makes a lead, a trial or a former student of a class active, in the caller's transaction, a paused one only where the office
 * resumes them; a former or paused one who starts later is so
 * from that day. Refused where the plan has no place for them.
 */
export function becomeActive(
  actor: Actor,
  { classId, studentId, startsOn }: { classId: string; studentId: string; startsOn: string },
  { resumes = false } = {},
): { ok: true } | NoPlaceInPlan {
  const status = statusOf(actor, studentId)
  const isResumed = resumes && status === "paused"
  if (!status || !(isResumed || endsByEnrolling(status))) return { ok: true }
  if (isTrialClass(actor, classId)) return { ok: true }
  const refusal = planRefusal(actor, { id: studentId, status }, "active")
  if (refusal) return refusal
  if (comesBackLater(actor, { status: isResumed ? "former" : status, startsOn }))
    planReturn(actor, studentId, { on: startsOn, reason: enrolledReason })
  else {
    if (isResumed && findPlanned(actor, studentId)?.status === "active") forgetPlan(actor, studentId)
    setStatus(actor, studentId, { before: status, status: "active", reason: enrolledReason })
  }
  return { ok: true }
}

/** Whether a student who is enrolled is former until their first day. */
export const comesBackLater = (
  { school }: Actor,
  { status, startsOn }: { status: StudentStatus; startsOn: string },
): boolean => status === "former" && startsOn > today(school.timeZone, now())

/**
 * Gives students whose enrollment was undone the status back that they had before it, in the caller's transaction: those who
 * became active by being enrolled, and weren't enrolled in another class since. Who was to come back only on a day isn't, or comes on the first
 * day of the class that is left.
 */
export function statusesBack(actor: Actor, studentIds: readonly string[]) {
  for (const studentId of new Set(studentIds)) {
    planReturnAgain(actor, studentId)
    if (statusOf(actor, studentId) !== "active") continue
    const [latest, before] = latestStatuses(actor, studentId)
    if (latest?.reason !== enrolledReason || !before) continue
    if (isEnrolledSince(actor, studentId, latest.createdAt)) continue
    setStatusBack(actor, studentId, { before: "active", status: before.status })
  }
}

function planReturnAgain(actor: Actor, studentId: string) {
  const planned = findPlanned(actor, studentId)
  if (planned?.status !== "active" || planned.reason !== enrolledReason) return
  const next = enrolledSince(actor, studentId, planned.createdAt).get()
  if (next?.startsOn === planned.fromDate) return
  forgetPlan(actor, studentId)
  if (next) planReturn(actor, studentId, { on: next.startsOn, reason: enrolledReason })
}

const statusOf = (actor: Actor, studentId: string): StudentStatus | undefined =>
  find(actor, students, studentId)?.status

const isTrialClass = (actor: Actor, classId: string): boolean =>
  find(actor, classes, classId)?.kind === "trial"

/** Whether a student was enrolled in a class since their status last changed: then it can't be taken back to lead or former. */
export function isEnrolledSinceStatus(actor: Actor, studentId: string, back: StudentStatus): boolean {
  if (back === "active" || back === "paused") return false
  const [latest] = latestStatuses(actor, studentId)
  return isEnrolledSince(actor, studentId, latest?.createdAt ?? 0, { countsTrials: back === "former" })
}

/**
 * Whether a student was enrolled in any class since an instant (UTC ms), but trials where they don't count. One they were in before, as
 * the class that a roll-over continues, didn't make them active.
 */
const isEnrolledSince = (
  actor: Actor,
  studentId: string,
  since: number,
  options: { countsTrials?: boolean } = {},
): boolean => enrolledSince(actor, studentId, since, options).get() !== undefined

/** Those enrollments, the first day before the others. */
const enrolledSince = (actor: Actor, studentId: string, since: number, { countsTrials = false } = {}) =>
  select({ startsOn: enrollments.startsOn })
    .from(enrollments)
    .innerJoin(classes, joined(classes, enrollments.classId))
    .where(
      and(
        own(actor, enrollments),
        eq(enrollments.studentId, studentId),
        gte(enrollments.createdAt, since),
        countsTrials ? undefined : ne(classes.kind, "trial"),
      ),
    )
    .orderBy(asc(enrollments.startsOn))
    .limit(1)
