import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { declineAskFormId, PlanAskList } from "~/components/money/payment-plan/plan-ask-list"
import { PlanTable } from "~/components/money/payment-plan/plan-table"
import type { FramedPage } from "~/components/shell/frame"
import { EmptyState } from "~/components/ui/empty-state"
import { FilterButton, FilterChoice, FilterForm, FilterSearch } from "~/components/ui/filter-form"
import { LedgerList } from "~/components/ui/ledger-list"
import { Link } from "~/components/ui/link"
import { Pagination } from "~/components/ui/pagination"
import { requireMember } from "~/http/guards.server"
import { paged } from "~/http/page-number"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { filledIn } from "~/http/search-params"
import { redirectWithToast } from "~/http/toast.server"
import { listStandingPlans } from "~/models/money/payment-plan/list-plans.server"
import { declineAsk, listOpenAsks } from "~/models/money/payment-plan/plan-asks.server"
import { DeclineAskForm, PlanQuery } from "~/models/money/payment-plan/plan-form"
import { askPlanRefusals } from "~/texts/money/refusals"
import { countOf } from "~/utils/count-of"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const query = PlanQuery.parse(filledIn(request))
  const { state, search } = query
  const { rows, ...sums } = listStandingPlans(actor, query)
  return {
    rows,
    sums,
    pages: paged(request, sums.total),
    asks: listOpenAsks(actor),
    query: { state, search },
    currency: actor.school.currency,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const form = await request.formData()
  const refuse = (answer: ReturnType<typeof invalid>, status = 400) =>
    data({ ask: String(form.get("ask") ?? "").slice(0, 64), result: answer.data.result }, { status })
  const submission = readForm(form, { schema: DeclineAskForm })
  if (submission.status !== "success") return refuse(invalid(submission))
  const declined = declineAsk(actor, submission.value.ask, submission.value.reason)
  if (declined.ok)
    return redirectWithToast(paths.paymentPlans(), `Request for invoice ${declined.number} declined.`)
  if (declined.reason === "no-invoice") throw notFound()
  return refuse(invalid(submission, { form: askPlanRefusals[declined.reason] }), 409)
}

export const handle: FramedPage = {
  tab: "plans",
  title: "Payment plans",
  head: () => ({ expression: "with a balance, next installment first" }),
}

export const meta: MetaFunction = () => [{ title: "Payment plans · Tutti" }]

export default function PaymentPlans() {
  const { asks, currency } = useLoaderData<typeof loader>()
  const declined = useActionData<typeof action>() ?? null
  return (
    <>
      <AnswerSummary formId={declineAskFormId(declined?.ask ?? "")} result={declined?.result} />
      <PlanAskList asks={asks} currency={currency} declined={declined} />
      <Plans />
    </>
  )
}

function Plans() {
  const { rows, sums, pages, query, currency } = useLoaderData<typeof loader>()
  const isFiltered = Boolean(query.state ?? query.search)
  if (rows.length === 0 && !isFiltered)
    return (
      <EmptyState action={<Link to={paths.billing({ status: "due" })}>Unpaid invoices</Link>}>
        No one pays in installments now. To agree a payment plan, open an unpaid invoice and choose Pay in
        installments.
      </EmptyState>
    )
  return (
    <>
      <FilterForm role="search" aria-label="Filter payment plans">
        <label className="toolbar" htmlFor="plan-search">
          <span>Family or invoice</span>
          <FilterSearch id="plan-search" name="search" value={query.search} />
        </label>
        <FilterChoice
          name="state"
          label="Status"
          isLabeled
          every="All"
          value={query.state}
          choices={[
            ["overdue", "Overdue"],
            ["on-time", "Nothing overdue"],
          ]}
        />
        <FilterButton>Apply</FilterButton>
      </FilterForm>
      {rows.length === 0 ? (
        <EmptyState action={<Link to={paths.paymentPlans()}>Clear filters</Link>}>
          No payment plans match these filters.
        </EmptyState>
      ) : (
        <>
          <PlanTable plans={rows} currency={currency} />
          <LedgerList
            rows={[{ label: "Overdue", amount: formatMoney(sums.overdueMinor, currency) }]}
            total={{
              label: `Left of ${countOf(sums.total, "payment plan")}`,
              amount: formatMoney(sums.leftMinor, currency),
            }}
          />
        </>
      )}
      {pages.total > rows.length ? <Pagination {...pages} /> : null}
    </>
  )
}
