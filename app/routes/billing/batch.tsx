import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { Form, useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { DateField } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { TextAreaField } from "~/components/form/text-area-field"
import { BatchFamilies } from "~/components/invoice/batch-families"
import { BillingTabs } from "~/components/invoice/billing-tabs"
import { ManageTabs } from "~/components/invoice/manage-tabs"
import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import { PageHead } from "~/components/ui/page-head"
import { BatchForm } from "~/models/invoice/invoice-batch"
import { batchPeriod, billBatch, offerBatch } from "~/models/invoice/invoice-batch.server"
import { usualDueDay } from "~/models/invoice/new-invoice.server"
import { now } from "~/utils/clock.server"
import { isDate, today } from "~/utils/dates"
import { requireMember } from "~/utils/http/guards.server"
import { readForm } from "~/utils/http/read-form.server"
import { invalid } from "~/utils/http/responses.server"
import { filledIn } from "~/utils/http/search-params"
import { redirectWithToast } from "~/utils/http/toast.server"
import { paths } from "~/utils/paths"

const formId = "batch"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const usual = batchPeriod(actor)
  const asked = { ...usual, ...filledIn(request) }
  const isPeriod = isDate(asked.from) && isDate(asked.to) && asked.from <= asked.to
  const { from, to } = isPeriod ? asked : usual
  return {
    from,
    to,
    families: offerBatch(actor, { from, to }),
    dueOn: usualDueDay(actor),
    today: today(actor.school.timeZone, now()),
    currency: actor.school.currency,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const submission = readForm(await request.formData(), { schema: BatchForm })
  if (submission.status !== "success") return invalid(submission)
  const { family, intent, ...choice } = submission.value
  if (intent === "send" && choice.dueOn < today(actor.school.timeZone, now()))
    return invalid(submission, { dueOn: "The due date has passed already. Choose today or a later day." })
  const asDrafts = intent === "draft"
  const { made, refused } = billBatch(actor, { ...choice, familyIds: family, asDrafts })
  const words = `${made} ${made === 1 ? "invoice" : "invoices"} ${asDrafts ? "kept as drafts" : "sent"}.`
  if (refused.length === 0)
    return redirectWithToast(asDrafts ? paths.billing({ status: "draft" }) : paths.billing(), words)
  return redirectWithToast(paths.invoiceBatch({ from: choice.from, to: choice.to }), {
    tone: "bad",
    title: words,
    text: `Not made: ${refusedWords(refused)}`,
  })
}

const mostNamed = 5

function refusedWords(refused: { familyName: string; reason: string }[]): string {
  const named = refused.slice(0, mostNamed).map(({ familyName, reason }) => `${familyName}: ${reason}`)
  const rest = refused.length - named.length
  return [...named, ...(rest > 0 ? [`And ${rest} more, see below.`] : [])].join(" ")
}

export const meta: MetaFunction = () => [{ title: "Invoices for many · Tutti" }]

export default function InvoiceBatch() {
  const { from, to, families, dueOn, today: day, currency } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const [form, fields] = useForm<{ dueOn: string; note: string }>({
    id: formId,
    lastResult: result,
    defaultValue: { dueOn },
  })
  const typed = result?.initialValue?.family
  return (
    <div className="stack">
      <AnswerSummary formId={formId} result={result} />
      <PageHead title="Invoices for many" expression="one invoice for each family you tick" />
      <BillingTabs current="manage" />
      <ManageTabs current="batch" />
      <Form method="get" className="tools" aria-label="Days to bill" key={`${from} ${to}`}>
        <label className="tools">
          <span>Lines from</span>
          <input type="date" name="from" defaultValue={from} required />
        </label>
        <label className="tools">
          <span>to</span>
          <input type="date" name="to" defaultValue={to} required />
        </label>
        <button className="btn" type="submit">
          Show these days
        </button>
      </Form>
      {families.length === 0 ? (
        <EmptyState action={<Link to={paths.unbilled()}>See everything unbilled</Link>}>
          Nothing is unbilled in these days.
        </EmptyState>
      ) : (
        <PostForm className="stack" {...getFormProps(form)}>
          <input type="hidden" name="from" value={from} />
          <input type="hidden" name="to" value={to} />
          <BatchFamilies
            families={families}
            currency={currency}
            ticked={Array.isArray(typed) ? typed.map(String) : undefined}
          />
          <div className="form">
            <DateField meta={fields.dueOn} label="To be paid by" min={day} />
            <TextAreaField
              meta={fields.note}
              label="Note on every one of them"
              optional
              rows={2}
              maxLength={2000}
            />
          </div>
          <div className="btns">
            <SubmitButton intent="send" pending="Sending…">
              Send invoices to those ticked
            </SubmitButton>
            <SubmitButton intent="draft" pending="Keeping…" variant="key">
              Keep as drafts
            </SubmitButton>
          </div>
        </PostForm>
      )}
    </div>
  )
}
