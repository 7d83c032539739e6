import { glossary, type Metric, type MetricKey } from "~/models/foundation/metrics/glossary"
import { durationText } from "~/utils/durations"
import { formatNumber } from "~/utils/formats"
import { formatMoney } from "~/utils/money"

// Figures as people read them, and as a file has them. Safe in the browser.

/** A figure by its unit: minutes as hours, minor units as money, whole percent. */
export function figureText(metric: MetricKey, value: number | null, currency: string): string {
  if (value === null) return "–"
  const { unit }: Metric = glossary[metric]
  if (unit === "money") return formatMoney(value, currency)
  if (unit === "hours") return durationText(value)
  return unit === "percent" ? `${value}%` : formatNumber(value)
}

/** The same as a number: hours, whole units of money, whole percent. */
export function figureNumber(metric: MetricKey, value: number | null): number | null {
  if (value === null) return null
  const { unit }: Metric = glossary[metric]
  if (unit === "money") return value / 100
  return unit === "hours" ? Math.round(value / 6) / 10 : value
}

/** Names and definitions of some figures, each once. */
export const definitionsOf = (keys: readonly MetricKey[]): { name: string; definition: string }[] =>
  [...new Set(keys)].map((key) => {
    const { name, definition }: Metric = glossary[key]
    return { name, definition }
  })
