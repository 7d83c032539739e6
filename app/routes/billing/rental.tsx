import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { DateField } from "~/components/form/field"
import { ErrorSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { HistoryList } from "~/components/foundation/history/history-list"
import { pageTitle } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { LedgerList } from "~/components/ui/ledger-list"
import { PageHead } from "~/components/ui/page-head"
import { orNotFound, requireMember } from "~/http/guards.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { taxText } from "~/models/accounts/tax/tax"
import { readTaxes } from "~/models/accounts/tax/tax-rates.server"
import { HireEndForm } from "~/models/money/rental/rental-forms"
import { endHire, findHire } from "~/models/money/rental/rentals.server"
import { hireRefusals } from "~/texts/money/refusals"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { historyOf } from "./invoice-links.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const hire = orNotFound(findHire(actor, params.hireId ?? ""))
  const tax = readTaxes(actor)(hire)
  return {
    hire,
    tax: tax && taxText(tax),
    currency: actor.school.currency,
    history: historyOf(actor, { noun: "hire", id: hire.id }),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const hire = orNotFound(findHire(actor, params.hireId ?? ""))
  const submission = readForm(await request.formData(), { schema: HireEndForm })
  if (submission.status !== "success") return invalid(submission)
  const done = endHire(actor, hire.id, submission.value.endsOn)
  if (!done.ok) return invalid(submission, { endsOn: hireRefusals[done.reason] }, 409)
  return redirectWithToast(paths.rental(hire.id), "Last day saved.")
}

export const meta = pageTitle<typeof loader>((data) => data.hire.item, "Rental")

export default function HirePage() {
  const { hire, tax, currency, history } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const [form, meta] = useForm<{ endsOn: string }>({
    id: "end-hire",
    lastResult: result,
    defaultValue: { endsOn: hire.endsOn ?? "" },
  })
  const facts = [
    { label: "Student", amount: <Link to={paths.student(hire.studentId)}>{hire.studentName}</Link> },
    { label: "Serial number", amount: hire.serialNumber ?? "–" },
    { label: "Price a month", amount: formatMoney(hire.priceMinor, currency) },
    { label: "Tax", amount: tax ?? "None" },
    { label: "First day", amount: formatDate(hire.startsOn, "medium") },
    { label: "Last day", amount: hire.endsOn ? formatDate(hire.endsOn, "medium") : "Not set" },
  ]
  return (
    <div className="stack narrow">
      <ErrorSummary form={form} />
      <PageHead
        back={{ to: paths.rentals(), label: "Instrument rentals" }}
        title={hire.item}
        expression={`rented by ${hire.studentName}`}
      />
      <LedgerList facts rows={facts} />
      <p>
        <Link to={paths.family(hire.familyId)}>Family billing</Link>
      </p>
      <PostForm edits className="form" key={hire.endsOn ?? ""} {...getFormProps(form)}>
        <DateField
          meta={meta.endsOn}
          label="Last day"
          hint="A month that was charged already is adjusted by your tuition rule. Leave blank until it comes back."
          optional
          min={hire.startsOn}
        />
        <SubmitRow label="Save last day" pending="Saving…" />
      </PostForm>
      <HistoryList entries={history} />
    </div>
  )
}
