import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { DueOn } from "~/components/money/invoice/due-on"
import { InvoiceSearch, type ListFilter } from "~/components/money/invoice/invoice-filters"
import { InvoiceFlow } from "~/components/money/invoice/invoice-flow"
import { InvoiceStatus } from "~/components/money/invoice/invoice-status"
import { SelectionForm } from "~/components/overview/bulk/selection-form"
import { FamilyTitle } from "~/components/people/family/family-title"
import type { FramedPage } from "~/components/shell/frame"
import { LinkButton } from "~/components/ui/button"
import { type Column, DataTable } from "~/components/ui/data-table"
import { EmptyState } from "~/components/ui/empty-state"
import { Figure } from "~/components/ui/figure"
import { LedgerList } from "~/components/ui/ledger-list"
import { Link } from "~/components/ui/link"
import { Pagination } from "~/components/ui/pagination"
import { requireMember } from "~/http/guards.server"
import { filledIn } from "~/http/search-params"
import { sumUnbilledCharges } from "~/models/money/charge/unbilled.server"
import { InvoiceQuery } from "~/models/money/invoice/invoice-forms"
import { INVOICES_PER_PAGE, type InvoiceRow, listInvoices } from "~/models/money/invoice/list-invoices.server"
import { listActsFor } from "~/models/overview/bulk/bulk-acts.server"
import { countOf } from "~/utils/count-of"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const { page, ...filter } = InvoiceQuery.parse(filledIn(request))
  const { family: familyId, ...rest } = filter
  return {
    ...listInvoices(actor, { ...rest, familyId, page }),
    filter: filter as ListFilter,
    list: new URL(request.url).searchParams.toString().slice(0, 2000),
    acts: listActsFor(actor, "invoices"),
    page,
    perPage: INVOICES_PER_PAGE,
    currency: actor.school.currency,
    unbilled: sumUnbilledCharges(actor),
    csv: paths.invoicesCsv(filter),
  }
}

export const handle: FramedPage = {
  repeats: true,
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
  const { rows, chips, filter, list, acts, count, totalMinor, openMinor, currency, unbilled, csv } =
    useLoaderData<typeof loader>()
  const isFiltered = Object.values(filter).some(Boolean)
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
          <InvoiceSearch filter={filter} />
          {rows.length > 0 ? (
            <>
              <SelectionForm noun="invoices" acts={acts} list={list} shown={rows.length} total={count}>
                <DataTable
                  caption="Invoices"
                  columns={columnsIn(currency)}
                  rows={rows}
                  rowKey={({ id }) => id}
                  pick={({ id, number, familyName }) => ({
                    value: id,
                    label: `${number ?? "the draft"}, ${familyName}`,
                  })}
                  middle
                  terse
                />
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

const columnsIn = (currency: string): Column<InvoiceRow>[] => [
  {
    label: "Invoice",
    cell: ({ id, number }) => <Link to={paths.invoice(id)}>{number ?? "Draft"}</Link>,
  },
  {
    label: "Family",
    small: "under",
    cell: ({ familyId, payerId, billTo, ...family }) => (
      <span>
        <Link to={paths.family(familyId)}>
          <FamilyTitle {...family} />
        </Link>
        {payerId ? <span className="dim"> {billTo}</span> : null}
      </span>
    ),
  },
  {
    label: "Status",
    small: "below",
    cell: ({ state, paidMinor, openMinor }) => (
      <span>
        <InvoiceStatus state={state} />
        {paidMinor > 0 && openMinor > 0 ? (
          <span className="dim">, {formatMoney(openMinor, currency)} due</span>
        ) : null}
      </span>
    ),
  },
  {
    label: "Due",
    small: "none",
    cell: ({ dueOn }) => <DueOn date={dueOn} />,
  },
  {
    label: "Amount",
    small: "side",
    numeric: true,
    beside: true,
    cell: ({ totalMinor }) => formatMoney(totalMinor, currency),
  },
]

function Pages() {
  const { filter, page, perPage, count, rows } = useLoaderData<typeof loader>()
  if (count <= perPage && page === 1) return null
  const from = (page - 1) * perPage + 1
  const to = from + rows.length - 1
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
