import { arrangeLessonsWork } from "~/models/attendance/absence/arrange-absence.server"
import { undoArrangementWork } from "~/models/attendance/absence/undo-arrangement.server"
import { tryRulesWork } from "~/models/attendance/rule-trial/try-rules.server"
import { sendMessageWork } from "~/models/communication/messaging/send-message.server"
import type { Actor } from "~/models/foundation/access/actor"
import { memberActor, schoolActor } from "~/models/foundation/access/actor.server"
import { isLastTry, type Job } from "~/models/foundation/job/job.server"
import { noteTaskFailed, runNextItems, type TaskWork } from "~/models/foundation/task/run-task.server"
import {
  type CountedKind,
  isCounted,
  isOfList,
  type ListKind,
  type TaskKind,
} from "~/models/foundation/task/task"
import { findTask, findTaskStarter } from "~/models/foundation/task/task.server"
import { invoiceRunWork } from "~/models/money/invoice/invoice-batch.server"
import { remindersWork } from "~/models/money/invoice/overdue-invoices.server"
import { undoRunWork } from "~/models/money/invoice/undo-run.server"
import { approvePayWork, lockPayWork } from "~/models/money/pay/approve-pay.server"
import { nextBulkItems } from "~/models/overview/bulk/bulk-acts.server"
import { cancelLessonsWork } from "~/models/teaching/closure/add-closure.server"
import { moveLessonsWork } from "~/models/teaching/closure/move-all-lessons.server"
import { tellClosureWork } from "~/models/teaching/closure/tell-closure.server"
import { restoreLessonsWork } from "~/models/teaching/closure/undo-closure.server"
import { tellOccasionWork } from "~/models/teaching/occasion/tell-occasion.server"
import { handOverWork } from "~/models/teaching/teacher-leaving/hand-over-classes.server"
import { nextTurn } from "~/utils/in-turns"

/** Transactions of one turn of the job; the event loop is free between them, and other jobs are done after them. */
const transactionsInTurn = 6

/** Does the next items of a task. False when there are none left. */
type NextItems = (actor: Actor, taskId: string) => boolean

const by =
  <About>(work: TaskWork<About>): NextItems =>
  (actor, taskId) =>
    runNextItems(actor, taskId, work)

/** Of what isn't started from a selection in a list. */
const nextItems: Record<Exclude<TaskKind, CountedKind | ListKind>, NextItems> = {
  "send-invoices": by(invoiceRunWork(false)),
  "save-drafts": by(invoiceRunWork(true)),
  "send-reminders": by(remindersWork),
  "send-message": by(sendMessageWork),
  "cancel-lessons": by(cancelLessonsWork),
  "move-lessons": by(moveLessonsWork),
  "tell-closure": by(tellClosureWork),
  "restore-lessons": by(restoreLessonsWork),
  "arrange-lessons": by(arrangeLessonsWork),
  "undo-arrangement": by(undoArrangementWork),
  "undo-run": by(undoRunWork),
  "try-rules": by(tryRulesWork),
  "approve-pay": by(approvePayWork),
  "lock-pay": by(lockPayWork),
  "hand-over-classes": by(handOverWork),
  "tell-occasion": by(tellOccasionWork),
}

/** The next few steps of a task, in the name of the person who started it. True while there are more. */
export async function carryOnTask(
  job: Pick<Job<"carry-on-task">, "schoolId" | "payload" | "attempts">,
): Promise<boolean> {
  const { taskId } = job.payload
  const school = job.schoolId ? schoolActor(job.schoolId) : undefined
  const kind = school && findTask(school, taskId)?.kind
  if (!school || !kind || isCounted(kind)) return false
  const next: NextItems = isOfList(kind) ? (...of) => nextBulkItems(...of, kind) : nextItems[kind]
  const starter = findTaskStarter(school, taskId)
  const actor = starter ? memberActor(school.school, starter) : school
  try {
    for (let turn = 0; turn < transactionsInTurn; turn++) {
      if (!next(actor, taskId)) return false
      await nextTurn()
    }
    return true
  } catch (error) {
    if (isLastTry(job)) noteTaskFailed(school, taskId)
    throw error
  }
}
