import { notFound, orNotFound } from "~/http/guards.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { answerWithFee, payWithAnswer } from "~/models/money/event-fee/event-fee.server"
import { findPortal } from "~/models/people/family-access/portal.server"
import { AnswerForm } from "~/models/teaching/occasion/occasion-form"
import { feeOutcomeText } from "~/texts/money/event-fees"
import { occasionRefusals } from "~/texts/teaching/refusals"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"

/**
 * A family’s answer for one of its students, who don’t answer for themselves while they are children.
 * @param to the page that was answered on
 */
export function answerForChild(actor: Actor, form: FormData, to: (occasionId: string) => string) {
  const submission = readForm(form, { schema: AnswerForm })
  if (submission.status !== "success") {
    if (submission.error?.companions) return invalid(submission)
    throw notFound()
  }
  const { occasion, student, answer, fee, guestFee, addedTax, when, companions } = submission.value
  const child = orNotFound(findPortal(actor).students.find(({ id, as }) => id === student && as !== "child"))
  const shown = {
    shownMinor: fee ?? null,
    shownGuestMinor: guestFee ?? null,
    shownTax: addedTax || null,
    shownWhen: when,
  }
  const answered =
    answer === "pay"
      ? payWithAnswer(actor, occasion, child, { ...shown, companions })
      : { ...answerWithFee(actor, occasion, child, { ...shown, answer, companions }), invoiceId: null }
  if (!answered.ok) {
    if (answered.reason === "not-found") throw notFound()
    return invalid(submission, { form: occasionRefusals[answered.reason] }, 409)
  }
  if (answered.invoiceId !== null)
    return redirectWithToast(
      paths.studentInvoice(answered.invoiceId),
      `${child.firstName} takes part in ${answered.title}. You can pay the fee here.`,
    )
  const said =
    answer !== "no"
      ? `${child.firstName} takes part in ${answered.title}${companions ? ` with ${countOf(companions, "guest")}` : ""}.`
      : `Answer saved: ${child.firstName} can’t come to ${answered.title}.`
  const back = answered.fee.act === "off-next-invoice" ? " If you’d rather have it back, ask the school." : ""
  return redirectWithToast(
    to(occasion),
    `${said}${feeOutcomeText(answered.fee, actor.school.currency)}${back}`,
  )
}
