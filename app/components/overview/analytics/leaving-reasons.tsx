import { DataTable } from "~/components/ui/data-table"
import { Figure } from "~/components/ui/figure"
import { formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { type Address, CardHead } from "./card-head"

type Reason = { reason: string; count: number; before: number }

type LeavingReasonsProps = {
  reasons: Reason[]
  /** who left altogether, now and in the days compared with */
  total: { count: number; before: number }
  address: Address
}

/** Why students left, and how many said so in the days compared with. Each figure opens those students. */
export function LeavingReasons({ reasons, total, address }: LeavingReasonsProps) {
  const figure = (count: number, reason: string | undefined, days?: "before") => (
    <Figure
      of="students-left"
      to={paths.figureRows({
        ...address,
        ...{ card: "joined-and-left", of: "students-left", part: reason, days },
      })}
    >
      {formatNumber(count)}
    </Figure>
  )
  const rows = [
    ...reasons.map((row) => ({ ...row, part: row.reason as string | undefined })),
    { reason: "All reasons", ...total, part: undefined },
  ]
  return (
    <>
      <CardHead heading="h4" title="Reasons for leaving" file="reasons-for-leaving" address={address} />
      <DataTable
        caption="Reasons for leaving"
        rows={rows}
        rowKey={({ reason, part }) => part ?? `All ${reason}`}
        columns={[
          { label: "Reason", cell: ({ reason, part }) => (part === undefined ? <b>{reason}</b> : reason) },
          { label: "Left", numeric: true, cell: ({ count, part }) => figure(count, part) },
          {
            label: "Previously",
            numeric: true,
            cell: ({ before, part }) => figure(before, part, "before"),
          },
        ]}
      />
    </>
  )
}
