import type { ReactNode } from "react"
import { DataTable } from "~/components/ui/data-table"
import { Link } from "~/components/ui/link"
import { methodLabels, type PaymentMethod } from "~/models/money/payment/payment"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"

type Entry = {
  kind: "invoice" | "void" | "payment" | "refund"
  id: string
  on: string
  number: string | null
  method: PaymentMethod | null
  payerName: string | null
  amountMinor: number
  balanceMinor: number
}

type LedgerTableProps = {
  entries: Entry[]
  currency: string
  /** Where an entry's paper is, if the reader may open it. */
  addressOf: (entry: { kind: Entry["kind"]; id: string }) => string | undefined
}

/** Invoices, payments and refunds of a family, newest first, with the balance after each. */
export function LedgerTable({ entries, currency, addressOf }: LedgerTableProps) {
  return (
    <DataTable
      caption="Billing activity"
      rows={[...entries].reverse()}
      rowKey={({ kind, id }) => `${kind} ${id}`}
      columns={[
        { label: "Activity", cell: (entry) => <What entry={entry} to={addressOf(entry)} /> },
        { label: "Date", cell: ({ on }) => formatDate(on, "medium") },
        { label: "Amount", numeric: true, cell: ({ amountMinor }) => formatMoney(amountMinor, currency) },
        { label: "Balance", numeric: true, cell: ({ balanceMinor }) => formatMoney(balanceMinor, currency) },
      ]}
    />
  )
}

function What({ entry, to }: { entry: Entry; to: string | undefined }): ReactNode {
  const text = entryText(entry)
  return to ? <Link to={to}>{text}</Link> : text
}

function entryText({ kind, number, method, payerName }: Entry): string {
  if (kind === "payment") return `Payment from ${payerName}, ${method ? methodLabels[method] : ""}`
  if (kind === "refund") return `Refund to ${payerName}, ${method ? methodLabels[method] : ""}`
  return kind === "void" ? `Invoice ${number} voided` : `Invoice ${number}`
}
