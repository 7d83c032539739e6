import type { SubmissionResult } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { DeclineForm } from "~/components/form/decline-form"
import { AnswerSummary } from "~/components/form/post-form"
import { FamilyTitle, familyColumn } from "~/components/people/family/family-title"
import { framed } from "~/components/shell/frame"
import { Link, LinkButton } from "~/components/ui/button"
import { amountColumn, DataTable, EmptyState, Pagination } from "~/components/ui/data-table"
import { FilterButton, FilterChoice, FilterForm, FilterSearch } from "~/components/ui/filter-form"
import { LedgerList } from "~/components/ui/ledger-list"
import { useHasRight } from "~/components/ui/limits"
import { notFound, requireMember } from "~/http/guards.server"
import { paged } from "~/http/page-number"
import { invalid, readForm } from "~/http/read-form.server"
import { filledIn } from "~/http/search-params"
import { redirectWithToast } from "~/http/toast.server"
import { listStandingPlans } from "~/models/money/payment-plan/list-plans.server"
import { sharedPlan } from "~/models/money/payment-plan/payment-plan"
import { declineAsk, listOpenAsks } from "~/models/money/payment-plan/plan-asks.server"
import { DeclineAskForm, PlanQuery } from "~/models/money/payment-plan/plan-form"
import { askPlanRefusals } from "~/texts/money/refusals"
import { countOf, formatDate } from "~/utils/formats"
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

export const { handle, meta } = framed({
  tab: "plans",
  title: "Payment plans",
  head: () => ({ expression: "with a balance, next installment first" }),
})

export default function PaymentPlans() {
  const declined = useActionData<typeof action>() ?? null
  return (
    <>
      <AnswerSummary formId={declineAskFormId(declined?.ask ?? "")} result={declined?.result} />
      <PlanAskList declined={declined} />
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
          <PlanTable />
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

const declineAskFormId = (askId: string) => `decline-${askId}`

/** The answer to the form of one request. */
type Declined = { ask: string; result: SubmissionResult } | null

/** What families ask for: the office agrees a plan that begins with it, or declines with a reason. */
function PlanAskList({ declined }: { declined: Declined }) {
  const { asks, currency } = useLoaderData<typeof loader>()
  const hasRight = useHasRight()
  if (asks.length === 0) return null
  return (
    <section className="section" aria-labelledby="asks">
      <h2 id="asks">{countOf(asks.length, "request")} from families</h2>
      <ul className="rows">
        {asks.map((ask) => (
          <li key={ask.id} className="flex-wrap">
            <span className="grow basis-56">
              <b>
                <FamilyTitle {...ask} />
              </b>
              , <Link to={paths.invoice(ask.invoiceId)}>{`Invoice ${ask.number}`}</Link>
              <br />
              <span className="small">
                {ask.askerName} asks to pay {formatMoney(ask.openMinor, currency)} in{" "}
                {countOf(ask.count, "installment")}, the first on {formatDate(ask.firstOn, "medium")}.
                {ask.payers > 1 ? ` ${sharedPlan(ask.payers)}` : null}
                {ask.note ? ` “${ask.note}”` : null}
              </span>
            </span>
            {hasRight("invoice:issue") ? (
              <div className="buttons">
                <LinkButton to={paths.invoicePlan(ask.invoiceId)}>
                  Review {countOf(ask.count, "installment")}
                </LinkButton>
                <DeclineForm
                  id={declineAskFormId(ask.id)}
                  sends={{ ask: ask.id }}
                  field="reason"
                  label={`Reason, sent to ${ask.askerName}`}
                  result={declined?.ask === ask.id ? declined.result : undefined}
                  intent="decline"
                >
                  Decline request
                </DeclineForm>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Payment plans with what is due next, what is overdue and what is left of each. */
function PlanTable() {
  const { rows, currency } = useLoaderData<typeof loader>()
  const money = (amountMinor: number) => formatMoney(amountMinor, currency)
  return (
    <DataTable
      caption="Payment plans with a balance, next installment first"
      rows={rows}
      rowKey={({ planId }) => planId}
      middle
      terse="labelled"
      columns={[
        familyColumn,
        {
          label: "Invoice",
          cell: ({ invoices }) =>
            invoices.map(({ id, number }, index) => (
              <span key={id}>
                {index > 0 ? ", " : null}
                <Link to={paths.invoice(id)}>{number}</Link>
              </span>
            )),
        },
        { label: "Paid", cell: ({ paid, count }) => `${paid} of ${count}` },
        {
          label: "Next installment",
          cell: ({ nextOn, nextMinor }) => `${formatDate(nextOn, "medium")}, ${money(nextMinor)}`,
        },
        {
          label: "Overdue",
          numeric: true,
          cell: ({ overdueMinor }) =>
            overdueMinor > 0 ? <span className="bad">{money(overdueMinor)}</span> : "–",
        },
        amountColumn("leftMinor", currency, "Left"),
      ]}
    />
  )
}
