import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import type { RegisterView } from "~/models/attendance/register/register-view"
import type { Actor } from "~/models/foundation/access/actor"
import {
  assignRefusals,
  assignTask,
  withdrawAssignment,
} from "~/models/learning/assignment/assignment.server"
import { AssignmentForm } from "~/models/learning/assignment/assignment-form"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"

type Lesson = Pick<RegisterView, "session" | "rows">

/** Assigns a task to all students of a session, or to one of them. */
export function answerSessionTask(actor: Actor, { session, rows }: Lesson, form: FormData) {
  const submission = readForm(form, { schema: AssignmentForm })
  if (submission.status !== "success") return invalid(submission)
  const { whom, task, dueOn } = submission.value
  const chosen = rows.filter(({ studentId }) => whom === "everybody" || studentId === whom)
  const given = assignTask(
    actor,
    chosen.map(({ studentId }) => ({ id: studentId })),
    { task, dueOn, sessionId: session.id },
  )
  if (!given.ok) {
    const field = given.reason === "due-before-today" ? "dueOn" : given.reason === "nobody" ? "whom" : "task"
    return invalid(submission, { [field]: assignRefusals[given.reason] })
  }
  const [only] = chosen
  return redirectWithToast(
    `${paths.session(session.id)}#tasks`,
    `Assigned to ${chosen.length === 1 && only ? only.name : countOf(chosen.length, "student")}.`,
  )
}

/** Takes a task of a session back from one student. */
export function answerTakenBack(actor: Actor, { session }: Lesson, form: FormData) {
  const idFrom = (name: string) => String(form.get(name) ?? "").slice(0, 64)
  const taken = withdrawAssignment(actor, { id: idFrom("student") }, idFrom("assignment"), session.id)
  if (!taken.ok) throw notFound()
  return redirectWithToast(`${paths.session(session.id)}#tasks`, `Assignment removed: ${taken.task}`)
}
