import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { Field } from "~/components/form/field"
import { AnswerSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { SchoolTabs } from "~/components/platform/school/school-tabs"
import { Reasons } from "~/components/platform/school-money/refund-payment"
import { pageTitle } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { DataTable } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { orNotFound, requireStaff, schoolFor } from "~/http/guards.server"
import { intent, intents } from "~/http/intents.server"
import { creditLeft, listCredits } from "~/models/accounts/school-credit/school-credit.server"
import { CreditForm, FreeMonthsForm, TakeBackForm } from "~/models/platform/school-money/credit-form"
import {
  giveCredit,
  giveFreeMonths,
  priceOfMonth,
  takeBackCredit,
} from "~/models/platform/school-money/give-credit.server"
import { countOf, formatDate } from "~/utils/formats"
import { newId } from "~/utils/ids.server"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { platformProvider } from "~/utils/payment-providers"
import { localDate } from "~/utils/zones"
import { schoolFrame } from "./school-frame.server"

const usd = (amountMinor: number) => formatMoney(amountMinor, "USD")

/** A school's account credit: what was given, what is left, and the forms to give and take back. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "subscription:read")
  const school = orNotFound(schoolFor(staff, params.schoolKey ?? ""))
  const leftMinor = creditLeft(school)
  const monthMinor = priceOfMonth(school)
  return {
    ...schoolFrame(staff, school),
    id: school.school.id,
    name: school.school.name,
    formKey: newId(),
    left: leftMinor > 0 ? usd(leftMinor) : null,
    month: monthMinor === null ? null : usd(Math.round(monthMinor)),
    credits: listCredits(school).map(({ id, kind, months, amountMinor, createdAt }) => ({
      id,
      what:
        kind === "free-months"
          ? countOf(months ?? 0, "free month")
          : kind === "amount"
            ? "Credit given"
            : "Removed",
      when: formatDate(localDate(createdAt, "UTC"), "medium"),
      amount: usd(amountMinor),
    })),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "subscription:act")
  const school = orNotFound(schoolFor(staff, params.schoolKey ?? ""))
  const said = (text: string) => ({ title: school.school.name, text })
  const given = ({ amountMinor }: { amountMinor: number }) => said(`${usd(amountMinor)} of credit given.`)
  return intents(request, paths.schoolCredit(school.school.id), {
    "free-months": intent({
      schema: FreeMonthsForm,
      run: (months) => giveFreeMonths(staff, school, months),
      field: "months",
      refusals: { "no-plan": "This school has no plan, so a month has no price." },
      saved: given,
    }),
    "take-back": intent({
      schema: TakeBackForm,
      run: (why) => takeBackCredit(staff, school, why),
      refusals: { "nothing-left": "No credit is left to remove." },
      saved: ({ amountMinor }) => said(`${usd(amountMinor)} of credit removed.`),
    }),
    else: intent({
      schema: CreditForm,
      run: ({ amount, ...why }) => giveCredit(staff, school, { ...why, amountMinor: amount }),
      saved: given,
    }),
  })
}

export const meta = pageTitle<typeof loader>((data) => `Credit of ${data.name}`, "Credit of a school")

export default function SchoolCredit() {
  const school = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const result = answer && "result" in answer ? answer.result : undefined
  const intent = result?.initialValue?.intent
  const formId = intent === "free-months" || intent === "take-back" ? intent : "credit"
  const forms = { formKey: school.formKey, action: paths.schoolCredit(school.id) }
  const resultOf = (id: string) => (formId === id ? result : undefined)
  return (
    <>
      <AnswerSummary formId={formId} result={result} />
      <PageHead
        back={{ to: paths.platformSchools(), label: "Schools" }}
        title={school.name}
        expression={school.left ? `${school.left} of account credit left` : "no account credit"}
      />
      <SchoolTabs
        schoolId={school.id}
        kinds={school.kinds}
        canEnter={school.canEnter}
        canHold={school.canHold}
        current="credit"
      />
      <p>
        {`${platformProvider} charges the usual price, and we refund the credit right after each payment until it’s used up. To lower the first payments of a new subscription, give the school a`}{" "}
        <Link to={paths.coupons()}>coupon</Link>.
      </p>
      <div className="two-columns">
        <section className="section" aria-labelledby="credits">
          <h2 id="credits">Credit</h2>
          <DataTable
            caption="Credit, newest first"
            rows={school.credits}
            empty="No credit yet. Give an amount or free months."
            columns={[
              { label: "Date", cell: ({ when }) => when },
              { label: "What", cell: ({ what }) => what },
              { label: "Amount", numeric: true, cell: ({ amount }) => amount },
            ]}
          />
        </section>
        <div className="stack" key={school.formKey}>
          <GiveCredit result={resultOf("credit")} {...forms} />
          <GiveFreeMonths result={resultOf("free-months")} month={school.month} {...forms} />
          {school.left ? (
            <TakeBackCredit result={resultOf("take-back")} left={school.left} {...forms} />
          ) : null}
        </div>
      </div>
    </>
  )
}

type CreditFormProps = {
  result: SubmissionResult | undefined
  /** makes a second press give nothing more */
  formKey: string
  action: string
}

