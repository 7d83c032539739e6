import type { Actor } from "~/models/foundation/access/actor"
import type { ItemOutcome } from "~/models/foundation/task/run-task.server"
import { latestStatuses } from "~/models/people/student/latest-statuses.server"
import { type StatusStep, statusSteps } from "~/models/people/student/student"
import { takeBackStatus } from "./bulk-status.server"

/**
 * Takes the last step of a student's status back that left no class: they have the status again that they had before it. Refused,
 * with the reason, where the status has changed since, they were enrolled since, or the plan has no place for it.
 */
export function undoStatus(actor: Actor, studentId: string, step: StatusStep): ItemOutcome {
  const { to } = statusSteps[step]
  const [latest, before] = latestStatuses(actor, studentId)
  const from = before?.status
  const isStep = from !== undefined && (statusSteps[step].from as readonly string[]).includes(from)
  if (latest?.status !== to || !isStep) return { ok: false, reason: "The status has changed since." }
  return takeBackStatus(actor, studentId, { from, to, stays: [], isPlanned: false })
}
