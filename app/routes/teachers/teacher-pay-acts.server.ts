import { data } from "@remix-run/node"
import { readForm } from "~/http/read-form.server"
import { asTyped, invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { periodText } from "~/models/money/invoice/invoice-paper"
import { lockPay, reopenPay } from "~/models/money/pay/approve-pay.server"
import { addExtraWork, removeExtraWork } from "~/models/money/pay/extra-work.server"
import { rateText, reviewedRate } from "~/models/money/pay/pay"
import { EndRateForm, ExtraWorkForm, PayRateForm, RemoveWorkForm } from "~/models/money/pay/pay-forms"
import type { PayPeriod } from "~/models/money/pay/pay-period"
import { agreePayRate, endPayRate, findPaidTo, previewPastRates } from "~/models/money/pay/pay-rates.server"
import { findPay } from "~/models/money/pay/pay-slips.server"
import { sentBefore } from "~/models/money/sent-form/sent-form"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"

// What the office does on a teacher's pay page, by the form that was sent.

type Paid = { teacher: { id: string; name: string }; period: PayPeriod; back: string }

const paidStays = (paidTo: string) =>
  `Payslips cover the days through ${formatDate(paidTo, "medium")}, and past pay doesn’t change. Choose a later date, or add the difference as extra work.`

/** A rate from a past day is saved once its preview was sent along, as it is now. */
export function agreeRate(actor: Actor, form: FormData, { teacher, back }: Paid) {
  const submission = readForm(form, { schema: PayRateForm })
  if (submission.status !== "success") return invalid(submission)
  const past = previewPastRates(actor, teacher.id, [submission.value])
  if (past && form.get("reviewed") !== reviewedRate(past)) return data({ result: asTyped(submission), past })
  const agreed = agreePayRate(actor, teacher.id, submission.value)
  if (agreed.ok)
    return redirectWithToast(
      back,
      `${teacher.name}’s rate set to ${rateText(submission.value, actor.school.currency)} from ${formatDate(submission.value.fromDate, "medium")}.`,
    )
  if (agreed.reason === "no-teacher") throw notFound()
  return invalid(submission, { fromDate: paidStays(findPaidTo(actor, teacher.id) ?? "") }, 409)
}

export function endRate(actor: Actor, form: FormData, { teacher, back }: Paid) {
  const submission = readForm(form, { schema: EndRateForm })
  if (submission.status !== "success") throw notFound()
  const { rate, lastDay } = submission.value
  const ended = endPayRate(actor, teacher.id, { rateId: rate, lastDay })
  if (ended.ok) return redirectWithToast(back, `${ended.text} ends after ${formatDate(lastDay, "medium")}.`)
  if (ended.reason === "no-rate") throw notFound()
  return redirectWithToast(back, { tone: "bad", title: "Past pay doesn’t change. End the rate today." })
}

export function addWork(actor: Actor, form: FormData, { teacher, back }: Paid) {
  const submission = readForm(form, { schema: ExtraWorkForm })
  if (submission.status !== "success") return invalid(submission)
  const added = addExtraWork(actor, teacher.id, submission.value)
  if (!added.ok && added.reason === "sent-before") return invalid(submission, { form: sentBefore }, 409)
  if (!added.ok) throw notFound()
  return redirectWithToast(back, `${submission.value.description} added to ${teacher.name}’s pay.`)
}

export function removeWork(actor: Actor, form: FormData, { teacher, back }: Paid) {
  const submission = readForm(form, { schema: RemoveWorkForm })
  if (submission.status !== "success") throw notFound()
  const removed = removeExtraWork(actor, teacher.id, submission.value.work)
  if (!removed.ok) throw notFound()
  return redirectWithToast(back, `${removed.description} removed from ${teacher.name}’s pay.`)
}

export function reopen(actor: Actor, { teacher, period, back }: Paid) {
  const { slip } = findPay(actor, teacher.id, period)
  const reopened = slip ? reopenPay(actor, slip.id) : undefined
  if (reopened?.ok) return redirectWithToast(back, `${teacher.name}’s pay reopened.`)
  if (reopened?.reason === "corrected") {
    const { periodFrom, periodTo } = reopened.by
    return redirectWithToast(back, {
      tone: "bad",
      title: `The payslip of ${periodText(periodFrom, periodTo)} corrects this one. Reopen that first; if it’s locked, corrections are part of the next period.`,
    })
  }
  if (reopened?.reason === "followed") {
    const { periodFrom, periodTo } = reopened.by
    return redirectWithToast(back, {
      tone: "bad",
      title: `This payslip has only corrections, and the one of ${periodText(periodFrom, periodTo)} came after it. Reopen that first; if it’s locked, corrections are part of the next period.`,
    })
  }
  return redirectWithToast(back, {
    tone: "bad",
    title:
      "This pay isn’t approved, it’s locked, or its month is closed. Corrections are part of the next period.",
  })
}

export function lock(actor: Actor, { teacher, period, back }: Paid) {
  const { locked, mailed } = lockPay(actor, period, teacher.id)
  if (locked === 0) return redirectWithToast(back, { tone: "bad", title: "Approve this pay first." })
  return redirectWithToast(back, `${teacher.name}’s payslip locked. ${countOf(mailed, "teacher")} emailed.`)
}
