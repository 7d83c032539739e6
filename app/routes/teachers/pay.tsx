import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { SelectField } from "~/components/form/choice-fields"
import { ErrorSummary } from "~/components/form/error-summary"
import { DateField, Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { PayLineTable } from "~/components/money/pay/pay-line-table"
import { PeriodLinks } from "~/components/overview/teacher-area/period-links"
import { teacherFrame } from "~/components/people/teacher/teacher-frame"
import { type FramedPage, frameIn, useLoadedFrame } from "~/components/shell/frame"
import { EmptyState } from "~/components/ui/empty-state"
import { LedgerList } from "~/components/ui/ledger-list"
import { chosenMonth } from "~/http/chosen-month"
import { requireMember } from "~/http/guards.server"
import { teacherOfPage } from "~/http/page-reads.server"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { rateText } from "~/models/money/pay/pay"
import { listPayLines, listPayRates } from "~/models/money/pay/pay-lines.server"
import { PayRateForm } from "~/models/money/pay/pay-rate-form"
import { agreePayRate } from "~/models/money/pay/pay-rates.server"
import { findTeacher } from "~/models/people/teacher/change-teacher.server"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { addMonths, monthBounds, monthOf } from "~/utils/dates"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { today } from "~/utils/zones"

/** What a teacher is paid: the rates agreed, and a month with every line's rule. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teacher:read")
  const teacher = teacherOfPage(actor, params.teacherId ?? "")
  if (!teacher) throw notFound()
  const day = today(actor.school.timeZone, now())
  const present = monthOf(day)
  const month = chosenMonth(request, present)
  const { first, last } = monthBounds(month)
  const lines = listPayLines(actor, teacher.id, first, last)
  const { currency } = actor.school
  return {
    day,
    month,
    present,
    before: monthOf(addMonths(first, -1)),
    after: monthOf(addMonths(first, 1)),
    heading: formatDate(first, "month"),
    currency,
    rates: listPayRates(actor, teacher.id)
      .map((rate) => ({ label: rateText(rate, currency), fromDate: rate.fromDate }))
      .reverse(),
    lines,
    payMinor: lines.reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0), 0),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "teacher:write")
  const teacher = findTeacher(actor, params.teacherId ?? "")
  if (!teacher) throw notFound()
  const submission = readForm(await request.formData(), { schema: PayRateForm })
  if (submission.status !== "success") return invalid(submission)
  const { kind, amount, fromDate } = submission.value
  const agreed = agreePayRate(actor, teacher.id, { kind, amountMinor: amount, fromDate })
  if (agreed.ok)
    return redirectWithToast(
      paths.teacherPay(teacher.id),
      `${teacher.name}’s rate set to ${rateText({ kind, amountMinor: amount }, actor.school.currency)} from ${formatDate(fromDate, "medium")}.`,
    )
  if (agreed.reason === "no-teacher") throw notFound()
  const message =
    "There’s already a rate on that date, and past pay doesn’t change. Choose today or a later date."
  return invalid(submission, { fromDate: message }, 409)
}

export const handle: FramedPage = { tab: "pay" }

export const meta: MetaFunction = ({ matches }) => {
  const teacher = frameIn(matches, teacherFrame)
  return [{ title: teacher ? `${teacher.name}’s pay · Tutti` : "Not found · Tutti" }]
}

export default function TeacherPay() {
  const page = useLoaderData<typeof loader>()
  const teacher = useLoadedFrame(teacherFrame)
  const { month, present, heading, currency, rates, lines, payMinor, day } = page
  const [form, fields] = useForm<Record<keyof PayRateForm, string>>({
    id: "pay-rate",
    lastResult: useActionData<typeof action>()?.result,
    defaultValue: { kind: "per_hour", fromDate: day },
  })
  const to = (monthText: string) =>
    paths.teacherPay(teacher.id, { month: monthText === present ? undefined : monthText })
  return (
    <>
      <ErrorSummary form={form} />
      <h2>{heading}</h2>
      <PeriodLinks unit="month" previous={to(page.before)} today={to(present)} next={to(page.after)} />
      {lines.length > 0 ? (
        <>
          <PayLineTable heading={heading} lines={lines} currency={currency} isPaid />
          <LedgerList
            rows={[]}
            total={{ label: `Earned in ${heading}`, amount: formatMoney(payMinor, currency) }}
          />
          <p className="no-print">
            <a href={paths.teacherPayFile(teacher.id, { month })} download>
              Download CSV
            </a>
          </p>
        </>
      ) : (
        <EmptyState>No lessons with attendance in {heading}. Take attendance to calculate pay.</EmptyState>
      )}
      <section className="section narrow" aria-labelledby="rates">
        <h2 id="rates">Rates</h2>
        {rates.length > 0 ? (
          <ul className="rows">
            {rates.map(({ label, fromDate }) => (
              <li key={`${fromDate} ${label}`}>
                <b>{label}</b>
                <span className="dim">from {formatDate(fromDate, "medium")}</span>
              </li>
            ))}
          </ul>
        ) : (
          <p className="dim">No rate yet. Add one to calculate pay.</p>
        )}
        <PostForm className="form" {...getFormProps(form)}>
          <div className="columns">
            <SelectField
              meta={fields.kind}
              label="Paid per"
              choices={[
                { value: "per_hour", label: "Hour" },
                { value: "per_session", label: "Lesson" },
              ]}
            />
            <Field meta={fields.amount} label={`Amount in ${currency}`} inputMode="decimal" maxLength={20} />
            <DateField meta={fields.fromDate} label="From" />
          </div>
          <p>
            <SubmitButton pending="Saving…">Save rate</SubmitButton>
          </p>
        </PostForm>
      </section>
    </>
  )
}
