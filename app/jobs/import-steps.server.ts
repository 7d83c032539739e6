import { findImportStarter } from "~/models/exchange/roster-import/roster-import.server"
import { prepareAgain, runNextSteps } from "~/models/exchange/roster-import/run-import.server"
import { undoNextSteps } from "~/models/exchange/roster-import/undo-import.server"
import type { Actor } from "~/models/foundation/access/actor"
import { memberActor, schoolActor } from "~/models/foundation/access/actor.server"
import type { Job } from "~/models/foundation/job/job.server"
import { nextTurn } from "~/utils/in-turns"

/** Transactions of one turn of the job; the event loop is free between them, and other jobs are done after them. */
const transactionsInTurn = 6

/** The next few steps of an import, or of its undoing, in the name of the person who asked. True while there are more. */
export async function continueImport({
  schoolId,
  payload: { importId },
}: Pick<Job<"import-roster">, "schoolId" | "payload">): Promise<boolean> {
  const school = schoolId ? schoolActor(schoolId) : undefined
  if (!school) return false
  const actor = actingFor(school, importId)
  await prepareAgain(actor, importId)
  for (let turn = 0; turn < transactionsInTurn; turn++) {
    if (!runNextSteps(actor, importId) && !undoNextSteps(actor, importId)) return false
    await nextTurn()
  }
  return true
}

function actingFor(school: Actor, importId: string): Actor {
  const starter = findImportStarter(school, importId)
  return starter ? memberActor(school.school, starter) : school
}
