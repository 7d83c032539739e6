import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { joinNames } from "~/utils/join-names"
import { formatMoney } from "~/utils/money"

type LeavingEffectProps = {
  effect: {
    classes: string[]
    /** planned lessons after the day */
    lessons: number
    fees: { month: string; beforeMinor: number; afterMinor: number }[]
    currency: string
  }
}

/** What pausing or leaving on the chosen day brings. */
export function LeavingEffect({ effect: { classes, lessons, fees, currency } }: LeavingEffectProps) {
  return (
    <div role="status">
      <p>
        {classes.length > 0
          ? `Leaves ${joinNames(classes)}. ${countOf(lessons, "planned lesson")} after that day will be removed.`
          : "No class or lesson changes."}
      </p>
      {fees.length > 0 ? (
        <ul>
          {fees.map(({ month, beforeMinor, afterMinor }) => (
            <li key={month}>
              {formatDate(`${month}-01`, "month")}: {formatMoney(afterMinor, currency)} instead of{" "}
              {formatMoney(beforeMinor, currency)}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
