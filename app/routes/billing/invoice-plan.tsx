import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { DateField, Field } from "~/components/form/field"
import { ErrorSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { PaymentUnderWay } from "~/components/money/invoice/payment-under-way"
import { InstallmentList } from "~/components/money/payment-plan/installment-list"
import { SuggestInstallments } from "~/components/money/payment-plan/suggest-installments"
import { pageTitle } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { PageHead } from "~/components/ui/page-head"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { act, idIn, intent, intents } from "~/http/intents.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast, redirectWithUndo } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { emailedToast, type Reach, unreachedText } from "~/models/foundation/outbox/bounce"
import { propose } from "~/models/money/installment/installment"
import { rowProblems, sharedPlan } from "~/models/money/payment-plan/payment-plan"
import {
  agreePlan,
  endPlan,
  findPlannable,
  type Plannable,
  type PlanUndo,
  reachOfPlan,
  undoPlan,
} from "~/models/money/payment-plan/payment-plan.server"
import { findAsk } from "~/models/money/payment-plan/plan-asks.server"
import { EndPlanForm, PlanForm, SuggestForm } from "~/models/money/payment-plan/plan-form"
import { familyLabel } from "~/models/people/family/family-name"
import { planRefusals } from "~/texts/money/refusals"
import { todayOf } from "~/utils/clock.server"
import { isWithinReach } from "~/utils/dates"
import { countOf, formatDate } from "~/utils/formats"
import { newId } from "~/utils/ids.server"
import { formatMoney, plainAmount } from "~/utils/money"
import { paths } from "~/utils/paths"
import { smallestAmount } from "~/utils/smallest-amount"
import { processingOf } from "./invoice-links.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const found = orNotFound(findPlannable(actor, params.invoiceId ?? ""))
  const { invoice, planId, rows } = found
  if (invoice.openMinor === 0) throw redirect(paths.invoice(invoice.id))
  const day = todayOf(actor)
  const search = new URL(request.url).searchParams
  const chosen = new Set([invoice.id, ...search.getAll("invoice").slice(0, 50)])
  const covered = planId ? found.invoices : found.invoices.filter(({ invoiceId }) => chosen.has(invoiceId))
  const openMinor = covered.reduce((sum, each) => sum + each.openMinor, 0)
  const latest = planId ? undefined : findAsk(actor, invoice.id)
  const wish = latest?.answer === null ? { ...latest, firstOn: later(latest.firstOn, day) } : undefined
  const asked = askedOf(search, invoice, { day, wish })
  const open = rows.filter((row) => row.openMinor > 0)
  const isSuggested = search.has("count") || open.length === 0
  const stepMinor = smallestAmount(invoice.currency)
  const suggested = propose({ totalMinor: openMinor, ...asked, firstOn: asked.first, stepMinor })
  return {
    invoice: { id: invoice.id, number: invoice.number ?? "", paperDueOn: invoice.paperDueOn },
    payers: invoice.shares.length,
    unreached: unreachedText(
      reachOfPlan(actor, [...new Set([invoice.id, ...covered.map(({ invoiceId }) => invoiceId)])]),
    ),
    familyName: familyLabel(invoice),
    currency: invoice.currency,
    today: day,
    planId,
    installments: rows,
    asked,
    wish: wish ? { count: wish.count, firstOn: wish.firstOn, note: wish.note } : null,
    covered: covered.map(({ invoiceId, number }) => ({ invoiceId, number })),
    others: planId
      ? []
      : found.invoices
          .filter(({ invoiceId }) => invoiceId !== invoice.id)
          .map((each) => ({ ...each, isChosen: chosen.has(each.invoiceId) })),
    openMinor,
    processingMinor: covered.reduce((sum, { invoiceId }) => sum + processingOf(actor, invoiceId), 0),
    rows: isSuggested ? suggested : open.map(({ dueOn, openMinor: amountMinor }) => ({ dueOn, amountMinor })),
    formKey: newId(),
  }
}

const later = (one: string, other: string): string => (one > other ? one : other)

type Wish = { count: number; firstOn: string }

