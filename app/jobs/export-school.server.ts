import { carryOutExport } from "~/models/accounts/school/export-school.server"
import { memberActor, schoolActor } from "~/models/foundation/access/actor.server"
import { isLastTry, type Job } from "~/models/foundation/job/job.server"
import { noteTaskFailed } from "~/models/foundation/task/run-task.server"
import { findTaskStarter } from "~/models/foundation/task/task.server"

/** Writes the export of a school that someone has asked for. After a crash it is written again from the start. */
export async function exportSchool(
  job: Pick<Job<"export-school">, "schoolId" | "payload" | "attempts">,
  stopping: AbortSignal,
): Promise<void> {
  const { taskId } = job.payload
  const school = job.schoolId ? schoolActor(job.schoolId) : undefined
  if (!school) return
  const starter = findTaskStarter(school, taskId)
  try {
    await carryOutExport(starter ? memberActor(school.school, starter) : school, taskId, stopping)
  } catch (error) {
    if (isLastTry(job)) noteTaskFailed(school, taskId)
    throw error
  }
}
