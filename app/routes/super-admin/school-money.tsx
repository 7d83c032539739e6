import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { PaymentState } from "~/components/accounts/subscription/payment-list"
import { DateField, SelectField } from "~/components/form/field"
import { AnswerSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { SchoolTabs } from "~/components/platform/school/school-tabs"
import { SubscriptionState } from "~/components/platform/school/subscription-state"
import { Reasons, RefundPayment, refundFormId } from "~/components/platform/school-money/refund-payment"
import { pageTitle } from "~/components/shell/frame"
import { alsoWhenRefused } from "~/components/ui/after-refusal"
import { CalloutText } from "~/components/ui/callout"
import { DataTable, EmptyState } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { Status } from "~/components/ui/status"
import { orNotFound, requireStaff, schoolFor } from "~/http/guards.server"
import { intents } from "~/http/intents.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { countRefunds } from "~/models/accounts/platform-payment/ask-refund.server"
import { standingKindOf } from "~/models/accounts/subscription/subscription"
import { findSubscription } from "~/models/accounts/subscription/subscription-attempt.server"
import type { Actor, SuperActor } from "~/models/foundation/access/actor"
import {
  describeFailedRenewal,
  endSubscription,
} from "~/models/platform/school-money/end-subscription.server"
import { endingLabels, refundOrigins, refundStateLabels } from "~/models/platform/school-money/ending"
import {
  listSchoolPayments,
  listSchoolRefunds,
  refundSchool,
  sumByPayment,
  sumSchoolPayments,
} from "~/models/platform/school-money/refund-school.server"
import { EndForm, RefundForm } from "~/models/platform/school-money/school-money-form"
import { endSubscriptionRefusals, refundSchoolRefusals } from "~/texts/platform/refusals"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/formats"
import { newId } from "~/utils/ids.server"
import { formatMoney, parseMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { platformProvider } from "~/utils/payment-providers"
import { localDate } from "~/utils/zones"
import { schoolFrame } from "./school-frame.server"

const dayOf = (at: number) => formatDate(localDate(at, "UTC"), "medium")

/** What one school paid us, and what our staff can do about it. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "subscription:read")
  const school = orNotFound(schoolFor(staff, params.schoolKey ?? ""))
  const subscription = findSubscription(school)
  const standing = standingKindOf(subscription, now())
  const payments = listSchoolPayments(staff, school)
  const held = sumByPayment(staff, school, "held")
  const asked = sumByPayment(staff, school, "asked")
  const refunds = listSchoolRefunds(staff, school)
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
    sums: sumsText(sumSchoolPayments(staff, school), held),
    payments: payments.map(({ id, status, paidAt, amountMinor, refundedMinor, currency }) => ({
      id,
      status,
      paidOn: dayOf(paidAt),
      amount: formatMoney(amountMinor, currency),
      refunded: refundedMinor ? formatMoney(refundedMinor, currency) : "–",
      pending: held.has(id) ? formatMoney(held.get(id) ?? 0, currency) : null,
    })),
    refundable: listRefundable(payments, held, asked).map(({ id, paidAt, currency, ...payment }) => {
      const money = (minor: number) => formatMoney(minor, currency)
      const { amountMinor, leftMinor, askedMinor } = payment
      const unanswered = askedMinor > 0 ? `, ${money(askedMinor)} not answered` : ""
      return {
        id,
        currency,
        text: `${dayOf(paidAt)}: ${money(leftMinor)} of ${money(amountMinor)} left${unanswered}`,
      }
    }),
    hasUnanswered: refunds.some(({ state, origin }) => state === "asked" && origin === "staff"),
    refunds: refunds.map(({ id, origin, state, createdAt, ...refund }) => ({
      id,
      state,
      origin: refundOrigins[origin],
      refundedOn: dayOf(refund.refundedAt ?? createdAt),
      amount: formatMoney(refund.amountMinor, refund.currency),
    })),
  }
}

/** What came, what went back, and what is left; what the provider holds hasn't gone back. */
function sumsText(
  { grossMinor, refundedMinor }: { grossMinor: number; refundedMinor: number },
  held: Map<string, number>,
) {
  const money = (minor: number) => formatMoney(minor, "USD")
  const heldMinor = [...held.values()].reduce((sum, minor) => sum + minor, 0)
  const pending = heldMinor > 0 ? `, ${money(heldMinor)} of refunds pending at ${platformProvider}` : ""
  return `${money(grossMinor)} received, ${money(refundedMinor)} refunded, ${money(grossMinor - refundedMinor)} net${pending}`
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "subscription:act")
  const school = orNotFound(schoolFor(staff, params.schoolKey ?? ""))
  return intents(request, paths.schoolMoney(school.school.id), {
    refund: (form) => refund(staff, school, form),
    else: (form) => end(staff, school, form),
  })
}

async function refund(staff: SuperActor, school: Actor, form: FormData) {
  const submission = readForm(form, { schema: RefundForm })
  if (submission.status !== "success") {
    // Said with the other mistakes, not after they are corrected.
    const { amount, paymentId } = submission.payload
    const [held, asked] = [sumByPayment(staff, school, "held"), sumByPayment(staff, school, "asked")]
    const left = listRefundable(listSchoolPayments(staff, school), held, asked)
    const payment = left.find(({ id }) => id === paymentId)
    const isTooMuch =
      payment && (parseMoney(String(amount ?? "")) ?? 0) > payment.leftMinor + payment.askedMinor
    return invalid(submission, isTooMuch ? { amount: refundSchoolRefusals["too-much"] } : undefined)
  }
  const { amount, ending, ...asked } = submission.value
  const refunded = await refundSchool(staff, school, { ...asked, amountMinor: amount })
  if (!refunded.ok) {
    const text = refundSchoolRefusals[refunded.reason]
    const isUnreachable = refunded.reason === "provider-unavailable"
    return invalid(submission, isUnreachable ? { form: text } : { amount: text }, isUnreachable ? 502 : 400)
  }
  const money = formatMoney(refunded.amountMinor, refunded.currency)
  const refundedText = refunded.isHeld
    ? `${platformProvider} is still processing the refund of ${money}. It counts, and the school is emailed, once it’s done.`
    : `Refunded ${money}.`
  if (ending === "keep") return back(school, refundedText)
  const ended = await endSubscription(staff, school, { ...asked, ending })
  return ended.ok
    ? back(school, `${refundedText} Access ends on ${dayOf(ended.endsAt)}.`)
    : back(
        school,
        `${refundedText} The subscription goes on: ${endSubscriptionRefusals[ended.reason]}`,
        "bad",
      )
}

/**
 * The payments of which something is left to refund, with how much, and those of which a refund wasn't answered: that one can be
 * asked for again, whatever the provider lists by now.
 */
function listRefundable(
  payments: ReturnType<typeof listSchoolPayments>,
  held: Map<string, number>,
  asked: Map<string, number>,
) {
  return payments
    .filter(({ status }) => ["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"].includes(status))
    .map((payment) => {
      const askedMinor = asked.get(payment.id) ?? 0
      const goneMinor = payment.refundedMinor + (held.get(payment.id) ?? 0) + askedMinor
      return { ...payment, askedMinor, leftMinor: Math.max(0, payment.amountMinor - goneMinor) }
    })
    .filter(({ leftMinor, askedMinor }) => leftMinor + askedMinor > 0)
}

async function end(staff: SuperActor, school: Actor, form: FormData) {
  const submission = readForm(form, { schema: EndForm })
  if (submission.status !== "success") return invalid(submission)
  const ended = await endSubscription(staff, school, submission.value)
  if (ended.ok) return back(school, `Access ends on ${dayOf(ended.endsAt)}.`)
  const text = endSubscriptionRefusals[ended.reason]
  if (ended.reason === "late-date") return invalid(submission, { endsOn: text })
  return invalid(submission, { form: text }, ended.reason === "provider-unavailable" ? 409 : 400)
}

export const shouldRevalidate = alsoWhenRefused

const back = (school: Actor, text: string, tone: "good" | "bad" = "good") =>
  redirectWithToast(paths.schoolMoney(school.school.id), { title: school.school.name, text, tone })

export const meta = pageTitle<typeof loader>((data) => `Payments of ${data.name}`, "Payments of a school")

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
          <PaymentsPart {...school} />
        </div>
        <div className="stack">
          <RefundPayment
            key={school.formKey}
            result={isRefund ? result : undefined}
            payments={school.refundable}
            schoolName={school.name}
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

const endFormId = "end"

type EndSchoolProps = {
  result: SubmissionResult | undefined
  /** the end of the paid time; null when nothing runs */
  paidUntil: string | null
  action: string
}

/** Ends a school's subscription at the provider, and its access on a day. */
function EndSchool({ result, paidUntil, action }: EndSchoolProps) {
  const [form, fields] = useForm<EndForm>({ id: endFormId, lastResult: result })
  return (
    <section className="section" aria-labelledby="end-title">
      <h2 id="end-title">End the subscription</h2>
      {paidUntil === null ? (
        <p className="dim">No subscription is running.</p>
      ) : (
        <PostForm className="form" {...getFormProps(form)} action={action}>
          <p>
            Paid until {paidUntil}
            {`. ${platformProvider} cancels the subscription right away, and that can’t be undone.`}
          </p>
          <SelectField
            meta={fields.ending}
            label="Access"
            choices={(["at-end", "on-date", "now"] as const).map((value) => ({
              value,
              label: endingLabels[value],
            }))}
          />
          <DateField meta={fields.endsOn} label="Last day of access" hint="Only for a date." optional />
          <Reasons fields={fields} />
          <SubmitRow label="End subscription" intent="end" variant="danger" pending="Ending…" />
        </PostForm>
      )}
    </section>
  )
}

/** The renewal that failed last: amber while the school’s access depends on it, plain once it is settled. */
function FailedRenewal({ renewal }: { renewal: { isOpen: boolean; what: string; next: string } | null }) {
  if (!renewal) return null
  return (
    <CalloutText tone={renewal.isOpen ? "amber" : "ink"}>
      <strong>{renewal.what}</strong> {renewal.next}
    </CalloutText>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type PaymentsPartProps = Pick<Loaded, "payments" | "refunds" | "hasUnanswered">

/** What a school paid us, and its refunds: done, pending at the provider, not answered, or failed there. */
const PaymentsPart = ({ payments, refunds, hasUnanswered }: PaymentsPartProps) => (
  <>
    <section className="section" aria-labelledby="payments">
      <h2 id="payments">Payments</h2>
      {payments.length === 0 ? <EmptyState>This school hasn’t paid yet.</EmptyState> : null}
      {payments.length > 0 ? (
        <DataTable
          caption="Payments, newest first"
          rows={payments}
          columns={[
            { label: "Date", cell: ({ paidOn }) => paidOn },
            { label: "Status", cell: ({ status }) => <PaymentState status={status} /> },
            { label: `${platformProvider} ID`, cell: ({ id }) => <span className="long-text">{id}</span> },
            { label: "Amount", numeric: true, cell: ({ amount }) => amount },
            {
              label: "Refunded",
              numeric: true,
              cell: ({ refunded, pending }) => (
                <>
                  {refunded}
                  {pending ? <span className="small dim"> {pending} pending</span> : null}
                </>
              ),
            },
          ]}
        />
      ) : null}
    </section>
    {refunds.length > 0 ? (
      <section className="section" aria-labelledby="refunds">
        <h2 id="refunds">Refunds</h2>
        {hasUnanswered ? (
          <p className="dim">
            {platformProvider} hasn’t answered for a refund. Enter its amount again: it’s refunded only once.
          </p>
        ) : null}
        <DataTable
          caption="Refunds, newest first"
          rows={refunds}
          columns={[
            { label: "Date", cell: ({ refundedOn }) => refundedOn },
            { label: "Status", cell: ({ state }) => <RefundState state={state} /> },
            { label: "Made", cell: ({ origin }) => origin },
            { label: "Amount", numeric: true, cell: ({ amount }) => amount },
          ]}
        />
      </section>
    ) : null}
  </>
)

const RefundState = ({ state }: { state: keyof typeof refundStateLabels }) => (
  <Status
    head={state === "done" ? "on" : state === "failed" ? "x" : "half"}
    tone={state === "failed" ? "bad" : state === "held" || state === "asked" ? "warn" : undefined}
  >
    {refundStateLabels[state]}
  </Status>
)
