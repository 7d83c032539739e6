import { Link } from "~/components/ui/button"
import { Status } from "~/components/ui/status"
import { formatDate } from "~/utils/formats"

export type MonthDay = {
  date: string
  /** "18", or "Dec 1" on the first */
  number: string
  dayName: string
  isToday: boolean
  /** of the month before or after */
  isOutside: boolean
  closure: string | null
  count: string
  /** "6 h 30 min" */
  hours?: string
  /** How full it is beside the fullest day, 0 to 10. */
  load?: number
  hasClash?: boolean
  /** instead of the load, the first few: "2:00 PM Amara Okafor" */
  first?: string[]
}

type MonthTableProps = {
  caption: string
  weeks: MonthDay[][]
  /** where the number of a day leads */
  dayTo: (date: string) => string
}

/** A month in weeks: how full each day is, what is closed, and where two lessons clash. */
export function MonthTable({ caption, weeks, dayTo }: MonthTableProps) {
  const [firstWeek = []] = weeks
  return (
    <table className="data-table month-table table-fixed">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {firstWeek.map(({ dayName }) => (
            <th key={dayName} scope="col">
              {dayName}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.date}>
            {week.map((day) => (
              <Day key={day.date} day={day} to={dayTo(day.date)} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Day({ day: shown, to }: { day: MonthDay; to: string }) {
  const {
    date,
    number,
    dayName,
    isToday,
    isOutside,
    closure,
    count,
    hours,
    load = 0,
    hasClash,
    first = [],
  } = shown
  const isFree = !count && !closure && !isToday
  const day = formatDate(date, "day")
  return (
    <td
      data-l={dayName}
      className={[isOutside ? "dim" : "", isFree ? "max-sm:hidden" : ""].join(" ").trim() || undefined}
    >
      <div className="grid gap-1 text-14">
        <p>
          <Link
            to={to}
            className="font-serif text-18"
            aria-current={isToday ? "date" : undefined}
            aria-label={day}
          >
            {number}
          </Link>{" "}
          {isToday ? <span className="expression"> today</span> : null}
        </p>
        {closure ? <p className="expression">{closure}</p> : null}
        {count ? (
          <>
            <p className="font-semibold">
              <Link to={to}>
                {count}
                <span className="visually-hidden">{`, ${day}`}</span>
              </Link>
            </p>
            {hours ? <p className="text-13 dim">{hours}</p> : null}
            {load > 0 ? <p className={`day-load load-${load}`} aria-hidden="true" /> : null}
          </>
        ) : null}
        {first.map((label) => (
          <p key={label} className="truncate text-13">
            {label}
          </p>
        ))}
        {hasClash ? (
          <p className="text-13">
            <Status tone="bad">Clash</Status>
          </p>
        ) : null}
      </div>
    </td>
  )
}
