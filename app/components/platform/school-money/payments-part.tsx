import { PaymentState } from "~/components/accounts/subscription/payment-list"
import { DataTable } from "~/components/ui/data-table"
import { EmptyState } from "~/components/ui/empty-state"
import { Status } from "~/components/ui/status"
import { refundStateLabels } from "~/models/platform/school-money/ending"
import { platformProvider } from "~/utils/payment-providers"

type PaymentsPartProps = {
  /** `pending` is what of it the provider hasn't refunded yet */
  payments: {
    id: string
    status: string
    paidOn: string
    amount: string
    refunded: string
    pending: string | null
  }[]
  refunds: {
    id: string
    state: keyof typeof refundStateLabels
    origin: string
    refundedOn: string
    amount: string
  }[]
}

/** What a school paid us, and its refunds: done, pending at the provider, or failed there. */
export const PaymentsPart = ({ payments, refunds }: PaymentsPartProps) => (
  <>
    <section className="section" aria-labelledby="payments">
      <h2 id="payments">Payments</h2>
      {payments.length === 0 ? <EmptyState>This school hasn’t paid yet.</EmptyState> : null}
      {payments.length > 0 ? (
        <DataTable
          caption="Payments, newest first"
          rows={payments}
          rowKey={({ id }) => id}
          columns={[
            { label: "Date", cell: ({ paidOn }) => paidOn },
            { label: "Status", cell: ({ status }) => <PaymentState status={status} /> },
            { label: `${platformProvider} ID`, cell: ({ id }) => <span className="long-text">{id}</span> },
            { label: "Amount", numeric: true, cell: ({ amount }) => amount },
            {
              label: "Refunded",
              numeric: true,
              cell: ({ refunded, pending }) => (
                <>
                  {refunded}
                  {pending ? <span className="small dim"> {pending} pending</span> : null}
                </>
              ),
            },
          ]}
        />
      ) : null}
    </section>
    {refunds.length > 0 ? (
      <section className="section" aria-labelledby="refunds">
        <h2 id="refunds">Refunds</h2>
        <DataTable
          caption="Refunds, newest first"
          rows={refunds}
          rowKey={({ id }) => id}
          columns={[
            { label: "Date", cell: ({ refundedOn }) => refundedOn },
            { label: "Status", cell: ({ state }) => <RefundState state={state} /> },
            { label: "Made", cell: ({ origin }) => origin },
            { label: "Amount", numeric: true, cell: ({ amount }) => amount },
          ]}
        />
      </section>
    ) : null}
  </>
)

const RefundState = ({ state }: { state: keyof typeof refundStateLabels }) => (
  <Status
    head={state === "done" ? "on" : state === "failed" ? "x" : "half"}
    tone={state === "failed" ? "bad" : state === "held" ? "warn" : undefined}
  >
    {refundStateLabels[state]}
  </Status>
)
