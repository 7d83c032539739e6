import { Figure } from "~/components/ui/figure"
import { durationText } from "~/utils/durations"
import { formatTime, weekdaysInOrder } from "~/utils/formats"
import { paths } from "~/utils/paths"
import type { Address } from "./card-head"

type Cell = { weekday: number; hour: number; minutes: number }

type HoursProps = {
  cells: Cell[]
  /** of the days compared with */
  before: Cell[]
  address: Address
}

const minutesOn = (cells: Cell[], weekday: number) =>
  cells.reduce((sum, cell) => (cell.weekday === weekday ? sum + cell.minutes : sum), 0)

const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

/** When the school teaches: hours by weekday and by the hour a lesson begins, darker where there is more. */
export function HoursOfTheWeek(props: HoursProps) {
  return (
    <section className="hours-of-week" aria-label="Hours of the week">
      <Hours {...props} />
    </section>
  )
}

function Hours({ cells, before, address }: HoursProps) {
  const hours = [...new Set(cells.map(({ hour }) => hour))].sort((a, b) => a - b)
  const most = Math.max(...cells.map(({ minutes }) => minutes), 1)
  const used = weekdaysInOrder(days.map((name, index) => ({ name, weekday: index + 1 })))
  const at = (weekday: number, hour: number) =>
    cells.find((cell) => cell.weekday === weekday && cell.hour === hour)?.minutes ?? 0
  const figure = (minutes: number, part: string, days?: "before") =>
    minutes === 0 ? null : (
      <Figure
        of="hours-of-week"
        to={paths.figureRows({ ...address, card: "hours-by-weekday", of: "hours-of-week", part, days })}
      >
        {durationText(minutes)}
      </Figure>
    )
  return (
    <table>
      <caption className="visually-hidden">Hours taught by weekday and time</caption>
      <thead>
        <tr>
          <th scope="col">Starts at</th>
          {used.map(({ name }) => (
            <th key={name} scope="col" className="numeric">
              <abbr title={name}>{name.slice(0, 3)}</abbr>
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
                  {figure(minutes, `${weekday} ${hour}`)}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">All day</th>
          {used.map(({ name, weekday }) => (
            <td key={name} className="numeric">
              {figure(minutesOn(cells, weekday), String(weekday))}
            </td>
          ))}
        </tr>
        <tr>
          <th scope="row">Before</th>
          {used.map(({ name, weekday }) => (
            <td key={name} className="numeric">
              {figure(minutesOn(before, weekday), String(weekday), "before")}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  )
}
