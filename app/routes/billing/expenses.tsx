import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { ExpenseFilters } from "~/components/money/expense/expense-filters"
import { RepeatList } from "~/components/money/expense/repeat-list"
import type { FramedPage } from "~/components/shell/frame"
import { LinkButton } from "~/components/ui/button"
import { type Column, DataTable } from "~/components/ui/data-table"
import { EmptyState } from "~/components/ui/empty-state"
import { LedgerList } from "~/components/ui/ledger-list"
import { Link } from "~/components/ui/link"
import { Pagination } from "~/components/ui/pagination"
import { requireMember } from "~/http/guards.server"
import { paged } from "~/http/page-number"
import { filledIn } from "~/http/search-params"
import type { Expense } from "~/models/money/expense/expense"
import { listCategories } from "~/models/money/expense/expense-categories.server"
import { ExpenseQuery } from "~/models/money/expense/expense-forms"
import { listRepeats } from "~/models/money/expense/expense-repeats.server"
import { expensePeriod, hasExpenses, listExpenses, sumExpenses } from "~/models/money/expense/expenses.server"
import { methodLabels } from "~/models/money/payment/payment"
import { formatDate } from "~/utils/date-text"
import { formatNumber } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const { page, ...filter } = ExpenseQuery.parse(filledIn(request))
  const rows = listExpenses(actor, filter, page)
  const sums = sumExpenses(actor, filter)
  const total = sums.reduce((all, { count }) => all + count, 0)
  return {
    rows,
    sums,
    filter,
    period: expensePeriod(actor, filter),
    pages: paged(request, total),
    categories: listCategories(actor),
    repeats: listRepeats(actor),
    isNew: total === 0 && !hasExpenses(actor),
    currency: actor.school.currency,
  }
}

export const handle: FramedPage<typeof loader> = {
  tab: "expenses",
  title: "Expenses",
  head: ({ period }) => ({
    expression: `${formatDate(period.from, "full")} to ${formatDate(period.to, "full")}`,
    actions: (
      <>
        <LinkButton to={paths.expenseCategories()}>Categories</LinkButton>
        <LinkButton to={paths.newExpense()} variant="primary">
          Add an expense
        </LinkButton>
      </>
    ),
  }),
}

export const meta: MetaFunction = () => [{ title: "Expenses · Tutti" }]

export default function Expenses() {
  const { rows, sums, filter, period, pages, categories, repeats, isNew, currency } =
    useLoaderData<typeof loader>()
  const money = (amountMinor: number) => formatMoney(amountMinor, currency)
  if (isNew)
    return (
      <EmptyState action={<Link to={paths.newExpense()}>Add an expense</Link>}>
        No expenses yet. Add your rent, repairs and other costs to see what is left each month.
      </EmptyState>
    )
  const total = sums.reduce((all, { amountMinor }) => all + amountMinor, 0)
  const tax = sums.reduce((all, { taxMinor }) => all + taxMinor, 0)
  return (
    <>
      <ExpenseFilters filter={{ ...filter, ...period }} categories={categories} />
      {pages.total === 0 ? (
        <EmptyState action={<Link to={paths.expenses()}>Clear filters</Link>}>
          No expenses match these filters.
        </EmptyState>
      ) : (
        <>
          <DataTable
            caption="Expenses, newest first"
            terse
            rows={rows}
            rowKey={({ id }) => id}
            columns={columnsIn(currency)}
          />
          <Pagination {...pages} />
          <LedgerList
            rows={sums.map((sum) => ({
              label: (
                <Link to={paths.expenses({ ...filter, category: sum.id })}>
                  {sum.name}, {formatNumber(sum.count)}
                </Link>
              ),
              amount: money(sum.amountMinor),
            }))}
            total={{
              label: tax > 0 ? `Expenses, ${money(tax)} of it tax` : "Expenses",
              amount: money(total),
            }}
          />
          <p className="no-print">
            <a href={paths.expensesFile(filter)} download>
              Download CSV
            </a>
          </p>
        </>
      )}
      <RepeatList repeats={repeats} currency={currency} />
    </>
  )
}

const columnsIn = (currency: string): Column<Expense>[] => [
  { label: "Paid to", cell: ({ id, payee }) => <Link to={paths.expense(id)}>{payee}</Link> },
  { label: "Date", cell: ({ spentOn }) => formatDate(spentOn, "medium") },
  { label: "Category", cell: ({ categoryName }) => categoryName },
  { label: "Payment method", cell: ({ method }) => methodLabels[method] },
  {
    label: "Receipt",
    cell: ({ id, fileId, payee }) =>
      fileId ? (
        <a href={paths.expenseReceipt(id)} download>
          Receipt<span className="visually-hidden"> of {payee}</span>
        </a>
      ) : (
        "–"
      ),
  },
  {
    label: "Amount",
    numeric: true,
    beside: true,
    cell: ({ amountMinor }) => formatMoney(amountMinor, currency),
  },
]
