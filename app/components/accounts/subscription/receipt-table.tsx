import type { ComponentProps } from "react"
import { DataTable } from "~/components/ui/data-table"
import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import { Pagination } from "~/components/ui/pagination"
import { paths } from "~/utils/paths"
import { PaymentState } from "./payment-list"

export type ReceiptRow = { id: string; paidOn: string; about: string; amount: string; status: string }

type ReceiptsProps = { rows: ReceiptRow[]; total: number; pages: ComponentProps<typeof Pagination> }

/** What the school paid us, a page at a time, and to whom the receipts are made out. */
export const Receipts = ({ rows, total, pages }: ReceiptsProps) => (
  <section className="section" aria-labelledby="receipts">
    <h2 id="receipts">Receipts</h2>
    <p>
      <Link to={paths.billingAddress()}>Billing address and tax number</Link>
    </p>
    {total === 0 ? (
      <EmptyState>No payments yet. Each payment appears here with its receipt.</EmptyState>
    ) : (
      <>
        <ReceiptTable rows={rows} />
        <Pagination {...pages} />
      </>
    )}
  </section>
)

/** Each line with its receipt. */
function ReceiptTable({ rows }: { rows: ReceiptRow[] }) {
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
