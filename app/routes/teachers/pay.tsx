import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { DateField, Field } from "~/components/form/field"
import { ActButton, AnswerSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { PayLineTable } from "~/components/money/pay/pay-line-table"
import { PayState } from "~/components/money/pay/pay-state"
import { PayslipList } from "~/components/money/pay/payslip-list"
import { RatePart, rateFormId } from "~/components/money/pay/rate-part"
import { PeriodLinks } from "~/components/overview/teacher-area/period-links"
import { teacherFrame } from "~/components/people/teacher/teacher-frame"
import { type FramedPage, frameTitle, useLoadedFrame } from "~/components/shell/frame"
import { alsoWhenRefused } from "~/components/ui/after-refusal"
import { LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { JumpLinks } from "~/components/ui/jump-links"
import { LedgerList } from "~/components/ui/ledger-list"
import { chosenPeriod } from "~/http/chosen-period"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { intents } from "~/http/intents.server"
import { teacherOfPage } from "~/http/page-reads.server"
import { asTyped, invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { periodText } from "~/models/money/invoice/invoice-paper"
import { lockPay, reopenPay } from "~/models/money/pay/approve-pay.server"
import { addExtraWork, listExtraWork, removeExtraWork } from "~/models/money/pay/extra-work.server"
import { rateText, reviewedRate } from "~/models/money/pay/pay"
import { EndRateForm, ExtraWorkForm, PayRateForm, RemoveWorkForm } from "~/models/money/pay/pay-forms"
import { type PayPeriod, periodOn, periodsAround, yearBefore } from "~/models/money/pay/pay-period"
import { agreePayRate, endPayRate, findPaidTo, previewPastRates } from "~/models/money/pay/pay-rates.server"
import { findPayRhythm, readRates } from "~/models/money/pay/pay-reads.server"
import { findPay, listPaySlips } from "~/models/money/pay/payslips.server"
import { sentBefore } from "~/models/money/sent-form/sent-form"
import { findTeacher, findTeacherEver } from "~/models/people/teacher/teacher.server"
import { todayOf } from "~/utils/clock.server"
import { earlierOf } from "~/utils/dates"
import { countOf, formatDate } from "~/utils/formats"
import { newId } from "~/utils/ids.server"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

/** What a teacher is paid: a period with every line's rule, rates, extra work and payslips. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teacher:read")
  const teacher = orNotFound(teacherOfPage(actor, params.teacherId ?? ""))
  const day = todayOf(actor)
  const rhythm = findPayRhythm(actor)
  const period = chosenPeriod(request, rhythm, day)
  const { slip, lines, totalMinor } = findPay(actor, teacher.id, period)
  return {
    day,
    period,
    present: periodOn(rhythm, day).from,
    ...periodsAround(rhythm, period),
    heading: periodText(period.from, period.to),
    currency: actor.school.currency,
    rates: readRates(actor, teacher.id).reverse(),
    works: listExtraWork(actor, teacher.id, period),
    slips: listPaySlips(actor, teacher.id, yearBefore(day)),
    slip,
    lines,
    totalMinor,
    formKey: newId(),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "teacher:write")
  const form = await request.formData()
  const day = todayOf(actor)
  const rhythm = findPayRhythm(actor)
  const period = chosenPeriod(request, rhythm, day)
  const isPresent = period.from === periodOn(rhythm, day).from
  const about = (find = findTeacher) => {
    const teacher = orNotFound(find(actor, params.teacherId ?? ""))
    const back = paths.teacherPay(teacher.id, { period: isPresent ? undefined : period.from })
    return { teacher, period, back }
  }
  return intents(form, paths.teachers(), {
    "end-rate": () => endRate(actor, form, about()),
    "add-work": () => addWork(actor, form, about()),
    "remove-work": () => removeWork(actor, form, about()),
    // pay that was approved is locked or reopened after a teacher has left, too
    "reopen-pay": () => reopen(actor, about(findTeacherEver)),
    "lock-pay": () => lock(actor, about(findTeacherEver)),
    else: () => agreeRate(actor, form, about()),
  })
}

export const handle: FramedPage = { tab: "pay" }

export const shouldRevalidate = alsoWhenRefused

export const meta = frameTitle(teacherFrame, (teacher) => `${teacher.name}’s pay`)

export default function TeacherPay() {
  const page = useLoaderData<typeof loader>()
  const teacher = useLoadedFrame(teacherFrame)
  const { period, heading, currency, lines, totalMinor, day } = page
  const answer = useActionData<typeof action>()
  const result = answer?.result
  const isWork = result?.initialValue?.intent === "add-work"
  const to = (first: string) =>
    paths.teacherPay(teacher.id, { period: first === page.present ? undefined : first })
  return (
    <>
      <AnswerSummary formId={isWork ? extraWorkFormId : rateFormId} result={result} />
      <h2>{heading}</h2>
      <PeriodLinks unit="period" previous={to(page.before)} today={to(page.present)} next={to(page.after)} />
      <SlipState />
      {lines.length > 0 ? (
        <>
          <LedgerList
            id="earned"
            rows={[]}
            total={{ label: `Earned in ${heading}`, amount: formatMoney(totalMinor, currency) }}
          />
          <JumpLinks
            to={[
              ...(teacher.hasLeft
                ? []
                : [
                    { id: "extra", label: "Extra work" },
                    { id: "rates", label: "Rates" },
                  ]),
              ...(page.slips.length > 0 ? [{ id: "payslips", label: "Payslips" }] : []),
            ]}
          />
          <PayLineTable heading={heading} lines={lines} currency={currency} isPaid />
          <p className="no-print">
            <a href={paths.teacherPayFile(teacher.id, { period: period.from })} download>
              Download CSV
            </a>
          </p>
        </>
      ) : (
        <EmptyState>No lessons with attendance in {heading}. Take attendance to calculate pay.</EmptyState>
      )}
      {teacher.hasLeft ? null : (
        <>
          <ExtraWorkPart
            works={page.works}
            currency={currency}
            usualDay={earlierOf(day, period.to)}
            formKey={page.formKey}
            result={isWork ? result : undefined}
          />
          <RatePart
            rates={page.rates}
            currency={currency}
            today={day}
            result={isWork ? undefined : result}
            past={answer && "past" in answer ? answer.past : undefined}
          />
        </>
      )}
      <PayslipList slips={page.slips} pdf={(slipId) => paths.payslipPdf(teacher.id, slipId)} />
    </>
  )
}

/** Whether this period is approved or locked, and what can be done about it. */
function SlipState() {
  const { slip, period, lines } = useLoaderData<typeof loader>()
  if (!slip)
    return lines.length > 0 ? (
      <p className="buttons no-print">
        <LinkButton to={paths.pay({ period: period.from })}>Review pay for all teachers</LinkButton>
      </p>
    ) : null
  return (
    <div className="toolbar">
      <PayState state={slip.state} />
      <span className="small dim">
        {slip.lockedAt
          ? `by ${slip.lockedName}. Later changes become corrections in the next period.`
          : `by ${slip.approvedName}. The teacher sees these lines.`}
      </span>{" "}
      <a className="button" href={paths.payslipPdf(slip.teacherId, slip.id)}>
        Payslip PDF
      </a>
      {slip.state === "approved" ? (
        <>
          <ActButton
            needs="invoice:issue"
            intent="lock-pay"
            pending="Locking…"
            label="Lock and email payslip"
          />
          <ActButton needs="invoice:issue" intent="reopen-pay" pending="Reopening…" label="Reopen pay" />
        </>
      ) : null}
    </div>
  )
}

// What the office does on a teacher's pay page, by the form that was sent.

type Paid = { teacher: { id: string; name: string }; period: PayPeriod; back: string }

const paidStays = (paidTo: string) =>
  `Payslips cover the days through ${formatDate(paidTo, "medium")}, and past pay doesn’t change. Choose a later date, or add the difference as extra work.`

/** A rate from a past day is saved once its preview was sent along, as it is now. */
function agreeRate(actor: Actor, form: FormData, { teacher, back }: Paid) {
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

function endRate(actor: Actor, form: FormData, { teacher, back }: Paid) {
  const submission = readForm(form, { schema: EndRateForm })
  if (submission.status !== "success") throw notFound()
  const { rate, lastDay } = submission.value
  const ended = endPayRate(actor, teacher.id, { rateId: rate, lastDay })
  if (ended.ok) return redirectWithToast(back, `${ended.text} ends after ${formatDate(lastDay, "medium")}.`)
  if (ended.reason === "no-rate") throw notFound()
  return redirectWithToast(back, { tone: "bad", title: "Past pay doesn’t change. End the rate today." })
}

function addWork(actor: Actor, form: FormData, { teacher, back }: Paid) {
  const submission = readForm(form, { schema: ExtraWorkForm })
  if (submission.status !== "success") return invalid(submission)
  const added = addExtraWork(actor, teacher.id, submission.value)
  if (!added.ok && added.reason === "sent-before") return invalid(submission, { form: sentBefore }, 409)
  if (!added.ok) throw notFound()
  return redirectWithToast(back, `${submission.value.description} added to ${teacher.name}’s pay.`)
}

function removeWork(actor: Actor, form: FormData, { teacher, back }: Paid) {
  const submission = readForm(form, { schema: RemoveWorkForm })
  if (submission.status !== "success") throw notFound()
  const removed = removeExtraWork(actor, teacher.id, submission.value.work)
  if (!removed.ok) throw notFound()
  return redirectWithToast(back, `${removed.description} removed from ${teacher.name}’s pay.`)
}

function reopen(actor: Actor, { teacher, period, back }: Paid) {
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

function lock(actor: Actor, { teacher, period, back }: Paid) {
  const { locked, mailed } = lockPay(actor, period, teacher.id)
  if (locked === 0) return redirectWithToast(back, { tone: "bad", title: "Approve this pay first." })
  return redirectWithToast(back, `${teacher.name}’s payslip locked. ${countOf(mailed, "teacher")} emailed.`)
}

const extraWorkFormId = "extra-work"

type Work = { id: string; workedOn: string; description: string; amountMinor: number }
type Fields = Record<"workedOn" | "description" | "hours" | "pay" | "formKey", string>

type ExtraWorkPartProps = {
  works: Work[]
  currency: string
  /** The day a new one is on unless another is chosen. */
  usualDay: string
  formKey: string
  result?: SubmissionResult
}

/** Work outside of lessons in this period, with the form that adds some. */
function ExtraWorkPart({ works, currency, usualDay, formKey, result }: ExtraWorkPartProps) {
  const [form, fields] = useForm<Fields>({
    id: extraWorkFormId,
    lastResult: result,
    defaultValue: { workedOn: usualDay },
  })
  return (
    <section className="section narrow" aria-labelledby="extra">
      <h2 id="extra">Extra work</h2>
      {works.length > 0 ? (
        <ul className="rows">
          {works.map(({ id, workedOn, description, amountMinor }) => (
            <li key={id}>
              <span>
                {description}
                <br />
                <span className="small dim">
                  {formatDate(workedOn, "medium")}, {formatMoney(amountMinor, currency)}
                </span>
              </span>
              <ActButton
                label="Remove"
                sends={{ work: id }}
                intent="remove-work"
                pending="Removing…"
                about={description}
              />
            </li>
          ))}
        </ul>
      ) : (
        <p className="dim">No extra work in this period. Add recitals or exams you pay for.</p>
      )}
      <PostForm className="form" {...getFormProps(form)} sends={{ formKey }}>
        <div className="columns">
          <DateField meta={fields.workedOn} label="Date" />
          <Field meta={fields.description} label="Work" maxLength={120} />
        </div>
        <div className="columns">
          <Field
            meta={fields.hours}
            label="Hours"
            hint="like 2:30; blank for a fixed amount"
            optional
            inputMode="text"
            maxLength={6}
          />
          <Field
            meta={fields.pay}
            label={`Pay in ${currency}`}
            hint="per hour, or the whole amount"
            inputMode="decimal"
            maxLength={20}
          />
        </div>
        <SubmitRow label="Add work" intent="add-work" variant="secondary" pending="Adding…" />
      </PostForm>
    </section>
  )
}
