import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { Form, useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { TasksUnderWay } from "~/components/foundation/task/tasks-under-way"
import { BatchCheck, type BatchCheckFacts } from "~/components/money/invoice/batch-check"
import { BatchChoice, batchFormId } from "~/components/money/invoice/batch-choice"
import type { FramedPage } from "~/components/shell/frame"
import { EmptyState } from "~/components/ui/empty-state"
import { FilterInput } from "~/components/ui/filter-form"
import { Link } from "~/components/ui/link"
import { requireMember } from "~/http/guards.server"
import { readForm } from "~/http/read-form.server"
import { asTyped, invalid } from "~/http/responses.server"
import { filledIn } from "~/http/search-params"
import { redirectWithToast } from "~/http/toast.server"
import { listTasksUnderWay } from "~/models/foundation/task/task.server"
import { BatchForm } from "~/models/money/invoice/invoice-batch"
import { batchPeriod, billBatch, offerBatch } from "~/models/money/invoice/invoice-batch.server"
import { usualDueDay } from "~/models/money/invoice/new-invoice.server"
import { type FamilyName, familyLabel } from "~/models/people/family/family-name"
import { now } from "~/utils/clock.server"
import { countOf } from "~/utils/count-of"
import { isDate } from "~/utils/dates"
import { newId } from "~/utils/ids.server"
import { paths } from "~/utils/paths"
import { today } from "~/utils/zones"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const usual = batchPeriod(actor)
  const choice = { ...usual, ...filledIn(request) }
  const isPeriod = isDate(choice.from) && isDate(choice.to) && choice.from <= choice.to
  const { from, to } = isPeriod ? choice : usual
  return {
    from,
    to,
    families: offerBatch(actor, { from, to }),
    dueOn: usualDueDay(actor),
    today: today(actor.school.timeZone, now()),
    currency: actor.school.currency,
    formKey: newId(),
    underWay: listTasksUnderWay(actor, ["send-invoices", "save-drafts"]),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const submission = readForm(await request.formData(), { schema: BatchForm })
  if (submission.status !== "success") return refuse(submission)
  const { family, intent, key, ...choice } = submission.value
  if (intent === "edit") return data({ result: asTyped(submission), check: null })
  if (intent !== "draft" && choice.dueOn < today(actor.school.timeZone, now()))
    return refuse(submission, { dueOn: "Enter a due date that’s today or later." })
  if (intent === "check") {
    const selected = new Set(family)
    const families = offerBatch(actor, choice).filter(
      ({ familyId, problem }) => selected.has(familyId) && !problem,
    )
    if (families.length === 0)
      return refuse(submission, { family: "None of these families can be invoiced. Select another." })
    const check: BatchCheckFacts = { choice: { ...choice, key, familyIds: family }, families }
    return data({ result: null, check })
  }
  const asDrafts = intent === "draft"
  const run = billBatch(actor, { ...choice, familyIds: family, asDrafts }, key)
  if ("taskId" in run) return redirect(paths.task(run.taskId), 303)
  const { made, refused } = run
  const text = `${countOf(made, "invoice")} ${asDrafts ? "saved as drafts" : "sent"}.`
  if (refused.length === 0)
    return redirectWithToast(asDrafts ? paths.billing({ status: "draft" }) : paths.billing(), text)
  return redirectWithToast(paths.invoiceBatch({ from: choice.from, to: choice.to }), {
    tone: "bad",
    title: text,
    text: `Not created: ${refusedText(refused)}`,
  })
}

const refuse = (submission: Parameters<typeof invalid>[0], refusal?: Record<string, string>) =>
  data({ result: invalid(submission, refusal).data.result, check: null }, { status: 400 })

const mostNamed = 5

function refusedText(refused: (FamilyName & { reason: string })[]): string {
  const named = refused
    .slice(0, mostNamed)
    .map(({ reason, ...family }) => `${familyLabel(family)}: ${reason}`)
  const rest = refused.length - named.length
  return [...named, ...(rest > 0 ? [`And ${rest} more below.`] : [])].join(" ")
}

export const handle: FramedPage = {
  tab: "batch",
  title: "Invoice run",
  head: () => ({ expression: "one invoice per selected family" }),
}

export const meta: MetaFunction = () => [{ title: "Invoice run · Tutti" }]

export default function InvoiceBatch() {
  const {
    from,
    to,
    families,
    dueOn,
    today: day,
    currency,
    formKey,
    underWay,
  } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const result = answer?.result ?? undefined
  return (
    <>
      <AnswerSummary formId={batchFormId} result={result} />
      {answer?.check ? (
        <BatchCheck {...answer.check} currency={currency} />
      ) : (
        <>
          <TasksUnderWay tasks={underWay} />
          <Form method="get" className="toolbar" aria-label="Dates to invoice">
            <label className="toolbar">
              <span>Charges from</span>
              <FilterInput type="date" name="from" value={from} required />
            </label>
            <label className="toolbar">
              <span>to</span>
              <FilterInput type="date" name="to" value={to} required />
            </label>
            <button className="button" type="submit">
              Apply dates
            </button>
          </Form>
          {families.length === 0 ? (
            <EmptyState action={<Link to={paths.unbilled()}>See all charges ready to invoice</Link>}>
              No charges to invoice in this period.
            </EmptyState>
          ) : (
            <BatchChoice {...{ from, to, families, dueOn, currency, formKey, result }} today={day} />
          )}
        </>
      )}
    </>
  )
}
