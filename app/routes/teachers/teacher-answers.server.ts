import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { inviteTeacher, revokeInvitation } from "~/models/people/invitation/invite.server"
import { TimeOffAnswerForm } from "~/models/teaching/teacher-time/teacher-time-forms"
import { answerTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import { inviteRefusals } from "~/texts/people/refusals"
import { timeOffRefusals } from "~/texts/teaching/refusals"
import { paths } from "~/utils/paths"

/** Invites the teacher to log in, or withdraws the invitation; undefined when it is another form. */
export function answerInvitation(actor: Actor, teacherId: string, form: FormData) {
  const back = `${paths.teacher(teacherId)}#about`
  switch (form.get("intent")) {
    case "invite": {
      const invited = inviteTeacher(actor, teacherId)
      if (invited.ok)
        return redirectWithToast(back, `Invitation sent to ${invited.email}. It’s valid for seven days.`)
      if (invited.reason === "not-found") throw notFound()
      return redirectWithToast(back, { title: inviteRefusals[invited.reason], tone: "bad" })
    }
    case "revoke":
      if (!revokeInvitation(actor, "teacher-invitation", teacherId).ok) throw notFound()
      return redirectWithToast(back, "Invitation withdrawn.")
    default:
      return undefined
  }
}

/** Answers a request for days off. A form that names neither answer was not sent by the page. */
export async function decideTimeOff(actor: Actor, teacherId: string, form: FormData) {
  const submission = readForm(form, { schema: TimeOffAnswerForm })
  if (submission.status !== "success") return invalid(submission)
  const { timeOffId, decision, answer } = submission.value
  const answered = answerTimeOff(actor, teacherId, { timeOffId, decision, answer: answer || null })
  const back = `${paths.teacher(teacherId)}#time-off`
  if (answered.ok)
    return redirectWithToast(back, decision === "approved" ? "Time off approved." : "Time off declined.")
  if (answered.reason === "not-found") throw notFound()
  const title = timeOffRefusals[answered.reason]
  if (answered.reason === "begun") return invalid(submission, { answer: title }, 409)
  return redirectWithToast(back, { title, tone: "bad" })
}
