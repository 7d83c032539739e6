import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { ColumnChoice } from "~/components/foundation/list-view/column-choice"
import { SavedFilters } from "~/components/foundation/list-view/saved-filters"
import { InvoiceSearch, type ListFilter } from "~/components/money/invoice/invoice-filters"
import { InvoiceFlow } from "~/components/money/invoice/invoice-flow"
import { InvoiceTable } from "~/components/money/invoice/invoice-table"
import { SelectionForm } from "~/components/overview/bulk/selection-form"
import type { FramedPage } from "~/components/shell/frame"
import { LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/empty-state"
import { Figure } from "~/components/ui/figure"
import { LedgerList } from "~/components/ui/ledger-list"
import { Link } from "~/components/ui/link"
import { Pagination } from "~/components/ui/pagination"
import { requireMember } from "~/http/guards.server"
import { changeView, type ViewedList, viewOf } from "~/http/list-view.server"
import { paged } from "~/http/page-number"
import { filledIn } from "~/http/search-params"
import { sumUnbilledCharges } from "~/models/money/charge/unbilled.server"
import { type InvoiceColumn, listedColumns } from "~/models/money/invoice/invoice-columns"
import { InvoiceQuery } from "~/models/money/invoice/invoice-forms"
import { INVOICES_PER_PAGE, listInvoices } from "~/models/money/invoice/list-invoices.server"
import { listActsFor } from "~/models/overview/bulk/bulk-acts.server"
import { countOf } from "~/utils/count-of"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

const view: ViewedList<InvoiceColumn> = {
  noun: "invoices",
  columns: listedColumns,
  read: (parameters) => filterOf(Object.fromEntries([...parameters].filter(([, value]) => value !== ""))),
  at: paths.billing,
}

/** The filter and the order of an address, always written the same way. */
function filterOf(asked: Record<string, string>): ListFilter {
  const { page: _, ...filter } = InvoiceQuery.parse(asked)
  const { status, family, search, from, to, order, sort } = filter
  return { status, family, search, from, to, order, sort: sort === "newest" ? undefined : sort }
}

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const { page } = InvoiceQuery.parse(filledIn(request))
  const filter = filterOf(filledIn(request))
  const { family: familyId, ...rest } = filter
  const { columns, saved, current } = viewOf(actor, view, request)
  const listed = listInvoices(actor, { ...rest, familyId, page })
  paged(request, { page, perPage: INVOICES_PER_PAGE, total: listed.count })
  const found = {
    ...listed,
    shown: listed.rows.length,
    columns,
    saved,
    current,
    filter,
    page,
    list: new URL(request.url).searchParams.toString().slice(0, 2000),
    acts: listActsFor(actor, "invoices"),
    perPage: INVOICES_PER_PAGE,
    currency: actor.school.currency,
    unbilled: sumUnbilledCharges(actor),
    csv: paths.invoicesCsv(filter),
  }
  return found
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  return changeView(actor, view, request, await request.formData())
}

export const handle: FramedPage = {
  tab: "invoices",
  title: "Invoices",
  head: () => ({
    actions: (
      <LinkButton to={paths.newInvoice()} variant="primary">
        New invoice
      </LinkButton>
    ),
  }),
}

export const meta: MetaFunction = () => [{ title: "Invoices · Tutti" }]

export default function Billing() {
  const { rows, shown, chips, filter, list, acts, count, totalMinor, openMinor, currency, unbilled, csv } =
    useLoaderData<typeof loader>()
  const { columns, saved, current } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const { sort: _, order: __, ...narrowing } = filter
  const isFiltered = Object.values(narrowing).some(Boolean)
  const none = chips.every((chip) => chip.count === 0) && !isFiltered
  return (
    <>
      {none ? (
        <EmptyState action={<LinkButton to={paths.newInvoice()}>Create an invoice</LinkButton>}>
          No invoices yet. Lessons are ready to invoice once attendance is taken.
          {unbilled.charges > 0 ? (
            <>
              {" "}
              <Figure of="ready-to-invoice ready-to-invoice-amount" to={paths.unbilled()}>
                {countOf(unbilled.charges, "item")} ready to invoice,{" "}
                {formatMoney(unbilled.amountMinor, currency)}
              </Figure>
            </>
          ) : null}
        </EmptyState>
      ) : (
        <>
          <InvoiceFlow filter={filter} chips={chips} unbilled={unbilled} currency={currency} />
          <AnswerSummary formId="save-filter" result={result} />
          <SavedFilters
            saved={saved}
            current={current}
            at={paths.billing}
            canMessage
            canSave={isFiltered}
            result={result}
          />
          <InvoiceSearch filter={filter} />
          {shown > 0 ? (
            <>
              <SelectionForm noun="invoices" acts={acts} list={list} shown={shown} total={count}>
                <InvoiceTable rows={rows} columns={columns} filter={filter} currency={currency} />
              </SelectionForm>
              <LedgerList
                rows={[{ label: "Outstanding", amount: formatMoney(openMinor, currency) }]}
                total={{
                  label: countOf(count, "invoice"),
                  amount: formatMoney(totalMinor, currency),
                }}
              />
            </>
          ) : (
            <EmptyState action={<Link to={paths.billing()}>Clear filters</Link>}>
              No invoices match these filters.
            </EmptyState>
          )}
          <Pages />
          <ColumnChoice of={listedColumns} columns={columns} own={[]} fields={[]} />
          <p className="no-print">
            <a href={csv} download>
              Download CSV
            </a>
          </p>
        </>
      )}
    </>
  )
}

function Pages() {
  const { filter, page, perPage, count, shown } = useLoaderData<typeof loader>()
  if (count <= perPage && page === 1) return null
  const from = (page - 1) * perPage + 1
  const to = from + shown - 1
  const at = (number: number) => paths.billing({ ...filter, page: String(number) })
  return (
    <Pagination
      from={from}
      to={to}
      total={count}
      previous={page > 1 ? at(page - 1) : undefined}
      next={to < count ? at(page + 1) : undefined}
    />
  )
}
