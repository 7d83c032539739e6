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
      caption="Schools counted"
      columns={[
        {
          label: "School",
          cell: ({ id, name }) =>
            name === null ? (
              <span className="dim">Deleted</span>
            ) : (
              <Link to={paths.platformSchool(id)}>{name}</Link>
            ),
        },
        { label: "Type", cell: ({ kind }) => kind },
        { label: "Registered", cell: ({ registeredOn }) => registeredOn },
        { label: "First paid", cell: ({ paidOn }) => paidOn ?? "Not yet" },
        { label: "Ended", cell: ({ endedOn }) => endedOn ?? "–" },
        { label: "Active", cell: ({ isUsed }) => (isUsed ? "Yes" : "No") },
        { label: "Per month", numeric: true, cell: ({ monthly }) => monthly ?? "–" },
      ]}
      rows={rows}
      rowKey={({ id }) => id}
    />
  )
}
