import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { type FramedPage, pageTitle } from "~/components/shell/frame"
import { Link, LinkButton } from "~/components/ui/button"
import { amountColumn, type Column, DataTable, EmptyState, Pagination } from "~/components/ui/data-table"
import { FilterChoice, FilterForm, FilterSearch } from "~/components/ui/filter-form"
import { LedgerList } from "~/components/ui/ledger-list"
import { PeriodFilter } from "~/components/ui/period-filter"
import { requireMember } from "~/http/guards.server"
import { paged } from "~/http/page-number"
import { filledIn } from "~/http/search-params"
import {
  type Expense,
  type ExpenseKind,
  expenseKinds,
  named,
  rhythmLabels,
} from "~/models/money/expense/expense"
import { listCategories } from "~/models/money/expense/expense-categories.server"
import { ExpenseQuery } from "~/models/money/expense/expense-forms"
import { listRepeats } from "~/models/money/expense/expense-repeats.server"
import { expensePeriod, hasExpenses, listExpenses, sumExpenses } from "~/models/money/expense/expenses.server"
import { methodLabels } from "~/models/money/payment/payment"
import { expenseTexts } from "~/texts/money/expense-texts"
import { formatDate, formatNumber } from "~/utils/formats"
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
    categories: listCategories(actor, filter.kind),
    repeats: listRepeats(actor, filter.kind),
    isNew: total === 0 && !hasExpenses(actor, filter.kind),
    currency: actor.school.currency,
  }
}

export const handle: FramedPage<typeof loader> = {
  tab: "expenses",
  title: "Expenses",
  head: ({ filter: { kind }, period }) => ({
    title: expenseTexts[kind].title,
    expression: `${formatDate(period.from, "medium")} to ${formatDate(period.to, "medium")}`,
    actions: (
      <>
        <LinkButton to={paths.expenseCategories(named(kind))}>Categories</LinkButton>
        <LinkButton to={paths.newExpense(named(kind))} variant="primary">
          {expenseTexts[kind].add}
        </LinkButton>
      </>
    ),
  }),
}

export const meta = pageTitle<typeof loader>(
  (data) => expenseTexts[data.filter.kind].title,
  expenseTexts.expense.title,
)

export default function Expenses() {
  const { rows, sums, filter, pages, isNew, currency } = useLoaderData<typeof loader>()
  const money = (amountMinor: number) => formatMoney(amountMinor, currency)
  const { kind } = filter
  const texts = expenseTexts[kind]
  const query = { ...filter, kind: named(kind).kind }
  if (isNew)
    return (
      <>
        <Kinds kind={kind} />
        <EmptyState action={<Link to={paths.newExpense(named(kind))}>{texts.add}</Link>}>
          {texts.empty}
        </EmptyState>
      </>
    )
  const total = sums.reduce((all, { amountMinor }) => all + amountMinor, 0)
  const tax = sums.reduce((all, { taxMinor }) => all + taxMinor, 0)
  return (
    <>
      <Kinds kind={kind} />
      <ExpenseFilters />
      {pages.total === 0 ? (
        <EmptyState action={<Link to={paths.expenses(named(kind))}>Clear filters</Link>}>
          {texts.noneFound}
        </EmptyState>
      ) : (
        <>
          <DataTable caption={texts.caption} terse rows={rows} columns={columnsIn(kind, currency)} />
          <Pagination {...pages} />
          <LedgerList
            rows={sums.map((sum) => ({
              label: (
                <Link to={paths.expenses({ ...query, category: sum.id })}>
                  {sum.name}, {formatNumber(sum.count)}
                </Link>
              ),
              amount: money(sum.amountMinor),
            }))}
            total={{
              label: tax > 0 ? `${texts.title}, ${money(tax)} of it tax` : texts.title,
              amount: money(total),
            }}
          />
          <p className="no-print">
            <a href={paths.expensesFile(query)} download>
              Download CSV
            </a>
          </p>
        </>
      )}
      <RepeatList />
    </>
  )
}

/** Expenses and other income are lists of their own on one page. */
const Kinds = ({ kind }: { kind: ExpenseKind }) => (
  <nav className="filter-chips no-print" aria-label="Kind">
    {expenseKinds.map((each) => (
      <Link key={each} to={paths.expenses(named(each))} aria-current={each === kind ? "page" : undefined}>
        {`${expenseTexts[each].title} `}
      </Link>
    ))}
  </nav>
)

const columnsIn = (kind: ExpenseKind, currency: string): Column<Expense>[] => [
  { label: expenseTexts[kind].payee, cell: ({ id, payee }) => <Link to={paths.expense(id)}>{payee}</Link> },
  { label: "Date", cell: ({ spentOn }) => formatDate(spentOn, "medium") },
  { label: "Category", cell: ({ categoryName }) => categoryName },
  { label: "Payment method", cell: ({ method }) => methodLabels[method] },
  {
    label: expenseTexts[kind].receipt,
    cell: ({ id, fileId, payee }) =>
      fileId ? (
        <a href={paths.expenseReceipt(id)} download>
          {expenseTexts[kind].receipt}
          <span className="visually-hidden"> of {payee}</span>
        </a>
      ) : (
        "–"
      ),
  },
  amountColumn("amountMinor", currency),
]

/** Which expenses to show; the address is the state. */
function ExpenseFilters() {
  const { filter, period, categories } = useLoaderData<typeof loader>()
  const { kind } = filter
  return (
    <FilterForm role="search" aria-label={expenseTexts[kind].search}>
      {kind === "income" ? <input type="hidden" name="kind" value={kind} /> : null}
      <PeriodFilter {...period} />
      <FilterChoice
        name="category"
        label="Category"
        isLabeled
        every="All categories"
        value={filter.category}
        choices={categories.map(({ id, name }) => [id, name] as const)}
      />
      <FilterSearch
        id="expenses-search"
        name="search"
        sought={expenseTexts[kind].payeeOrNote}
        value={filter.search}
      />
      <button className="button" type="submit">
        Search
      </button>
    </FilterForm>
  )
}

/** What is entered by itself, the next one first. */
function RepeatList() {
  const { repeats, currency } = useLoaderData<typeof loader>()
  if (repeats.length === 0) return null
  return (
    <section className="section" aria-labelledby="repeats">
      <h2 id="repeats">Entered automatically</h2>
      <LedgerList
        rows={repeats.map(({ expenseId, payee, amountMinor, nextOn, rhythm }) => ({
          label: (
            <>
              <Link to={paths.expense(expenseId)}>{payee}</Link>, next on {formatDate(nextOn, "medium")} (
              {rhythmLabels[rhythm].toLowerCase()})
            </>
          ),
          amount: formatMoney(amountMinor, currency),
        }))}
      />
    </section>
  )
}
