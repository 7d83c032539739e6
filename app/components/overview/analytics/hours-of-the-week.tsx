import { hoursText } from "~/models/overview/analytics/hours-text"
import { formatTime } from "~/utils/clock-times"
import { weekdaysInOrder } from "~/utils/formats"

type Cell = { weekday: number; hour: number; minutes: number }

const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

/** When the school teaches: hours by weekday and by the hour a lesson begins, darker where there is more. */
export function HoursOfTheWeek({ cells }: { cells: Cell[] }) {
  const hours = [...new Set(cells.map(({ hour }) => hour))].sort((a, b) => a - b)
  const most = Math.max(...cells.map(({ minutes }) => minutes), 1)
  const used = weekdaysInOrder(days.map((name, index) => ({ name, weekday: index + 1 })))
  const at = (weekday: number, hour: number) =>
    cells.find((cell) => cell.weekday === weekday && cell.hour === hour)?.minutes ?? 0
  return (
    <section className="hours-of-week" aria-label="Hours of the week">
      <table>
        <caption className="visually-hidden">Hours taught by weekday and time</caption>
        <thead>
          <tr>
            <th scope="col">Starts at</th>
            {used.map(({ name }) => (
              <th key={name} scope="col" className="numeric">
                <abbr title={name}>{name.slice(0, 2)}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.map((hour) => (
            <tr key={hour}>
              <th scope="row">{formatTime(`${String(hour).padStart(2, "0")}:00`)}</th>
              {used.map(({ name, weekday }) => {
                const minutes = at(weekday, hour)
                return (
                  <td key={name} className="numeric" data-heat={Math.ceil((minutes / most) * 4)}>
                    {minutes === 0 ? "" : hoursText(minutes)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
