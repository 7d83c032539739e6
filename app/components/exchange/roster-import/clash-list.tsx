import { DataTable } from "~/components/ui/data-table"
import type { ClashingClass, Listed } from "~/models/exchange/roster-import/dry-run"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { formatNumber } from "~/utils/formats"

export type Clashes = {
  lessons: number
  classes: Listed<ClashingClass>
}

/** The new lessons whose teacher has another one at the same time. */
export function ClashList({ lessons, classes }: Clashes) {
  const { rows, total } = classes
  return (
    <section className="section" aria-labelledby="clashes">
      <h2 id="clashes">
        {countOf(lessons, "new lesson overlaps", "new lessons overlap")} another of the same teacher
      </h2>
      <p className="dim">They’re imported as they are, and the schedule marks each one.</p>
      <DataTable
        caption="Overlapping lessons"
        rows={rows}
        rowKey={({ key }) => key}
        columns={[
          { label: "Class", cell: ({ name }) => name },
          { label: "When", cell: ({ when }) => when },
          { label: "Same time", cell: ({ overlaps }) => overlaps },
          { label: "First on", cell: ({ first }) => formatDate(first, "medium") },
          { label: "Lessons", numeric: true, cell: (row) => formatNumber(row.lessons) },
        ]}
      />
      {total > rows.length ? (
        <p className="dim">And {countOf(total - rows.length, "more class", "more classes")}.</p>
      ) : null}
    </section>
  )
}
