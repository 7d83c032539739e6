import { type Sorting, sortedBy } from "~/components/foundation/list-view/sorted-by"
import { FamilyTitle } from "~/components/people/family/family-title"
import { type Column, DataTable } from "~/components/ui/data-table"
import { Link } from "~/components/ui/link"
import type { InvoiceState } from "~/models/money/invoice/invoice"
import { type InvoiceColumn, type InvoiceSort, invoiceColumns } from "~/models/money/invoice/invoice-columns"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { DueOn } from "./due-on"
import type { ListFilter } from "./invoice-filters"
import { InvoiceStatus } from "./invoice-status"

type Row = {
  id: string
  number: string | null
  familyId: string
  familyName: string
  familyChildren: string | null
  payerId: string | null
  billTo: string
  state: InvoiceState
  issuedOn: string | null
  dueOn: string
  totalMinor: number
  paidMinor: number
  openMinor: number
}

type InvoiceTableProps = {
  rows: Row[]
  columns: readonly InvoiceColumn[]
  filter: ListFilter
  currency: string
}

/** Invoices with the columns that a person chose. */
export function InvoiceTable({ rows, columns, filter, currency }: InvoiceTableProps) {
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
      rowKey={({ id }) => id}
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
          <span className="dim only-wide">, {formatMoney(openMinor, currency)} due</span>
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
