import { data } from "@remix-run/node"
import { notFound } from "~/http/guards.server"
import { asTyped, invalid, readForm } from "~/http/read-form.server"
import { badRequest } from "~/http/responses.server"
import { redirectWithToast, redirectWithUndo } from "~/http/toast.server"
import { limitReached } from "~/models/accounts/subscription/plan-usage"
import type { Actor } from "~/models/foundation/access/actor"
import { previewLeaving } from "~/models/money/ledger/preview-leaving.server"
import { plannedText, statusLabels, statusSteps } from "~/models/people/student/student"
import { changeStatus, keepAfterAll, undoStatus } from "~/models/teaching/student-status/change-status.server"
import { findPlannedStatus, WhichPlan } from "~/models/teaching/student-status/future-status.server"
import { spotsText } from "~/models/teaching/student-status/spots-text"
import { StatusForm, StatusStepField } from "~/models/teaching/student-status/status-form"
import { notBackText } from "~/texts/attendance/leave"
import { fullName, joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"

type Student = { id: string; firstName: string; lastName: string }

/** The forms that pause, end or start a student, undo that or cancel what is planned. */
export const statusIntents = (actor: Actor, student: Student) => ({
  status: (form: FormData) => answerStatus(actor, student, form, false),
  "preview-status": (form: FormData) => answerStatus(actor, student, form, true),
  "undo-status": (form: FormData) => undo(actor, student, form),
  "cancel-status": (form: FormData) => cancel(actor, student, form),
})

function answerStatus(actor: Actor, student: Student, form: FormData, isPreview: boolean) {
  const submission = readForm(form, { schema: StatusForm })
  const refuse = (answer: ReturnType<typeof invalid>, status = 400) =>
    data(
      { step: String(submission.payload.step ?? ""), effect: null, result: answer.data.result },
      { status },
    )
  if (submission.status !== "success") return refuse(invalid(submission))
  const { step, from } = submission.value
  const refused = (why: Refused) => {
    switch (why.reason) {
      case "no-student":
        throw notFound()
      case "not-now":
        return refuse(invalid(submission, { form: "Someone else changed the status. Try again." }), 409)
      case "past":
        return refuse(invalid(submission, { from: "Enter today or a later date." }))
      case "planned":
        return refuse(
          invalid(submission, {
            form: `${fullName(student)} has a planned status already. Cancel it first.`,
          }),
          409,
        )
      case "limit-reached":
        return refuse(invalid(submission, { form: limitReached("students", why.planName, why.places) }), 409)
    }
  }
  if (isPreview) {
    const found = previewLeaving(actor, student.id, submission.value)
    if (!found.ok) return refused(found)
    const { ok: _, ...brings } = found
    const effect = { ...brings, currency: actor.school.currency }
    return data({ step, effect, result: asTyped(submission) })
  }
  const changed = changeStatus(actor, student.id, submission.value)
  if (!changed.ok) return refused(changed)
  const to = paths.student(student.id)
  const planned = findPlannedStatus(actor, student.id)
  if (planned && planned.on === from)
    return redirectWithUndo(to, `${fullName(student)} ${plannedText(planned)}.`, {
      to: paths.editStudent(student.id),
      fields: { intent: "cancel-status", status: planned.status, on: planned.on },
    })
  return redirectWithToast(to, {
    title: `Status changed to ${statusLabels[statusSteps[step].to]} for ${fullName(student)}.`,
    undo: { to: paths.editStudent(student.id), fields: { intent: "undo-status", step } },
    text: leftText(changed),
    tone: "good",
  })
}

/** "Unenrolled from Choir. 1 make-up lesson or guest spot freed." */
const leftText = ({ classes, spots }: { classes: string[]; spots: unknown[] }): string | undefined =>
  [
    ...(classes.length > 0 ? [`Unenrolled from ${joinNames(classes)}.`] : []),
    ...(spots.length > 0 ? [`${spotsText(spots.length)} freed.`] : []),
  ].join(" ") || undefined

type Refused = Exclude<ReturnType<typeof changeStatus>, { ok: true }>

/** Takes the last step back. */
function undo(actor: Actor, student: Student, form: FormData) {
  const step = StatusStepField.safeParse(form.get("step"))
  if (!step.success) throw badRequest("Choose a step that exists.")
  const undone = undoStatus(actor, student.id, step.data)
  return redirectWithToast(
    paths.student(student.id),
    undone.ok
      ? {
          title: `Undone. ${fullName(student)} is ${(undone.note ?? "").toLowerCase()} again.`,
          text: notBackText(undone.notBack),
          tone: "good",
        }
      : { title: "Not undone.", text: undone.reason, tone: "bad" },
  )
}

/** Cancels what is planned for a later day, or brings back what it has ended since. */
function cancel(actor: Actor, student: Student, form: FormData) {
  // A page that is open since before it said which plan cancels what is planned, and no more.
  const which =
    form.has("status") || form.has("on") ? WhichPlan.safeParse(Object.fromEntries(form)) : undefined
  if (which?.success === false) throw badRequest("Choose a planned status.")
  const canceled = keepAfterAll(actor, student.id, which?.data)
  const to = paths.student(student.id)
  if (canceled.ok)
    return redirectWithToast(to, {
      title: `Canceled: ${fullName(student)} ${plannedText(canceled)}.`,
      text:
        canceled.status === "active"
          ? "The classes stay. Unenroll the student where that’s wrong."
          : (notBackText(canceled.notBack) ?? "The classes and lessons are back."),
      tone: "good",
    })
  if (canceled.reason === "nothing-planned") throw notFound()
  return redirectWithToast(to, { title: "Not canceled.", text: canceled.why, tone: "bad" })
}
