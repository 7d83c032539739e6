import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { PaymentState } from "~/components/accounts/subscription/payment-list"
import { AnswerSummary } from "~/components/form/answer-summary"
import { SchoolTabs } from "~/components/platform/platform/school-tabs"
import { SubscriptionState } from "~/components/platform/platform/subscription-state"
import { EndSchool, endFormId } from "~/components/platform/school-money/end-school"
import { FailedRenewal } from "~/components/platform/school-money/failed-renewal"
import { RefundPayment, refundFormId } from "~/components/platform/school-money/refund-payment"
import { alsoWhenRefused } from "~/components/ui/after-refusal"
import { DataTable } from "~/components/ui/data-table"
import { EmptyState } from "~/components/ui/empty-state"
import { PageHead } from "~/components/ui/page-head"
import { requireStaff, schoolFor } from "~/http/guards.server"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { countRefunds } from "~/models/accounts/platform-payment/platform-refund.server"
import { standingKindOf } from "~/models/accounts/subscription/subscription"
import { findSubscription } from "~/models/accounts/subscription/subscription-attempt.server"
import type { Actor, SuperActor } from "~/models/foundation/access/actor"
import { endSubscription } from "~/models/platform/school-money/end-subscription.server"
import { refundOrigins } from "~/models/platform/school-money/ending"
import { describeFailedRenewal } from "~/models/platform/school-money/failed-renewal.server"
import { refundSchool } from "~/models/platform/school-money/refund-school.server"
import { EndForm, RefundForm } from "~/models/platform/school-money/school-money-form"
import {
  listSchoolPayments,
  listSchoolRefunds,
  sumSchoolPayments,
} from "~/models/platform/school-money/school-payments.server"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { newId } from "~/utils/ids.server"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { localDate } from "~/utils/zones"
import { schoolFrame } from "./school-frame.server"
import { endRefusals, refundRefusals } from "./school-money-refusals.server"

const dayOf = (at: number) => formatDate(localDate(at, "UTC"), "medium")

