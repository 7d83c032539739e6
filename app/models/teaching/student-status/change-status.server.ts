import { transact } from "db/client.server"
import { studentStatusChanges } from "db/schema/people"
import type { Actor } from "~/models/foundation/access/actor"
import { add } from "~/models/foundation/access/door.server"
import { type NoPlaceInPlan, planRefusal } from "~/models/people/student/plan-room.server"
import { forgetPlan } from "~/models/people/student/set-status.server"
import { isPlannedStep, type StatusStep, statusSteps, stepsFrom } from "~/models/people/student/student"
import { findStudent } from "~/models/people/student/student.server"
import { todayOf } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { findPlannedStatus, planStatus } from "./future-status.server"
import { writeStatus } from "./write-status.server"

type Changed = Result<{ classes: string[] }, "no-student" | "not-now" | "past" | "planned"> | NoPlaceInPlan

type Step = { step: StatusStep; reason?: string; leaveClasses?: boolean; from?: string | undefined }

/**
 * Takes a student a step on from today: a row of the history says from when and why. Ending leaves every class, pausing
 * does when asked; answers which. Both may begin on a later day, and so may coming back, one of them at a time. Refused when the status does not lead there, and when the plan has no place for
 * someone who comes (back) to lessons.
 */
export function changeStatus(
  actor: Actor,
  studentId: string,
  { step, reason, leaveClasses = false, from }: Step,
): Changed {
  return transact(() => {
    const student = findStudent(actor, studentId)
    if (!student || student.erasedAt !== null) return { ok: false, reason: "no-student" }
    if (!stepsFrom(student.status).includes(step)) return { ok: false, reason: "not-now" }
    const { to: status } = statusSteps[step]
    const refusal = planRefusal(actor, student, status)
    if (refusal) return refusal

    const fromDate = todayOf(actor)
    if (isPlannedStep(step) && from && from !== fromDate) {
      if (from < fromDate) return { ok: false, reason: "past" }
      if (findPlannedStatus(actor, studentId)) return { ok: false, reason: "planned" }
      const given = { step, from, reason: reason ?? statusSteps[step].label, leaveClasses }
      return { ok: true, classes: planStatus(actor, studentId, given) }
    }
    if (step === "end" || findPlannedStatus(actor, studentId)?.status === status) forgetPlan(actor, studentId)
    const given = reason ?? null
    add(actor, studentStatusChanges, { studentId, status, fromDate, reason: given })
    const leaves = step === "end" || (step === "pause" && leaveClasses)
    const classes = writeStatus(actor, student, { status, fromDate, reason: given, leaves })
    return { ok: true, classes }
  })
}
