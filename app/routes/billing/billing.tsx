import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { InvoiceSearch, type ListFilter } from "~/components/money/invoice/invoice-filters"
import { InvoiceFlow } from "~/components/money/invoice/invoice-flow"
import { InvoiceTable } from "~/components/money/invoice/invoice-table"
import { ListScreen } from "~/components/overview/list-page/list-screen"
import type { FramedPage } from "~/components/shell/frame"
import { LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/empty-state"
import { Figure } from "~/components/ui/figure"
import { LedgerList } from "~/components/ui/ledger-list"
import { Link } from "~/components/ui/link"
import { MorePages } from "~/components/ui/pagination"
import { requireMember } from "~/http/guards.server"
import { changeView, type ViewedList, viewOf } from "~/http/list-view.server"
import { paged } from "~/http/page-number"
import { filledIn } from "~/http/search-params"
import { sumUnbilledCharges } from "~/models/money/charge/unbilled.server"
import { type InvoiceColumn, listedColumns } from "~/models/money/invoice/invoice-columns"
import { InvoiceQuery } from "~/models/money/invoice/invoice-forms"
import { listInvoices } from "~/models/money/invoice/list-invoices.server"
import { countOf } from "~/utils/count-of"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

const viewed: ViewedList<InvoiceColumn> = {
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
  const listed = listInvoices(actor, { ...rest, familyId, page })
  const found = {
    ...listed,
    shown: listed.rows.length,
    view: viewOf(actor, viewed, request, { ...filter, page: String(page) }),
    pages: paged(request, listed.count),
    filter,
    currency: actor.school.currency,
    unbilled: sumUnbilledCharges(actor),
    csv: paths.invoicesCsv(filter),
  }
  return found
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  return changeView(actor, viewed, request, await request.formData())
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
  const { rows, shown, view, pages, chips, filter, totalMinor, openMinor, currency, unbilled, csv } =
    useLoaderData<typeof loader>()
  const { sort: _, order: __, ...narrowing } = filter
  const isFiltered = Object.values(narrowing).some(Boolean)
  const none = chips.every((chip) => chip.count === 0) && !isFiltered
  if (none)
    return (
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
    )
  return (
    <>
      <ListScreen
        noun="invoices"
        view={view}
        columns={listedColumns}
        shown={shown}
        total={pages.total}
        at={paths.billing}
        isNarrowed={isFiltered}
        head={<InvoiceFlow filter={filter} chips={chips} unbilled={unbilled} currency={currency} />}
        filters={<InvoiceSearch filter={filter} />}
        empty={
          <EmptyState action={<Link to={paths.billing()}>Clear filters</Link>}>
            No invoices match these filters.
          </EmptyState>
        }
        foot={
          <>
            {shown > 0 ? (
              <LedgerList
                rows={[{ label: "Outstanding", amount: formatMoney(openMinor, currency) }]}
                total={{ label: countOf(pages.total, "invoice"), amount: formatMoney(totalMinor, currency) }}
              />
            ) : null}
            <MorePages {...pages} />
          </>
        }
      >
        <InvoiceTable rows={rows} columns={view.columns} filter={filter} currency={currency} />
      </ListScreen>
      <p className="no-print">
        <a href={csv} download>
          Download CSV
        </a>
      </p>
    </>
  )
}
