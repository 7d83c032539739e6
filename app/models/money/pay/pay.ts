import { formatMoney } from "~/utils/money"

// What a teacher earns by a session: the best-paid mark of its register decides how much of the rate. Safe in the browser.

export const payRateKinds = ["per_session", "per_hour"] as const

/** Minor units per session or per hour, from a day on. */
export type PayRate = { kind: (typeof payRateKinds)[number]; amountMinor: number; fromDate: string }

export type PayLine = {
  sessionId: string
  title: string
  localDate: string
  minutes: number
  paidPercent: number
  /** Minor units; null while no one has set a rate. */
  amountMinor: number | null
  rule: string
}

/** The rate in force on a day: the newest whose first day has come (rates arrive oldest first). */
export const rateOn = (rates: readonly PayRate[], date: string): PayRate | undefined =>
  rates.filter(({ fromDate }) => fromDate <= date).at(-1)

/** What a session earns, minor units, rounded once. */
export function earnedBy(
  rate: PayRate,
  { minutes, paidPercent }: { minutes: number; paidPercent: number },
): number {
  const whole = rate.kind === "per_hour" ? (rate.amountMinor * minutes) / 60 : rate.amountMinor
  return Math.round((whole * paidPercent) / 100)
}

/** "$34.00 an hour" */
export const rateText = ({ kind, amountMinor }: Pick<PayRate, "kind" | "amountMinor">, currency: string) =>
  `${formatMoney(amountMinor, currency)} ${kind === "per_hour" ? "an hour" : "a lesson"}`

/** Why it is that much: "$34.00 an hour", "$34.00 an hour, 50% based on attendance". */
export function ruleText(rate: PayRate | undefined, paidPercent: number, currency: string): string {
  if (!rate) return "No rate set"
  if (paidPercent === 0) return "Not paid, based on attendance"
  const text = rateText(rate, currency)
  return paidPercent === 100 ? text : `${text}, ${paidPercent}% based on attendance`
}
