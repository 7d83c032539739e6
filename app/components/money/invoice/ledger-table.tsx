import type { ReactNode } from "react"
import { DataTable } from "~/components/ui/data-table"
import { Link } from "~/components/ui/link"
import type { LedgerEntry } from "~/models/money/ledger/ledger"
import { entryText } from "~/models/money/ledger/money-history"
import { methodInText } from "~/models/money/payment/payment"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"

type LedgerTableProps = {
  entries: LedgerEntry[]
  currency: string
  /** Where an entry's paper is, if the reader may open it. */
  addressOf: (entry: { kind: LedgerEntry["kind"]; id: string }) => string | undefined
}

/** Invoices, payments and refunds of a family, newest first, with the balance after each. */
export function LedgerTable({ entries, currency, addressOf }: LedgerTableProps) {
  return (
    <DataTable
      caption="Billing activity"
      terse="labelled"
      rows={[...entries].reverse()}
      rowKey={({ kind, id }) => `${kind} ${id}`}
      columns={[
        { label: "Activity", cell: (entry) => <What entry={entry} to={addressOf(entry)} /> },
        {
          label: "Date",
          cell: ({ on }) => <span className="whitespace-nowrap">{formatDate(on, "medium")}</span>,
        },
        {
          label: "Amount",
          numeric: true,
          beside: true,
          cell: ({ amountMinor }) => formatMoney(amountMinor, currency),
        },
        { label: "Balance", numeric: true, cell: ({ balanceMinor }) => formatMoney(balanceMinor, currency) },
      ]}
    />
  )
}

function What({ entry, to }: { entry: LedgerEntry; to: string | undefined }): ReactNode {
  const text = entryText({ ...entry, method: entry.method && methodInText(entry.method) })
  return to ? <Link to={to}>{text}</Link> : text
}
