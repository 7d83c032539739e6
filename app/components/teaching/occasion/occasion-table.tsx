import { Link } from "~/components/ui/button"
import { DataTable } from "~/components/ui/data-table"
import { Status } from "~/components/ui/status"
import {
  kindLabels,
  type OccasionKind,
  type OccasionState,
  stateLabels,
  whenText,
  whenWithYear,
} from "~/models/teaching/occasion/occasion"
import { formFor } from "~/utils/formats"

export type ListedOccasion = {
  id: string
  kind: OccasionKind
  title: string
  localDate: string
  startTime: string
  endTime: string
  where: string | null
  state: OccasionState
  invited: number
  coming: number
}

type OccasionTableProps = {
  caption: string
  rows: ListedOccasion[]
  /** of any year */
  arePast: boolean
  to: (occasionId: string) => string
}

/** Events with their answers so far. */
export function OccasionTable({ caption, rows, arePast, to }: OccasionTableProps) {
  return (
    <DataTable
      caption={caption}
      rows={rows}
      columns={[
        {
          label: "Event",
          cell: ({ id, title, kind }) => (
            <>
              <Link to={to(id)}>{title}</Link>{" "}
              {kind === "other" ? null : <span className="dim"> {kindLabels[kind]}</span>}
            </>
          ),
        },
        { label: "When", cell: arePast ? whenWithYear : whenText },
        { label: "Where", cell: ({ where }) => where ?? "–" },
        {
          label: "Students",
          cell: ({ state, coming, invited }) =>
            state === "draft"
              ? String(invited)
              : `${coming} of ${invited} ${formFor(coming, "takes", "take")} part`,
        },
        { label: "Status", cell: ({ state }) => <OccasionStatus state={state} /> },
      ]}
    />
  )
}

export function OccasionStatus({ state }: { state: OccasionState }) {
  if (state === "published") return <Status head="on">{stateLabels.published}</Status>
  return (
    <Status head={state === "draft" ? "open" : "rest"} tone={state === "draft" ? "warn" : undefined}>
      {stateLabels[state]}
    </Status>
  )
}
