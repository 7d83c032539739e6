import { DataTable } from "~/components/ui/data-table"
import { Status } from "~/components/ui/status"

export type PaymentRow = {
  id: string
  schoolName: string
  about: string
  status: string
  isDisputed: boolean
  paidAt: string
  amount: string
  /** what went back of it */
  refunded: string | null
}

const headOf = (status: string) =>
  status === "COMPLETED" ? "on" : status === "PENDING" ? "half" : status === "DECLINED" ? "x" : "rest"

/** A payment's status, as the provider names it. */
export const PaymentState = ({ status }: { status: string }) => (
  <Status head={headOf(status)} tone={status === "DECLINED" ? "bad" : undefined}>
    {status.toLowerCase().replaceAll("_", " ")}
  </Status>
)

/** What schools paid the platform, as the provider lists it. */
export function PaymentList({ payments }: { payments: PaymentRow[] }) {
  return (
    <DataTable
      caption="Payments of schools"
      columns={[
        { label: "School", cell: (row) => row.schoolName },
        { label: "When", cell: (row) => row.paidAt },
        {
          label: "State",
          cell: ({ status, isDisputed }) =>
            isDisputed ? (
              <Status head="x" tone="bad">
                disputed, {status.toLowerCase().replaceAll("_", " ")}
              </Status>
            ) : (
              <PaymentState status={status} />
            ),
        },
        {
          label: "At PayPal",
          cell: (row) => (
            <span className="long-text">
              {row.id} <span className="dim">{row.about}</span>
            </span>
          ),
        },
        { label: "Amount", numeric: true, cell: (row) => row.amount },
        { label: "Refunded", numeric: true, cell: (row) => row.refunded ?? "–" },
      ]}
      rows={payments}
      rowKey={(row) => row.id}
    />
  )
}
