import { DataTable } from "~/components/ui/data-table"
import { Link } from "~/components/ui/link"
import { paths } from "~/utils/paths"
import { PaymentState } from "./payment-list"

export type ReceiptRow = { id: string; paidOn: string; about: string; amount: string; status: string }

/** What the school paid us, each line with its receipt. */
export function ReceiptTable({ rows }: { rows: ReceiptRow[] }) {
  return (
    <DataTable
      caption="Payments to Tutti"
      columns={[
        { label: "Date", cell: ({ id, paidOn }) => <Link to={paths.platformReceipt(id)}>{paidOn}</Link> },
        { label: "For", cell: ({ about }) => about },
        { label: "Status", cell: ({ status }) => <PaymentState status={status} /> },
        { label: "Amount", numeric: true, cell: ({ amount }) => amount },
      ]}
      rows={rows}
      rowKey={({ id }) => id}
    />
  )
}
