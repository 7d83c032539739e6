import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { familyColumn } from "~/components/people/family/family-title"
import { framed } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { amountColumn, DataTable, EmptyState, Pagination } from "~/components/ui/data-table"
import { FilterChoice, FilterForm, FilterSearch } from "~/components/ui/filter-form"
import { LedgerList } from "~/components/ui/ledger-list"
import { PeriodFilter } from "~/components/ui/period-filter"
import { requireMember } from "~/http/guards.server"
import { paged } from "~/http/page-number"
import { filledIn } from "~/http/search-params"
import { entryText, eventFilters, eventNames, filterLabel } from "~/models/money/ledger/money-history"
import {
  findMoneyHistory,
  HistoryQuery,
  type MoneyEvent,
} from "~/models/money/ledger/money-history-query.server"
import { methodChoices, methodLabels, paymentMethods } from "~/models/money/payment/payment"
import { listRedeemed } from "~/models/money/voucher/vouchers.server"
import { voucherMethodText } from "~/texts/money/vouchers"
import { formatDate, formatNumber } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const { page, ...filter } = HistoryQuery.parse(filledIn(request))
  const history = await findMoneyHistory(actor, { ...filter, page })
  const found = {
    ...history,
    shown: history.rows.length,
    methods: paymentMethods.filter((method) => history.days.some(({ byMethod }) => byMethod[method])),
    hasDays: history.days.length > 0,
    redeemed: listRedeemed(
      actor,
      history.rows.flatMap(({ kind, id }) => (kind === "voucher" ? id : [])),
    ),
    filter,
    pages: paged(request, history.count),
    currency: actor.school.currency,
  }
  return found
}

export const { handle, meta } = framed<typeof loader>({
  tab: "history",
  title: "Billing history",
  head: ({ period }) => ({
    expression: `${formatDate(period.from, "full")} to ${formatDate(period.to, "full")}`,
  }),
})

export default function MoneyHistory() {
  const { rows, shown, sums, filter, pages, currency } = useLoaderData<typeof loader>()
  const money = (amountMinor: number) => formatMoney(amountMinor, currency)
  return (
    <>
      <HistoryFilters />
      {shown === 0 ? (
        <EmptyState action={<Link to={paths.moneyHistory()}>Clear filters</Link>}>
          No invoices or payments match these filters.
        </EmptyState>
      ) : (
        <>
          <DataTable
            caption="Invoices, payments and refunds, newest first"
            terse
            rowsId="money-events"
            rows={rows}
            rowKey={({ kind, id }) => `${kind} ${id}`}
            columns={[
              { label: "Activity", cell: (event) => <What event={event} /> },
              { label: "Date", cell: ({ on }) => formatDate(on, "medium") },
              familyColumn,
              amountColumn("amountMinor", currency),
            ]}
          />
          <Pagination {...pages} />
          <LedgerList
            rows={sums
              .filter((sum) => sum.count > 0)
              .map((sum) => ({
                label: `${eventNames[sum.kind].many}, ${formatNumber(sum.count)}`,
                amount: money(sum.sumMinor),
              }))}
            total={{
              label: "Change in balance",
              amount: money(sums.reduce((all, { sumMinor }) => all + sumMinor, 0)),
            }}
          />
          <p className="no-print">
            <a href={paths.moneyHistoryFile(filter)} download>
              Download CSV
            </a>
          </p>
        </>
      )}
      <CashUp />
      <VoucherDays />
    </>
  )
}

function What({ event }: { event: MoneyEvent }) {
  const { kind, id } = event
  const voucherId = useLoaderData<typeof loader>().redeemed[id]
  const text = entryText(event)
  if (kind === "payment") return <Link to={paths.paymentReceipt(id)}>{text}</Link>
  if (kind === "voucher" && voucherId) return <Link to={paths.voucher(voucherId)}>{text}</Link>
  if (kind === "credit-note") return <Link to={paths.creditNote(id)}>{text}</Link>
  return kind === "invoice" || kind === "void" ? <Link to={paths.invoice(id)}>{text}</Link> : text
}

type Day = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["days"]>[number]

/** Money received each day, by payment method. */
function CashUp() {
  const { days, hasDays, methods, currency } = useLoaderData<typeof loader>()
  if (!hasDays) return null
  const money = (amountMinor: number | undefined) => (amountMinor ? formatMoney(amountMinor, currency) : "–")
  return (
    <section className="section" aria-labelledby="cash-up">
      <header>
        <h2 id="cash-up">Received by day</h2>
        <span className="dim">net of refunds</span>
      </header>
      <DataTable
        caption="Received by day and payment method"
        rowsId="received-days"
        rows={days}
        rowKey={({ on }) => on}
        columns={[
          { label: "Date", cell: ({ on }) => formatDate(on, "weekday") },
          ...methods.map((method) => ({
            label: methodLabels[method],
            numeric: true,
            cell: ({ byMethod }: Day) => money(byMethod[method]),
          })),
          { label: "Total", numeric: true, cell: ({ totalMinor }) => <b>{money(totalMinor)}</b> },
        ]}
      />
    </section>
  )
}

/** What came in for gift vouchers each day, beside what came from families. */
function VoucherDays() {
  const { voucherDays, currency } = useLoaderData<typeof loader>()
  if (voucherDays.length === 0) return null
  return (
    <section className="section" aria-labelledby="voucher-days">
      <header>
        <h2 id="voucher-days">Gift vouchers by day</h2>
        <span className="dim">not in the amounts above</span>
      </header>
      <LedgerList
        rows={voucherDays.map(({ on, method, receivedMinor, refundedMinor }) => ({
          label: (
            <Link
              to={paths.vouchers({
                state: receivedMinor === 0 ? "canceled" : undefined,
                ...{ method, from: on, to: on },
              })}
            >
              {voucherMethodText(method)}, {formatDate(on, "medium")}
            </Link>
          ),
          amount: formatMoney(receivedMinor - refundedMinor, currency),
        }))}
      />
    </section>
  )
}

/** Which money events to show; the address is the state. */
function HistoryFilters() {
  const { filter, period, currency } = useLoaderData<typeof loader>()
  return (
    <FilterForm role="search" aria-label="Search billing history">
      <PeriodFilter {...period} />
      <FilterChoice
        name="kind"
        label="Type"
        isLabeled
        every="All types"
        value={filter.kind}
        choices={eventFilters.map((kind) => [kind, filterLabel(kind)] as const)}
      />
      <FilterChoice
        name="method"
        label="Payment method"
        isLabeled
        every="All methods"
        value={filter.method}
        choices={methodChoices(currency, filter.method).map(({ value, label }) => [value, label] as const)}
      />
      <FilterSearch
        id="history-search"
        name="search"
        sought="Family, invoice, payer, reference or amount"
        value={filter.search}
      />
      <button className="button" type="submit">
        Search
      </button>
    </FilterForm>
  )
}
