import { data } from "@remix-run/node"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { limitReached } from "~/models/accounts/subscription/plan-usage"
import type { Actor } from "~/models/foundation/access/actor"
import { statusLabels, statusSteps } from "~/models/people/student/student"
import { changeStatus } from "~/models/teaching/student-status/change-status.server"
import { StatusForm } from "~/models/teaching/student-status/status-form"
import { joinNames } from "~/utils/join-names"
import { fullName } from "~/utils/names"
import { paths } from "~/utils/paths"

type Student = { id: string; firstName: string; lastName: string }

/** Answers the form that pauses, ends or starts a student. */
export function answerStatus(actor: Actor, student: Student, form: FormData) {
  const submission = readForm(form, { schema: StatusForm })
  const refuse = (answer: ReturnType<typeof invalid>, status = 400) =>
    data({ step: String(submission.payload.step ?? ""), result: answer.data.result }, { status })
  if (submission.status !== "success") return refuse(invalid(submission))
  const changed = changeStatus(actor, student.id, submission.value)
  const { step } = submission.value
  const back = step === "pause" ? "resume" : step === "end" ? "return" : undefined
  if (changed.ok)
    return redirectWithToast(paths.student(student.id), {
      title: `Status changed to ${statusLabels[statusSteps[step].to]} for ${fullName(student)}.`,
      undo:
        back && changed.classes.length === 0
          ? { to: paths.editStudent(student.id), fields: { intent: "status", step: back } }
          : undefined,
      text: changed.classes.length > 0 ? `Unenrolled from ${joinNames(changed.classes)}.` : undefined,
      tone: "good",
    })
  switch (changed.reason) {
    case "no-student":
      throw notFound()
    case "not-now":
      return refuse(invalid(submission, { form: "Someone else changed the status. Try again." }), 409)
    case "limit-reached":
      return refuse(
        invalid(submission, { form: limitReached("students", changed.planName, changed.places) }),
        409,
      )
  }
}
