import { DataTable } from "~/components/ui/data-table"
import { Status } from "~/components/ui/status"
import { platformProvider } from "~/utils/payment-providers"

export type EventRow = {
  id: string
  kind: string
  about: string
  receivedAt: string
  processedAt: string | null
  outcome: string | null
  /** its job failed too often */
  isGivenUp: boolean
  raw: string
}

/** The events the provider sent, as they came, and their outcomes. */
export function EventList({ events }: { events: EventRow[] }) {
  return (
    <DataTable
      caption={`${platformProvider} events`}
      columns={[
        { label: "Type", cell: (row) => <span className="long-text">{row.kind}</span> },
        { label: "About", cell: (row) => <span className="long-text">{row.about}</span> },
        { label: "Received", cell: (row) => row.receivedAt },
        {
          label: "Processed",
          cell: (row) =>
            row.processedAt ? (
              <Status head="on" tone="ok">
                {row.outcome ?? "done"}, {row.processedAt}
              </Status>
            ) : (
              <Status head="half" tone={row.isGivenUp ? "bad" : "warn"}>
                {row.isGivenUp ? "failed, see Database, Jobs" : "waiting"}
              </Status>
            ),
        },
        {
          label: "Raw event",
          cell: (row) => (
            <details>
              <summary>{row.id}</summary>
              <pre className="whitespace-pre-wrap break-all">{row.raw}</pre>
            </details>
          ),
        },
      ]}
      rows={events}
      rowKey={(row) => row.id}
    />
  )
}
