import { notFound } from "~/http/guards.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import {
  askCorrection,
  listCorrectionsOfSession,
  withdrawCorrection,
} from "~/models/attendance/correction/ask-correction.server"
import { AskCorrectionForm, WithdrawCorrectionForm } from "~/models/attendance/correction/correction-form"
import type { RegisterView } from "~/models/attendance/register/register-view"
import type { Actor } from "~/models/foundation/access/actor"
import { answerCorrectionRefusals, askCorrectionRefusals } from "~/texts/attendance/refusals"
import { paths } from "~/utils/paths"

/** What was asked of a lesson whose attendance the reader can’t change; empty where they can. */
export const correctionsOf = (actor: Actor, { lock, session }: Pick<RegisterView, "lock" | "session">) =>
  lock === "closed"
    ? listCorrectionsOfSession(actor, session.id).map(({ askedBy, askedByEmail: _, ...correction }) => ({
        ...correction,
        isOwn: askedBy === actor.memberId,
      }))
    : []

/** Asks the office for a correction; what was wrong with the form otherwise. */
export async function answerAskedCorrection(actor: Actor, sessionId: string, form: FormData) {
  const submission = readForm(form, { schema: AskCorrectionForm })
  if (submission.status !== "success") return invalid(submission)
  const asked = askCorrection(actor, sessionId, submission.value)
  if (asked.ok)
    return redirectWithToast(
      `${paths.session(sessionId)}#corrections`,
      `Correction for ${asked.studentName} requested. You get an email when the office answers.`,
    )
  if (asked.reason === "not-found") throw notFound()
  return invalid(submission, askCorrectionRefusals[asked.reason])
}

export function answerWithdrawnCorrection(actor: Actor, sessionId: string, form: FormData) {
  const submission = readForm(form, { schema: WithdrawCorrectionForm })
  if (submission.status !== "success") throw notFound()
  const withdrawn = withdrawCorrection(actor, sessionId, submission.value.correction)
  const here = `${paths.session(sessionId)}#corrections`
  if (withdrawn.ok) return redirectWithToast(here, `Request for ${withdrawn.studentName} withdrawn.`)
  if (withdrawn.reason === "not-found") throw notFound()
  return redirectWithToast(here, { title: answerCorrectionRefusals.answered, tone: "bad" })
}
