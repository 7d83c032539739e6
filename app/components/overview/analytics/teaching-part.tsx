import { hoursText } from "~/models/overview/analytics/hours-text"
import { formFor } from "~/utils/count-of"
import { formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { TrendChart } from "../dashboard/trend-chart"
import { type Address, CardHead } from "./card-head"
import { Compared } from "./compared"
import { Definitions } from "./definitions"
import { GroupSpots } from "./group-spots"
import { HoursOfTheWeek } from "./hours-of-the-week"
import { openingMonths } from "./opening-months"
import { TeachingTable } from "./teaching-table"

type Table = Parameters<typeof TeachingTable>[0]
type Hours = Parameters<typeof HoursOfTheWeek>[0]
type Spots = Parameters<typeof GroupSpots>[0]
type Definition = { name: string; definition: string }

type TeachingPartProps = {
  figures: {
    taught: Table["total"]
    taughtBefore: Table["before"]
    attendance: Parameters<typeof TrendChart>[0]["trend"] | null
    attendanceByMonth: { month: string; percent: number | null }[]
    teachers: Table["rows"]
    instruments: Table["rows"]
    fill: Spots["fill"]
    dayBefore: string
    hours: Hours["cells"]
    hoursBefore: Hours["before"]
    currency: string
    definitions: Definition[]
    hoursDefinitions: Definition[]
    tableDefinitions: Definition[]
    fillDefinitions: Definition[]
  }
  address: Address
}

const percentText = (percent: number | null) => (percent === null ? "–" : `${percent}%`)
const expected = { card: "attendance", of: "attendance-expected" }

/** Lessons given, who gave them when, who attended, and how full groups are. */
export function TeachingPart({ figures, address }: TeachingPartProps) {
  const { taught, taughtBefore: before, attendance, teachers, instruments, fill, currency } = figures
  const rowsOf = (of: string) => paths.figureRows({ ...address, card: "lessons-given", of })
  const marked = figures.attendanceByMonth.filter(({ percent }) => percent !== null)
  const table = { total: taught, before, currency, address, definitions: figures.tableDefinitions }
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
          {
            figure: percentText(taught.attendedPercent),
            noun: "attended",
            before: percentText(before.attendedPercent),
            to: paths.figureRows({ ...address, ...expected }),
            metric: "attendance-rate",
          },
        ]}
      />
      <Definitions of={figures.definitions} />
      <div className="two-columns even">
        {attendance ? (
          <TrendChart
            trend={openingMonths(
              attendance,
              marked.map(({ month }) => month),
              "attendance-rate",
              (until) => paths.figureRows({ ...address, months: "1", until, ...expected }),
            )}
            file={paths.figureFile({ ...address, card: "attendance-by-month" })}
          />
        ) : null}
        <section className="section">
          <CardHead title="Hours taught by weekday and time" file="hours-of-week" address={address} />
          <HoursOfTheWeek cells={figures.hours} before={figures.hoursBefore} address={address} />
          <Definitions of={figures.hoursDefinitions} />
        </section>
      </div>
      {teachers.length > 0 ? <TeachingTable by="teacher" rows={teachers} {...table} /> : null}
      <TeachingTable by="instrument" rows={instruments} {...table} />
      {fill.length > 0 ? (
        <GroupSpots
          fill={fill}
          dayBefore={figures.dayBefore}
          definitions={figures.fillDefinitions}
          address={address}
        />
      ) : null}
    </section>
  )
}
