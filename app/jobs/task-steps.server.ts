import { arrangeLessonsWork } from "~/models/attendance/absence/arrange-absence.server"
import { undoArrangementWork } from "~/models/attendance/absence/undo-arrangement.server"
import { tryRulesWork } from "~/models/attendance/rule-trial/try-rules.server"
import { sendMessageWork } from "~/models/communication/messaging/send-message.server"
import type { Actor } from "~/models/foundation/access/actor"
import { memberActor, schoolActor } from "~/models/foundation/access/actor.server"
import { isLastTry, type Job } from "~/models/foundation/job/job.server"
import { noteTaskFailed, runNextItems, type TaskWork } from "~/models/foundation/task/run-task.server"
import { type CountedKind, isCounted, type TaskKind } from "~/models/foundation/task/task"
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

/** What was started from a selection in a list. */
const ofList =
  (kind: TaskKind): NextItems =>
  (actor, taskId) =>
    nextBulkItems(actor, taskId, kind)

const nextItems: Record<Exclude<TaskKind, CountedKind>, NextItems> = {
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
  "invite-people": ofList("invite-people"),
  "change-statuses": ofList("change-statuses"),
  "enroll-students": ofList("enroll-students"),
  "set-answers": ofList("set-answers"),
  "record-consents": ofList("record-consents"),
  "set-own-prices": ofList("set-own-prices"),
  "set-class-prices": ofList("set-class-prices"),
  "assign-classes": ofList("assign-classes"),
  "end-classes": ofList("end-classes"),
  "roll-over-classes": ofList("roll-over-classes"),
  "issue-drafts": ofList("issue-drafts"),
  "undo-run": by(undoRunWork),
  "try-rules": by(tryRulesWork),
  "void-invoices": ofList("void-invoices"),
  "merge-families": ofList("merge-families"),
  "merge-guardians": ofList("merge-guardians"),
  "merge-students": ofList("merge-students"),
  "merge-teachers": ofList("merge-teachers"),
  undo: ofList("undo"),
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
  const task = school && findTask(school, taskId)
  if (!school || !task || isCounted(task.kind)) return false
  const next = nextItems[task.kind]
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
