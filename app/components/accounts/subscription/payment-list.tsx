import { Link } from "~/components/ui/button"
import { DataTable } from "~/components/ui/data-table"
import { Status } from "~/components/ui/status"
import { paths } from "~/utils/paths"
import { platformProvider } from "~/utils/payment-providers"

export type PaymentRow = {
  id: string
  /** null once the school is deleted */
  schoolId: string | null
  schoolName: string
  about: string
  status: string
  isDisputed: boolean
  paidAt: string
  amount: string
  /** the refunded part, and what the provider hasn't refunded yet */
  refunded: string | null
  pending: string | null
}

const headOf = (status: string) =>
  status === "COMPLETED" ? "on" : status === "PENDING" ? "half" : status === "DECLINED" ? "x" : "rest"

/** A payment's status, as the provider names it. */
export const PaymentState = ({ status }: { status: string }) => (
  <Status head={headOf(status)} tone={status === "DECLINED" ? "bad" : undefined}>
    {statusText(status)}
  </Status>
)

/** "Partially refunded" for PARTIALLY_REFUNDED. */
const statusText = (status: string) =>
  `${status.charAt(0)}${status.slice(1).toLowerCase().replaceAll("_", " ")}`
/** What schools paid the platform, as the provider lists it. */
export function PaymentList({ payments }: { payments: PaymentRow[] }) {
  return (
    <DataTable
      caption="School payments"
      columns={[
        {
          label: "School",
          cell: ({ schoolId, schoolName }) =>
            schoolId ? <Link to={paths.platformSchool(schoolId)}>{schoolName}</Link> : schoolName,
        },
        { label: "Date", cell: (row) => row.paidAt },
        {
          label: "Status",
          cell: ({ status, isDisputed }) =>
            isDisputed ? (
              <Status tone="bad">Disputed, {statusText(status).toLowerCase()}</Status>
            ) : (
              <PaymentState status={status} />
            ),
        },
        {
          label: `${platformProvider} ID`,
          cell: (row) => (
            <span className="long-text">
              {row.id} <span className="dim">{row.about}</span>
            </span>
          ),
        },
        { label: "Amount", numeric: true, cell: (row) => row.amount },
        {
          label: "Refunded",
          numeric: true,
          cell: ({ refunded, pending }) => (
            <>
              {refunded ?? "–"}
              {pending ? <span className="small dim"> {pending} pending</span> : null}
            </>
          ),
        },
      ]}
      rows={payments}
      rowKey={(row) => row.id}
    />
  )
}
