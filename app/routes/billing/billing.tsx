import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { type Sorting, sortedBy } from "~/components/foundation/list-view/sorted-by"
import { DueOn } from "~/components/money/invoice/due-on"
import { InvoiceSearch, type ListFilter } from "~/components/money/invoice/invoice-filters"
import { type Chip, chipOf, InvoiceStages } from "~/components/money/invoice/invoice-stages"
import { InvoiceStatus } from "~/components/money/invoice/invoice-status"
import { ListScreen } from "~/components/overview/list-page/list-screen"
import { FamilyTitle } from "~/components/people/family/family-title"
import { framed } from "~/components/shell/frame"
import { Link, LinkButton } from "~/components/ui/button"
import { type Column, DataTable, EmptyState, MorePages } from "~/components/ui/data-table"
import { Figure } from "~/components/ui/figure"
import { LedgerList } from "~/components/ui/ledger-list"
import { Tabs } from "~/components/ui/tabs"
import { requireMember } from "~/http/guards.server"
import { changeView, type ViewedList, viewOf } from "~/http/list-view.server"
import { paged } from "~/http/page-number"
import { filledIn } from "~/http/search-params"
import { sumUnbilledCharges } from "~/models/money/charge/unbilled.server"
import {
  type InvoiceGroup,
  type InvoiceState,
  invoiceGroups,
  stateLabels,
  statesOf,
} from "~/models/money/invoice/invoice"
import {
  type InvoiceColumn,
  type InvoiceSort,
  invoiceColumns,
  listedColumns,
} from "~/models/money/invoice/invoice-columns"
import { InvoiceQuery } from "~/models/money/invoice/invoice-forms"
import { listInvoices } from "~/models/money/invoice/list-invoices.server"
import { countOf, formatDate, formatNumber } from "~/utils/formats"
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

export const { handle, meta } = framed({
  tab: "invoices",
  title: "Invoices",
  head: () => ({
    actions: (
      <LinkButton to={paths.newInvoice()} variant="primary">
        New invoice
      </LinkButton>
    ),
  }),
})

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

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type InvoiceFlowProps = Pick<Loaded, "filter" | "chips" | "unbilled" | "currency">

/** States off the way of an invoice, as tabs. */
const aside = ["credited", "written-off", "void"] as const satisfies InvoiceState[]

/** Every state as a link with its sum and count. The other filters stay. */
function InvoiceFlow({ filter, chips, unbilled, currency }: InvoiceFlowProps) {
  const { status, ...others } = filter
  const all = chips.reduce((sum, { count }) => sum + count, 0)
  const group = status && status in invoiceGroups ? (status as InvoiceGroup) : undefined
  return (
    <>
      <InvoiceStages chips={chips} unbilled={unbilled} currency={currency} current={status} others={others} />
      <Tabs
        label="More invoices"
        tabs={[
          {
            to: paths.billing(others),
            label: `All ${formatNumber(all)}`,
            current: !status,
            metric: "invoices-in-state",
          },
          ...(group ? [groupTab(group, others, chips)] : []),
          ...aside
            .map((state) => chipOf(chips, state))
            .filter(({ state, count }) => count > 0 || state === status)
            .map(({ state, count, sumMinor }) => ({
              to: paths.billing({ ...others, status: state }),
              label: `${stateLabels[state].word} ${formatNumber(count)}, ${formatMoney(sumMinor, currency)}`,
              current: status === state,
              metric: "invoices-in-state invoices-in-state-amount" as const,
            })),
        ]}
      />
    </>
  )
}

/** Several states together, when a figure links here. */
function groupTab(group: InvoiceGroup, others: Omit<ListFilter, "status">, chips: Chip[]) {
  const count = chips
    .filter(({ state }) => statesOf(group).includes(state))
    .reduce((sum, chip) => sum + chip.count, 0)
  return {
    to: paths.billing({ ...others, status: group }),
    label: `${invoiceGroups[group].word} ${formatNumber(count)}`,
    current: true,
    metric: "invoices-in-state" as const,
  }
}

type Row = Loaded["rows"][number]

type InvoiceTableProps = Pick<Loaded, "rows" | "filter" | "currency"> & { columns: readonly InvoiceColumn[] }

/** Invoices with the columns that a person chose. */
function InvoiceTable({ rows, columns, filter, currency }: InvoiceTableProps) {
  const sorting: Sorting = {
    order: { sort: filter.sort, isReversed: filter.order !== undefined },
    usual: "newest",
    to: ({ sort, isReversed }) =>
      paths.billing({
        ...filter,
        sort: sort === "newest" ? undefined : sort,
        order: isReversed ? "reversed" : undefined,
      }),
  }
  const by = (sort: InvoiceSort, startsHigh = false) => sortedBy<Row>(sorting, sort, startsHigh)
  const shown = columnsIn(currency, by)
  return (
    <DataTable
      caption="Invoices"
      columns={[
        {
          label: "Invoice",
          sort: by("newest", true),
          cell: ({ id, number }: Row) => <Link to={paths.invoice(id)}>{number ?? "Draft"}</Link>,
        },
        ...columns.map((column) => ({ label: invoiceColumns[column], ...shown[column] })),
      ]}
      rowsId="invoices"
      rows={rows}
      pick={({ id, number, familyName }) => ({
        value: id,
        label: `${number ?? "the draft"}, ${familyName}`,
      })}
      middle
      terse
    />
  )
}

const columnsIn = (
  currency: string,
  by: (sort: InvoiceSort, startsHigh?: boolean) => Column<Row>["sort"],
): Record<InvoiceColumn, Omit<Column<Row>, "label">> => ({
  family: {
    small: "under",
    sort: by("family"),
    cell: ({ familyId, payerId, billTo, ...family }) => (
      <span>
        <Link to={paths.family(familyId)}>
          <FamilyTitle {...family} />
        </Link>{" "}
        {payerId ? <span className="dim"> {billTo}</span> : null}
      </span>
    ),
  },
  status: {
    small: "below",
    cell: ({ state, paidMinor, openMinor }) => (
      <span>
        <InvoiceStatus state={state} />{" "}
        {paidMinor > 0 && openMinor > 0 ? (
          <span className="dim only-wide">({formatMoney(openMinor, currency)} due)</span>
        ) : null}
      </span>
    ),
  },
  issued: {
    cell: ({ issuedOn }) => (issuedOn ? formatDate(issuedOn, "medium") : "–"),
  },
  due: { sort: by("due"), cell: ({ dueOn }) => <DueOn date={dueOn} /> },
  open: {
    numeric: true,
    sort: by("open", true),
    cell: ({ openMinor }) => (openMinor === 0 ? "–" : formatMoney(openMinor, currency)),
  },
  amount: {
    small: "side",
    numeric: true,
    beside: true,
    sort: by("amount", true),
    cell: ({ totalMinor }) => formatMoney(totalMinor, currency),
  },
})
