import { Link } from "~/components/ui/button"
import type { Cohort } from "~/models/platform/growth/growth"
import { formatDate } from "~/utils/formats"

/** Schools by the month of their first payment, with the share still open at the end of each month since. */
export function RetentionTable({
  cohorts,
  addressOf,
}: {
  cohorts: Cohort[]
  addressOf: (month: string) => string
}) {
  const widest = Math.max(...cohorts.map(({ kept }) => kept.length))
  return (
    <div className="overflow-x-auto">
      <table>
        <caption className="visually-hidden">Retention by month of first payment, in percent</caption>
        <thead>
          <tr>
            <th scope="col">First paid in</th>
            <th scope="col" className="numeric">
              Schools
            </th>
            {Array.from({ length: widest }, (_, index) => (
              // the columns of a table never move
              <th key={String(index)} scope="col" className="numeric">
                {index === 0 ? "that month" : `+${index}`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map(({ month, size, kept }) => (
            <tr key={month}>
              <th scope="row">
                <Link to={addressOf(month)}>{formatDate(`${month}-01`, "month")}</Link>
              </th>
              <td className="numeric">{size}</td>
              {Array.from({ length: widest }, (_, index) => (
                <td key={String(index)} className={kept[index] === 100 ? "numeric dim" : "numeric"}>
                  {kept[index] === undefined ? "" : `${kept[index]}%`}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
