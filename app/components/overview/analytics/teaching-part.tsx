import { DataTable } from "~/components/ui/data-table"
import { Link } from "~/components/ui/link"
import { hoursText } from "~/models/overview/analytics/hours-text"
import { formFor } from "~/utils/count-of"
import { formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { TrendChart } from "../dashboard/trend-chart"
import { type Address, CardHead } from "./card-head"
import { Compared } from "./compared"
import { Definitions } from "./definitions"
import { HoursOfTheWeek } from "./hours-of-the-week"
import { TeachingTable } from "./teaching-table"

type Rows = Parameters<typeof TeachingTable>[0]["rows"]
type Sum = { sessions: number; minutes: number }

type TeachingPartProps = {
  taught: Sum
  before: Sum
  attendance: Parameters<typeof TrendChart>[0]["trend"] | null
  teachers: Rows
  instruments: Rows
  fill: { classId: string; name: string; enrolled: number; capacity: number }[]
  hours: Parameters<typeof HoursOfTheWeek>[0]["cells"]
  currency: string
  definitions: { name: string; definition: string }[]
  address: Address
}

/** Lessons given, who gave them when, who attended, and how full groups are. */
export function TeachingPart({
  taught,
  before,
  attendance,
  teachers,
  instruments,
  ...more
}: TeachingPartProps) {
  const { fill, hours, currency, definitions, address } = more
  const rowsOf = (of: string) => paths.figureRows({ ...address, card: "lessons-given", of })
  return (
    <section className="stack" aria-labelledby="teaching">
      <h2 id="teaching">Teaching</h2>
      <Compared
        label="Teaching in this period"
        figures={[
          {
            figure: formatNumber(taught.sessions),
            noun: formFor(taught.sessions, "lesson given", "lessons given"),
            before: formatNumber(before.sessions),
            to: rowsOf("taught-lessons"),
            metric: "taught-lessons",
          },
          {
            figure: hoursText(taught.minutes),
            noun: "hours",
            before: hoursText(before.minutes),
            to: rowsOf("taught-hours"),
            metric: "taught-hours",
          },
        ]}
      />
      <Definitions of={definitions} />
      <div className="two-columns even">
        {attendance ? (
          <TrendChart
            trend={attendance}
            file={paths.figureFile({ ...address, card: "attendance-by-month" })}
          />
        ) : null}
        <section className="section">
          <CardHead title="Hours taught by weekday and time" file="hours-of-week" address={address} />
          <HoursOfTheWeek cells={hours} />
        </section>
      </div>
      {teachers.length > 0 ? (
        <TeachingTable by="teacher" rows={teachers} currency={currency} address={address} />
      ) : null}
      <TeachingTable by="instrument" rows={instruments} currency={currency} address={address} />
      {fill.length > 0 ? (
        <section className="section">
          <CardHead title="Spots in groups, emptiest first" file="spots-in-groups" address={address} />
          <DataTable
            caption="Spots taken in groups and ensembles today"
            rows={fill}
            rowKey={({ classId }) => classId}
            columns={[
              { label: "Class", cell: ({ classId, name }) => <Link to={paths.class(classId)}>{name}</Link> },
              {
                label: "Taken",
                numeric: true,
                cell: ({ enrolled, capacity }) =>
                  `${enrolled} of ${capacity}, ${Math.round((enrolled / capacity) * 100)}%`,
              },
            ]}
          />
        </section>
      ) : null}
    </section>
  )
}