const keyOf = (typed: unknown, formKey: string) => (typeof typed === "string" && typed ? typed : formKey)

/** An amount for the school's next payments. */
function GiveCredit({ result, formKey, action }: CreditFormProps) {
  const [form, fields] = useForm<CreditForm>({ id: "credit", lastResult: result })
  return (
    <section className="section" aria-labelledby="credit-title">
      <h2 id="credit-title">Give account credit</h2>
      <PostForm
        className="form"
        {...getFormProps(form)}
        action={action}
        sends={{ key: keyOf(fields.key.initialValue, formKey) }}
      >
        <Field meta={fields.amount} label="Amount in US dollars" inputMode="decimal" maxLength={20} />
        <Reasons fields={fields} />
        <SubmitRow label="Give credit" intent="credit" pending="Saving…" />
      </PostForm>
    </section>
  )
}

/** Months that cost nothing, at what a month of the school's plan costs. */
function GiveFreeMonths({ result, formKey, action, month }: CreditFormProps & { month: string | null }) {
  const [form, fields] = useForm<FreeMonthsForm>({ id: "free-months", lastResult: result })
  return (
    <section className="section" aria-labelledby="months-title">
      <h2 id="months-title">Give free months</h2>
      {month === null ? (
        <p className="dim">
          This school has no plan, so a month has no price. Give it a coupon for its first months instead.
        </p>
      ) : (
        <PostForm
          className="form"
          {...getFormProps(form)}
          action={action}
          sends={{ key: keyOf(fields.key.initialValue, formKey) }}
        >
          <Field
            meta={fields.months}
            label="Months"
            hint={`A month of its plan costs ${month}.`}
            inputMode="numeric"
            maxLength={2}
          />
          <Reasons fields={fields} />
          <SubmitRow label="Give free months" intent="free-months" pending="Saving…" />
        </PostForm>
      )}
    </section>
  )
}

/** Takes back what is left. */
function TakeBackCredit({ result, formKey, action, left }: CreditFormProps & { left: string }) {
  const [form, fields] = useForm<TakeBackForm>({ id: "take-back", lastResult: result })
  return (
    <section className="section" aria-labelledby="back-title">
      <h2 id="back-title">Remove the rest</h2>
      <PostForm
        className="form"
        {...getFormProps(form)}
        action={action}
        sends={{ key: keyOf(fields.key.initialValue, formKey) }}
      >
        <Reasons fields={fields} />
        <SubmitRow label={`Remove ${left}`} intent="take-back" variant="danger" pending="Removing…" />
      </PostForm>
    </section>
  )
}
