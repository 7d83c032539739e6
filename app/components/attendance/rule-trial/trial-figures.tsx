import { DataTable } from "~/components/ui/data-table"
import type { TrialSums } from "~/models/attendance/rule-trial/rule-trial"
import { formatNumber } from "~/utils/formats"

const figures = [
  ["granted", "Credits granted"],
  ["used", "Credits used"],
  ["expired", "Credits expired"],
] as const

/** A term’s credits as they were, and under the rules that were tried. */
export function TrialFigures({ was, would }: { was: TrialSums; would: TrialSums }) {
  return (
    <DataTable
      caption="Credits of the term"
      rows={figures.map(([key, label]) => ({ label, was: was[key], would: would[key] }))}
      rowKey={({ label }) => label}
      columns={[
        { label: "Credits", cell: ({ label }) => label },
        { label: "As it was", numeric: true, cell: (row) => formatNumber(row.was) },
        { label: "With these rules", numeric: true, cell: (row) => formatNumber(row.would) },
        { label: "Difference", numeric: true, cell: (row) => signed(row.would - row.was) },
      ]}
    />
  )
}

const signed = (number: number): string =>
  number > 0 ? `+${formatNumber(number)}` : number < 0 ? `−${formatNumber(-number)}` : "0"
