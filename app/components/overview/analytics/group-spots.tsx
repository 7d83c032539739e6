import { DataTable } from "~/components/ui/data-table"
import { Figure } from "~/components/ui/figure"
import { Link } from "~/components/ui/link"
import { formatDate } from "~/utils/date-text"
import { formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"
import type { Address } from "./card-head"
import { Definitions } from "./definitions"
import { FoldedCard } from "./folded-card"

type Fill = { classId: string; name: string; enrolled: number; capacity: number; enrolledBefore: number }

type GroupSpotsProps = {
  fill: Fill[]
  /** the day compared with */
  dayBefore: string
  definitions: { name: string; definition: string }[]
  address: Address
}

/** How full groups and ensembles are, and were on an earlier day. Each figure opens the students. */
export function GroupSpots({ fill, dayBefore, definitions, address }: GroupSpotsProps) {
  const sum = (pick: (row: Fill) => number) => fill.reduce((all, row) => all + pick(row), 0)
  const total = {
    classId: "",
    name: "Total",
    enrolled: sum(({ enrolled }) => enrolled),
    capacity: sum(({ capacity }) => capacity),
    enrolledBefore: sum(({ enrolledBefore }) => enrolledBefore),
  }
  const figure = (count: number, part: string, days?: "before") => (
    <Figure
      of="group-spots"
      to={paths.figureRows({
        ...address,
        ...{ card: "group-spots", of: "group-spots", part: part || undefined, days },
      })}
    >
      {formatNumber(count)}
    </Figure>
  )
  return (
    <FoldedCard title="Spots in groups, emptiest first" file="spots-in-groups" address={address}>
      <DataTable
        caption="Spots taken in groups and ensembles"
        terse="labelled"
        rows={fill.length > 1 ? [...fill, total] : fill}
        rowKey={({ classId }) => classId || "total"}
        columns={[
          {
            label: "Class",
            cell: ({ classId, name }) =>
              classId ? <Link to={paths.class(classId)}>{name}</Link> : <b>{name}</b>,
          },
          {
            label: "Taken today",
            numeric: true,
            cell: ({ classId, enrolled, capacity }) => (
              <span>
                {figure(enrolled, classId)}
                {` of ${formatNumber(capacity)}, ${Math.round((enrolled / capacity) * 100)}%`}
              </span>
            ),
          },
          {
            label: `On ${formatDate(dayBefore, "medium")}`,
            numeric: true,
            cell: ({ classId, enrolledBefore }) => figure(enrolledBefore, classId, "before"),
          },
        ]}
      />
      <Definitions of={definitions} />
    </FoldedCard>
  )
}