/** What one school paid us, and what our staff can do about it. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "subscription:read")
  const school = schoolFor(staff, params.schoolKey ?? "")
  if (!school) throw notFound()
  const subscription = findSubscription(school)
  const standing = standingKindOf(subscription, now())
  const { grossMinor, refundedMinor } = sumSchoolPayments(staff, school)
  const payments = listSchoolPayments(staff, school)
  const isRunning = ["active", "ending", "payment-failed", "suspended", "held"].includes(standing)
  return {
    ...schoolFrame(staff, school),
    id: school.school.id,
    name: school.school.name,
    standing,
    renewal: describeFailedRenewal(staff, school),
    formKey: newId(),
    seen: countRefunds(school),
    paidUntil: isRunning && subscription?.paidUntil ? dayOf(subscription.paidUntil) : null,
    sums: `${formatMoney(grossMinor, "USD")} received, ${formatMoney(refundedMinor, "USD")} refunded, ${formatMoney(grossMinor - refundedMinor, "USD")} net`,
    payments: payments.map(({ id, status, paidAt, amountMinor, refundedMinor, currency }) => ({
      id,
      status,
      paidOn: dayOf(paidAt),
      amount: formatMoney(amountMinor, currency),
      refunded: refundedMinor ? formatMoney(refundedMinor, currency) : "–",
    })),
    refundable: payments
      .filter(({ status }) => status === "COMPLETED" || status === "PARTIALLY_REFUNDED")
      .map(({ id, paidAt, amountMinor, refundedMinor, currency }) => ({
        id,
        text: `${dayOf(paidAt)}: ${formatMoney(amountMinor - refundedMinor, currency)} of ${formatMoney(amountMinor, currency)} left`,
      })),
    refunds: listSchoolRefunds(staff, school).map(({ id, origin, amountMinor, currency, refundedAt }) => ({
      id,
      origin: refundOrigins[origin],
      refundedOn: refundedAt === null ? "–" : dayOf(refundedAt),
      amount: formatMoney(amountMinor, currency),
    })),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "subscription:act")
  const school = schoolFor(staff, params.schoolKey ?? "")
  if (!school) throw notFound()
  const form = await request.formData()
  return form.get("intent") === "refund" ? refund(staff, school, form) : end(staff, school, form)
}

async function refund(staff: SuperActor, school: Actor, form: FormData) {
  const submission = readForm(form, { schema: RefundForm })
  if (submission.status !== "success") return invalid(submission)
  const { amount, ending, ...asked } = submission.value
  const refunded = await refundSchool(staff, school, { ...asked, amountMinor: amount })
  if (!refunded.ok) {
    const text = refundRefusals[refunded.reason]
    const isUnreachable = refunded.reason === "provider-unavailable"
    return invalid(submission, isUnreachable ? { form: text } : { amount: text }, isUnreachable ? 502 : 400)
  }
  const refundedText = `Refunded ${formatMoney(refunded.amountMinor, refunded.currency)}.`
  if (ending === "keep") return back(school, refundedText)
  const ended = await endSubscription(staff, school, { ...asked, ending })
  return ended.ok
    ? back(school, `${refundedText} Access ends on ${dayOf(ended.endsAt)}.`)
    : back(school, `${refundedText} The subscription goes on: ${endRefusals[ended.reason]}`, "bad")
}

async function end(staff: SuperActor, school: Actor, form: FormData) {
  const submission = readForm(form, { schema: EndForm })
  if (submission.status !== "success") return invalid(submission)
  const ended = await endSubscription(staff, school, submission.value)
  if (ended.ok) return back(school, `Access ends on ${dayOf(ended.endsAt)}.`)
  const text = endRefusals[ended.reason]
  if (ended.reason === "late-date") return invalid(submission, { endsOn: text })
  return invalid(submission, { form: text }, ended.reason === "provider-unavailable" ? 409 : 400)
}

export const shouldRevalidate = alsoWhenRefused

const back = (school: Actor, text: string, tone: "good" | "bad" = "good") =>
  redirectWithToast(paths.schoolMoney(school.school.id), { title: school.school.name, text, tone })

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Payments of ${data?.name ?? "a school"} · Tutti` },
]

export default function SchoolMoney() {
  const school = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const result = answer && "result" in answer ? answer.result : undefined
  const isRefund = result?.initialValue?.intent === "refund"
  const to = paths.schoolMoney(school.id)
  return (
    <>
      <AnswerSummary formId={isRefund ? refundFormId : endFormId} result={result} />
      <PageHead
        back={{ to: paths.platformSchools(), label: "Schools" }}
        title={school.name}
        expression={school.sums}
      />
      <SchoolTabs {...school} schoolId={school.id} current="money" />
      <p>
        <SubscriptionState state={school.standing} />
      </p>
      <FailedRenewal renewal={school.renewal} />
      <div className="two-columns">
        <div className="stack">
          <Payments payments={school.payments} refunds={school.refunds} />
        </div>
        <div className="stack">
          <RefundPayment
            key={school.formKey}
            result={isRefund ? result : undefined}
            payments={school.refundable}
            formKey={school.formKey}
            seen={school.seen}
            action={to}
          />
          <EndSchool result={isRefund ? undefined : result} paidUntil={school.paidUntil} action={to} />
        </div>
      </div>
    </>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

const Payments = ({ payments, refunds }: Pick<Loaded, "payments" | "refunds">) => (
  <>
    <section className="section" aria-labelledby="payments">
      <h2 id="payments">Payments</h2>
      {payments.length === 0 ? <EmptyState>This school hasn’t paid yet.</EmptyState> : null}
      {payments.length > 0 ? (
        <DataTable
          caption="Payments, newest first"
          rows={payments}
          rowKey={({ id }) => id}
          columns={[
            { label: "Date", cell: ({ paidOn }) => paidOn },
            { label: "Status", cell: ({ status }) => <PaymentState status={status} /> },
            { label: "PayPal ID", cell: ({ id }) => <span className="long-text">{id}</span> },
            { label: "Amount", numeric: true, cell: ({ amount }) => amount },
            { label: "Refunded", numeric: true, cell: ({ refunded }) => refunded },
          ]}
        />
      ) : null}
    </section>
    {refunds.length > 0 ? (
      <section className="section" aria-labelledby="refunds">
        <h2 id="refunds">Refunds</h2>
        <DataTable
          caption="Refunds, newest first"
          rows={refunds}
          rowKey={({ id }) => id}
          columns={[
            { label: "Date", cell: ({ refundedOn }) => refundedOn },
            { label: "Made", cell: ({ origin }) => origin },
            { label: "Amount", numeric: true, cell: ({ amount }) => amount },
          ]}
        />
      </section>
    ) : null}
  </>
)
