import { data, redirect } from "@remix-run/node"
import { readForm } from "~/http/read-form.server"
import { invalid } from "~/http/responses.server"
import { redirectWithToast, redirectWithUndo } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { unreachedText } from "~/models/foundation/outbox/returned-address"
import type { ClosureFacts } from "~/models/teaching/closure/closure.server"
import { ClosureLessonsForm } from "~/models/teaching/closure-lesson/closure-lessons-form"
import { findWorkOn, holdAgain, silenceClosure } from "~/models/teaching/closure-lesson/closure-notice.server"
import { settleClosure } from "~/models/teaching/closure-lesson/settle-closure.server"
import { tellClosure } from "~/models/teaching/closure-lesson/tell-closure.server"
import { movedWithoutText } from "~/models/teaching/session/left-out"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"

const none = "There are no emails to send."

/** The office’s answer to the emails that wait: they are sent, dropped, or wait again. */
export function answerEmails(
  actor: Actor,
  closure: ClosureFacts,
  intent: "send" | "silence" | "hold",
  to: string,
) {
  if (findWorkOn(actor, closure))
    return redirectWithToast(to, {
      title: "These lessons are still being changed. Try again when that’s done.",
      tone: "bad",
    })
  if (intent === "send") {
    const { lessons, reach, taskId } = tellClosure(actor, closure)
    if (taskId) return redirect(paths.task(taskId), 303)
    if (lessons === 0) return redirectWithToast(to, none)
    return redirectWithToast(to, {
      title: `${reach.reached.length > 0 ? "Emails" : "No emails"} sent about ${countOf(lessons, "lesson")}.`,
      text: unreachedText(reach) || undefined,
      tone: reach.returned.length > 0 ? "bad" : "good",
    })
  }
  if (intent === "hold") {
    const lessons = holdAgain(actor, closure)
    const title = `Emails about ${countOf(lessons, "lesson")} wait until you send them.`
    return redirectWithToast(to, lessons === 0 ? none : title)
  }
  const lessons = silenceClosure(actor, closure)
  if (lessons === 0) return redirectWithToast(to, none)
  return redirectWithUndo(to, `No one is emailed about ${countOf(lessons, "lesson")}.`, {
    to: paths.closureLessons(closure.id),
    fields: { intent: "hold" },
  })
}

/** Cancels, moves or keeps each lesson as chosen, with one undo. */
export function saveChoices(actor: Actor, closure: ClosureFacts, form: FormData, to: string) {
  const submission = readForm(form, { schema: ClosureLessonsForm })
  if (submission.status !== "success") return invalid(submission)
  const settled = settleClosure(actor, closure, submission.value.lessons)
  if (!settled.ok) {
    const reasons = Object.entries(settled.reasons).map(([id, reason]) => [`lessons.${id}`, reason])
    return data({ result: invalid(submission, Object.fromEntries(reasons)).data.result }, { status: 409 })
  }
  const { moved, canceled, without } = settled
  if (moved + canceled === 0) return redirectWithToast(to, "No changes to save.")
  const title = [
    moved > 0 ? `${countOf(moved, "lesson")} moved.` : "",
    movedWithoutText(without),
    canceled > 0 ? `${countOf(canceled, "lesson")} canceled.` : "",
    "No one is told until you send the emails. Undo removes the closure and puts all its lessons back.",
  ]
  return redirectWithUndo(to, title.filter(Boolean).join(" "), {
    to: paths.schoolSettings(),
    fields: { intent: "undo-closures", days: closure.id },
  })
}
