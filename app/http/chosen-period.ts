import { type PayPeriod, type PayRhythm, periodOn } from "~/models/money/pay/pay-period"
import { isWithinReach } from "~/utils/dates"

/** The pay period of the day, or the month, in the address, or else the current one. */
export function chosenPeriod(request: Request, rhythm: PayRhythm, today: string): PayPeriod {
  const { searchParams } = new URL(request.url)
  const day = searchParams.get("period") ?? `${searchParams.get("month") ?? ""}-01`
  return periodOn(rhythm, isWithinReach(day) ? day : today)
}
