import { db } from "db/client.server"
import { students } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { and, eq, gte, ne } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { latestStatuses } from "~/models/people/student/latest-statuses.server"
import { type NoPlaceInPlan, planRefusal } from "~/models/people/student/plan-room.server"
import { setStatus } from "~/models/people/student/set-status.server"
import type { StudentStatus } from "~/models/people/student/student"

// A lead or a trial student who is enrolled is an active student: trial lessons alone leave the status as it is.

/** Why the history says that the status changed: by this it is found again when the enrollment is undone. */
const enrolledReason = "Enrolled in a class"

/** Makes a lead or a trial student of a class active, in the caller's transaction. Refused where the plan has no place for a lead. */
export function becomeActive(
  actor: Actor,
  { classId, studentId }: { classId: string; studentId: string },
): { ok: true } | NoPlaceInPlan {
  const status = statusOf(actor, studentId)
  if (status !== "lead" && status !== "trial") return { ok: true }
  if (isTrialClass(actor, classId)) return { ok: true }
  const refusal = planRefusal(actor, { id: studentId, status }, "active")
  if (refusal) return refusal
  setStatus(actor, studentId, { before: status, status: "active", reason: enrolledReason })
  return { ok: true }
}

/**
 * Gives students whose enrollment was undone the status back that they had before it, in the caller's transaction: those who
 * became active by being enrolled, and weren't enrolled in another class since.
 */
export function statusesBack(actor: Actor, studentIds: readonly string[]) {
  for (const studentId of new Set(studentIds)) {
    if (statusOf(actor, studentId) !== "active") continue
    const [latest, before] = latestStatuses(actor, studentId)
    if (latest?.reason !== enrolledReason || !before) continue
    if (isEnrolledSince(actor, studentId, latest.createdAt)) continue
    setStatus(actor, studentId, { before: "active", status: before.status, reason: "Undone" })
  }
}

const statusOf = (actor: Actor, studentId: string): StudentStatus | undefined =>
  db()
    .select({ status: students.status })
    .from(students)
    .where(own(actor, students, studentId))
    .get()?.status

const isTrialClass = (actor: Actor, classId: string): boolean =>
  db()
    .select({ kind: classes.kind })
    .from(classes)
    .where(own(actor, classes, classId))
    .get()?.kind === "trial"

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
  { countsTrials = false } = {},
): boolean =>
  db()
    .select({ id: enrollments.id })
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
    .limit(1)
    .get() !== undefined