/** What the address asks for; what it doesn't say is the family's wish, or usual: three months from the due date on. */
function askedOf(
  search: URLSearchParams,
  { paperDueOn }: Plannable["invoice"],
  { day, wish }: { day: string; wish: Wish | undefined },
) {
  const { count, first, rhythm } = SuggestForm.parse(Object.fromEntries(search))
  const usual = wish?.firstOn ?? later(paperDueOn, day)
  return {
    count: wish && !search.has("count") ? wish.count : count,
    first: isWithinReach(first) ? first : usual,
    rhythm,
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const invoiceId = params.invoiceId ?? ""
  if (!findPlannable(actor, invoiceId)) throw notFound()
  return actOnPlan(actor, invoiceId, await request.formData())
}

export const meta = pageTitle<typeof loader>(
  (data) => `Payment plan, invoice ${data.invoice.number}`,
  "Payment plan, invoice",
)

export default function InvoicePlan() {
  const plan = useLoaderData<typeof loader>()
  const { invoice, familyName, planId, installments, covered, asked, others, openMinor, currency } = plan
  const { wish } = plan
  const result = useActionData<typeof action>()?.result
  const isEnd = result?.initialValue?.intent === "end"
  return (
    <div className="stack narrow">
      <PageHead
        back={{ to: paths.invoice(invoice.id), label: `Invoice ${invoice.number}` }}
        title={planId ? "Payment plan" : "New payment plan"}
        expression={`${familyName}, ${formatMoney(openMinor, currency)} due`}
      />
      <PaymentUnderWay amountMinor={plan.processingMinor} currency={currency} />
      {planId ? (
        <section className="section" aria-labelledby="agreed">
          <h2 id="agreed">Agreed</h2>
          {covered.length > 1 ? (
            <p>
              One plan for{" "}
              {covered.map(({ invoiceId, number }, index) => (
                <span key={invoiceId}>
                  {index > 0 ? ", " : null}
                  <Link to={paths.invoice(invoiceId)}>Invoice {number}</Link>
                </span>
              ))}
            </p>
          ) : null}
          <InstallmentList installments={installments} currency={currency} today={plan.today} />
          <EndPlan result={isEnd ? result : undefined} />
        </section>
      ) : null}
      {wish ? (
        <CalloutText>
          The family asks for {countOf(wish.count, "installment")} starting {formatDate(wish.firstOn, "full")}
          .{wish.note ? ` “${wish.note}”` : null} Agreeing to a plan answers the request.{" "}
          <Link to={paths.paymentPlans()}>All requests</Link>
        </CalloutText>
      ) : null}
      <section className="section" aria-labelledby="suggest">
        <h2 id="suggest">{planId ? "Change it" : "Installments"}</h2>
        {plan.payers > 1 ? <p>{sharedPlan(plan.payers)}</p> : null}
        <SuggestInstallments
          key={`${asked.count} ${asked.first} ${asked.rhythm}`}
          asked={asked}
          others={others}
          currency={currency}
        />
      </section>
      <section className="section" aria-labelledby="preview">
        <h2 id="preview">Preview</h2>
        <PlanRowsForm key={JSON.stringify(plan.rows)} result={isEnd ? undefined : result} />
      </section>
    </div>
  )
}

/** What the forms of an invoice's payment plan do, and the Undo beside their messages. */
function actOnPlan(actor: Actor, invoiceId: string, form: FormData) {
  const undo = (step: PlanUndo) =>
    act({
      run: () => undoPlan(actor, { invoiceId, planId: idIn(form, "plan"), step }),
      refusals: { ...planRefusals, "no-plan": 404 },
      saved: ({ reach }) => emailed("Undone.", reach),
    })
  return intents(form, paths.invoice(invoiceId), {
    "undo-agree": undo("undo-agree"),
    "undo-end": undo("undo-end"),
    end: intent({
      schema: EndPlanForm,
      run: ({ reason }) => endPlan(actor, invoiceId, reason),
      status: 409,
      refusals: planRefusals,
      saved: ({ planId, reach }) => ({
        ...emailed("Payment plan ended.", reach),
        undo: { to: paths.invoicePlan(invoiceId), fields: { intent: "undo-end", plan: planId } },
      }),
    }),
    else: () => agree(actor, invoiceId, form),
  })
}

function agree(actor: Actor, invoiceId: string, form: FormData) {
  const submission = readForm(form, { schema: PlanForm })
  if (submission.status !== "success") return invalid(submission)
  const { rows, invoice, plan, reason, formKey } = submission.value
  const agreed = agreePlan(actor, {
    invoiceId,
    invoiceIds: invoice,
    planId: plan || null,
    rows: rows.map(({ dueOn, amount }) => ({ dueOn, amountMinor: amount })),
    reason,
    formKey,
  })
  if (!agreed.ok) {
    // Paid meanwhile, there is no form anymore: the page leads back to the invoice.
    if (findPlannable(actor, invoiceId)?.invoice.openMinor === 0)
      return redirectWithToast(paths.invoice(invoiceId), {
        tone: "bad",
        title: planRefusals["nothing-open"],
      })
    if ("row" in agreed) {
      const { index, reason: problem } = agreed.row
      return invalid(submission, { [`rows[${index}].dueOn`]: rowProblems[problem] })
    }
    if (agreed.reason === "no-invoice") throw notFound()
    if (agreed.reason === "no-reason") return invalid(submission, { reason: planRefusals["no-reason"] })
    if (agreed.reason === "not-whole") {
      const money = (amountMinor: number) => formatMoney(amountMinor, actor.school.currency, actor.school)
      const together = rows.reduce((sum, { amount }) => sum + amount, 0)
      const due = dueOf(actor, invoiceId, plan ? undefined : invoice)
      return invalid(submission, {
        form: `These installments come to ${money(together)}. The balance due is ${money(due)}.`,
      })
    }
    return invalid(submission, { form: planRefusals[agreed.reason] }, 409)
  }
  return redirectWithUndo(
    paths.invoice(invoiceId),
    emailed(
      agreed.isChange ? "Payment plan changed." : `${countOf(agreed.count, "installment")} agreed.`,
      agreed.reach,
    ),
    { to: paths.invoicePlan(invoiceId), fields: { intent: "undo-agree", plan: agreed.planId } },
  )
}

const emailed = (done: string, reach: Reach) => emailedToast(done, reach, "The family was emailed.")

/** What is open of the invoices that a plan covers; of the standing plan's without a choice. */
function dueOf(actor: Actor, invoiceId: string, chosen: readonly string[] | undefined): number {
  const invoices = findPlannable(actor, invoiceId)?.invoices ?? []
  return invoices
    .filter((each) => !chosen || each.invoiceId === invoiceId || chosen.includes(each.invoiceId))
    .reduce((sum, { openMinor }) => sum + openMinor, 0)
}

/** Ends a payment plan with a reason. */
function EndPlan({ result }: { result?: SubmissionResult }) {
  const { invoice, unreached } = useLoaderData<typeof loader>()
  const [form, fields] = useForm<{ reason: string }>({ id: "end-plan", lastResult: result })
  return (
    <details className="form-disclosure" open={result !== undefined}>
      <summary className="button">End payment plan</summary>
      <ErrorSummary form={form} />
      <p className="small dim">
        {`The balance is then due ${formatDate(invoice.paperDueOn, "full")}, as the invoice says.`} The family
        gets an email.
      </p>
      {unreached ? <p className="bad">{unreached}</p> : null}
      <PostForm className="form" {...getFormProps(form)}>
        <Field meta={fields.reason} label="Reason" hint="The family reads it in the email." maxLength={200} />
        <SubmitRow label="End payment plan" intent="end" variant="danger-primary" pending="Ending…" />
      </PostForm>
    </details>
  )
}

/** The installments before they are agreed; each day and amount can be changed. */
function PlanRowsForm({ result }: { result?: SubmissionResult }) {
  const plan = useLoaderData<typeof loader>()
  const { rows, openMinor, invoice, covered, planId, currency, formKey } = plan
  const [form, fields] = useForm<{
    rows: { dueOn: string; amount: string }[]
    reason: string
  }>({
    id: "plan",
    lastResult: result,
    defaultValue: {
      rows: rows.map(({ dueOn, amountMinor }) => ({ dueOn, amount: plainAmount(amountMinor) })),
      reason: "",
    },
  })
  return (
    <>
      <ErrorSummary form={form} />
      <PostForm className="form" {...getFormProps(form)} sends={{ formKey, plan: planId ?? "" }}>
        {covered.map(({ invoiceId }) => (
          <input key={invoiceId} type="hidden" name="invoice[]" value={invoiceId} />
        ))}
        {fields.rows.getFieldList().map((row, index) => {
          const { dueOn, amount } = row.getFieldset()
          return (
            <fieldset className="columns" key={row.key}>
              <legend className="visually-hidden">Installment {index + 1}</legend>
              <DateField meta={dueOn} label={`Installment ${index + 1}, due`} />
              <Field meta={amount} label={`Amount in ${currency}`} inputMode="decimal" maxLength={20} />
            </fieldset>
          )
        })}
        <p>
          Together they must be the balance due, <b>{formatMoney(openMinor, currency)}</b>. The family gets an
          email with the dates and amounts.
        </p>
        {plan.unreached ? <p className="bad">{plan.unreached}</p> : null}
        {planId ? (
          <Field
            meta={fields.reason}
            label="Reason for the change"
            hint="The family reads it in the email."
            maxLength={200}
          />
        ) : null}
        <SubmitRow
          label={planId ? "Change payment plan" : `Agree ${countOf(rows.length, "installment")}`}
          intent="agree"
          pending="Saving…"
          cancel={paths.invoice(invoice.id)}
        />
      </PostForm>
    </>
  )
}
