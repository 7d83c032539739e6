import { DataTable } from "~/components/ui/data-table"
import { Status } from "~/components/ui/status"
import type { IntegrityCheck } from "~/models/platform/platform/integrity"
import { countOf } from "~/utils/count-of"

/** What each integrity check found; an empty result is good. */
export function IntegrityList({ checks }: { checks: IntegrityCheck[] }) {
  return (
    <DataTable
      caption="Database checks"
      columns={[
        { label: "Check", cell: ({ name }) => name },
        {
          label: "Result",
          cell: ({ found }) =>
            found === 0 ? (
              <Status head="on" tone="ok">
                Passed
              </Status>
            ) : (
              <Status head="x" tone="bad">
                {countOf(found, "row fails", "rows fail")}
              </Status>
            ),
        },
        {
          label: "Examples",
          cell: ({ examples }) => <span className="long-text dim">{examples.join(", ") || "–"}</span>,
        },
      ]}
      rows={checks}
      rowKey={({ name }) => name}
    />
  )
}
