import type { z } from "zod"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { cancelBookingRefusals } from "~/models/attendance/make-up/cancel-make-up"
import { cancelMakeUp } from "~/models/attendance/make-up/cancel-make-up.server"
import { excuseRefusals } from "~/models/attendance/notice/excuse"
import { excuseAbsence, withdrawExcuse } from "~/models/attendance/notice/excuse.server"
import type { Actor } from "~/models/foundation/access/actor"
import type { findStudent } from "~/models/people/student/student.server"
import { extendCredit, grantCredit, revokeByHand } from "~/models/teaching/credit/change-credit.server"
import { creditChangeRefusals, creditRefusalFields } from "~/models/teaching/credit/credit-change"
import {
  CancelBookingForm,
  ExcuseForm,
  ExtendCreditForm,
  GrantCreditForm,
  RevokeCreditForm,
  UndoCreditForm,
  WithdrawExcuseForm,
} from "~/models/teaching/credit/credit-change-form"
import { undoCreditChange } from "~/models/teaching/credit/undo-credit-change.server"
import { formatDate } from "~/utils/date-text"
import { fullName } from "~/utils/names"
import { paths } from "~/utils/paths"

type Student = NonNullable<ReturnType<typeof findStudent>>
type Page = { actor: Actor; student: Student; form: FormData }

/** What the office does to a student's credits and late absences by hand, one intent each. */
export async function changeCredits(actor: Actor, student: Student, request: Request) {
  const form = await request.formData()
  const page = { actor, student, form }
  switch (form.get("intent")) {
    case "grant":
      return answer(page, GrantCreditForm, (values) => ({
        done: grantCredit(actor, student.id, values),
        title: `1 make-up credit granted to ${fullName(student)} until ${formatDate(values.lastDay, "medium")}.`,
      }))
    case "extend":
      return answer(page, ExtendCreditForm, ({ credit: creditId, ...values }) => ({
        done: extendCredit(actor, student.id, { creditId, ...values }),
        title: `Make-up credit of ${fullName(student)} extended until ${formatDate(values.lastDay, "medium")}.`,
      }))
    case "revoke":
      return answer(page, RevokeCreditForm, ({ credit: creditId, ...values }) => ({
        done: revokeByHand(actor, student.id, { creditId, ...values }),
        title: `Make-up credit of ${fullName(student)} revoked.`,
      }))
    case "undo":
      return answer(page, UndoCreditForm, ({ change }) => ({
        done: undoCreditChange(actor, student.id, change),
        title: `Change to ${fullName(student)}’s make-up credit undone.`,
        isUndo: true,
      }))
    case "cancel-booking":
      return cancelBooking(page)
    case "excuse":
    case "unexcuse":
      return excuse(page)
    default:
      throw notFound()
  }
}

type Done = ReturnType<typeof grantCredit>

function answer<Schema extends z.ZodType>(
  { student, form }: Page,
  schema: Schema,
  act: (values: z.output<Schema>) => { done: Done; title: string; isUndo?: boolean },
) {
  const submission = readForm(form, { schema })
  if (submission.status !== "success") return invalid(submission)
  const { done, title, isUndo } = act(submission.value)
  if (!done.ok) {
    if (isUndo && done.reason === "credit-unknown") throw notFound()
    const field = isUndo ? "form" : (creditRefusalFields[done.reason] ?? "form")
    return invalid(submission, { [field]: creditChangeRefusals[done.reason] }, 409)
  }
  const to = paths.studentCredits(student.id)
  return redirectWithToast(to, {
    title,
    tone: "good",
    undo: isUndo ? undefined : { to, fields: { intent: "undo", change: done.changeId } },
  })
}

function cancelBooking({ actor, student, form }: Page) {
  const submission = readForm(form, { schema: CancelBookingForm })
  if (submission.status !== "success") return invalid(submission)
  const { session } = submission.value
  const canceled = cancelMakeUp(actor, student.id, session)
  if (!canceled.ok) {
    if (canceled.reason === "not-booked") throw notFound()
    return invalid(submission, { form: cancelBookingRefusals[canceled.reason] }, 409)
  }
  return redirectWithToast(paths.studentCredits(student.id), {
    title: `Make-up booking of ${fullName(student)} canceled. The credit is available until ${formatDate(canceled.until, "medium")}.`,
    tone: "good",
    undo: canceled.isLesson
      ? { to: paths.editSession(session), fields: { command: "restore" } }
      : { to: paths.makeUp(student.id), fields: { offer: session } },
  })
}

function excuse({ actor, student, form }: Page) {
  const isWithdrawing = form.get("intent") === "unexcuse"
  const submission = readForm(form, { schema: isWithdrawing ? WithdrawExcuseForm : ExcuseForm })
  if (submission.status !== "success") return invalid(submission)
  const { value } = submission
  const done =
    "note" in value && typeof value.note === "string"
      ? excuseAbsence(actor, student.id, value.seat, value.note)
      : withdrawExcuse(actor, student.id, value.seat)
  if (!done.ok) {
    if (done.reason === "seat-unknown") throw notFound()
    return invalid(submission, { form: excuseRefusals[done.reason] }, 409)
  }
  return redirectWithToast(
    paths.studentCredits(student.id),
    isWithdrawing
      ? `${fullName(student)}’s absence counts as late again.`
      : `${fullName(student)}’s absence counts as reported in time.`,
  )
}
