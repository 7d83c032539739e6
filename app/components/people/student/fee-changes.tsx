import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"

/** What a month's fee becomes, in minor units; `month` is `YYYY-MM`. */
export type FeeChange = { month: string; beforeMinor: number; afterMinor: number }

/** The monthly fees that change as previewed, one line each; nothing where none does. */
export function FeeChanges({ fees, currency }: { fees: readonly FeeChange[]; currency: string }) {
  return fees.length > 0 ? (
    <ul>
      {fees.map(({ month, beforeMinor, afterMinor }) => (
        <li key={month}>
          {formatDate(`${month}-01`, "month")}: {formatMoney(afterMinor, currency)} instead of{" "}
          {formatMoney(beforeMinor, currency)}
        </li>
      ))}
    </ul>
  ) : null
}
