import { answerCells, type Sorting, sortedBy } from "~/components/foundation/list-view/sorted-by"
import { type Column, DataTable } from "~/components/ui/data-table"
import { Link } from "~/components/ui/link"
import { PhoneLink } from "~/components/ui/phone-link"
import { Status } from "~/components/ui/status"
import {
  type FamilyColumn,
  type FamilyQuery,
  familyColumns,
  writeFamilyQuery,
} from "~/models/money/family-list/family-list"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

type FamilyRow = {
  id: string
  name: string
  children: string | null
  guardian: string | null
  phone: string | null
  guardians: number
  inPortal: number
  balanceMinor: number | null
  /** As text, by the school's own field. */
  answers?: Record<string, string>
}

type FamilyTableProps = {
  families: FamilyRow[]
  columns: readonly FamilyColumn[]
  own: readonly { id: string; name: string }[]
  query: FamilyQuery
  currency: string
}

/** Families with the columns that a person chose. */
export function FamilyTable({ families, columns, own, query, currency }: FamilyTableProps) {
  const sorting: Sorting = {
    order: query,
    usual: "name",
    to: (order) => paths.families(writeFamilyQuery({ ...query, ...order, page: 1 } as FamilyQuery)),
  }
  const shown = columnsIn(currency, sorting)
  return (
    <DataTable
      caption="Families"
      terse
      rowsId="families"
      rows={families}
      rowKey={({ id }) => id}
      pick={({ id, name }) => ({ value: id, label: name })}
      columns={[
        {
          label: "Family",
          sort: sortedBy(sorting, "name"),
          cell: ({ id, name, children }: FamilyRow) => (
            <>
              <Link to={paths.familyRecord(id)}>{name}</Link>{" "}
              {children ? <span className="dim"> {children}</span> : null}
            </>
          ),
        },
        ...columns.map((column) => ({ label: familyColumns[column], ...shown[column] })),
        ...answerCells<FamilyRow>(own, sorting),
      ]}
    />
  )
}

const columnsIn = (
  currency: string,
  sorting: Sorting,
): Record<FamilyColumn, Omit<Column<FamilyRow>, "label">> => ({
  guardian: { small: "under", sort: sortedBy(sorting, "guardian"), cell: ({ guardian }) => guardian ?? "–" },
  phone: { cell: ({ phone }) => (phone ? <PhoneLink number={phone} /> : "–") },
  balance: {
    numeric: true,
    small: "side",
    sort: sortedBy(sorting, "balance", true),
    cell: ({ id, balanceMinor }) =>
      balanceMinor === null ? (
        "–"
      ) : (
        <Link to={paths.family(id)}>
          {formatMoney(Math.abs(balanceMinor), currency)}
          {balanceMinor < 0 ? " credit" : null}
        </Link>
      ),
  },
  portal: {
    small: "below",
    sort: sortedBy(sorting, "portal"),
    cell: ({ inPortal, guardians }) =>
      inPortal > 0 ? (
        <Status head="on" tone="ok">
          {inPortal === guardians ? "Can log in" : `${inPortal} of ${guardians} can log in`}
        </Status>
      ) : (
        <Status head="open">No login yet</Status>
      ),
  },
})
