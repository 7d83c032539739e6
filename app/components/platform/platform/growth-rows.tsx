import { DataTable } from "~/components/ui/data-table"
import { Link } from "~/components/ui/link"
import { paths } from "~/utils/paths"

export type GrowthRow = {
  id: string
  name: string | null
  kind: string
  registeredOn: string
  paidOn: string | null
  endedOn: string | null
  isUsed: boolean
  monthly: string | null
}

/** The schools a figure counted. */
export function GrowthRows({ rows }: { rows: GrowthRow[] }) {
  return (
    <DataTable
      caption="The schools behind the figure"
      columns={[
        {
          label: "School",
          cell: ({ id, name }) =>
            name === null ? (
              <span className="dim">gone</span>
            ) : (
              <Link to={paths.platformSchool(id)}>{name}</Link>
            ),
        },
        { label: "Kind", cell: ({ kind }) => kind },
        { label: "Registered", cell: ({ registeredOn }) => registeredOn },
        { label: "Paid first", cell: ({ paidOn }) => paidOn ?? "not yet" },
        { label: "Ended", cell: ({ endedOn }) => endedOn ?? "–" },
        { label: "In use", cell: ({ isUsed }) => (isUsed ? "yes" : "no") },
        { label: "A month", numeric: true, cell: ({ monthly }) => monthly ?? "–" },
      ]}
      rows={rows}
      rowKey={({ id }) => id}
    />
  )
}
