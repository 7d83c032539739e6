import { type PayPeriod, type PayRhythm, periodOn } from "~/models/money/pay/pay-period"
import { isDate, isWithinReach } from "~/utils/dates"

/** The pay period of the day, or the month, in the address, or else the current one. */
export function chosenPeriod(request: Request, rhythm: PayRhythm, today: string): PayPeriod {
  const { searchParams } = new URL(request.url)
  const day = searchParams.get("period") ?? `${searchParams.get("month") ?? ""}-01`
  return periodOn(rhythm, isWithinReach(day) ? day : today)
}

/** The month (`YYYY-MM`) in the address, or else the current one. */
export function chosenMonth(request: Request, present: string): string {
  const month = new URL(request.url).searchParams.get("month") ?? ""
  return isDate(`${month}-01`) && month > "1901" && month < "2200" ? month : present
}
