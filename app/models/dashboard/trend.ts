import { formatDate } from "~/utils/dates"

// What a row of monthly figures says in words, and how high each stands between two round lines. Safe in the browser.

/** The finding as a sentence: figures are per month, oldest first. */
export function findingOf(noun: string, values: readonly number[], unit = ""): string {
  const latest = values.at(-1) ?? 0
  const before = values.at(-2)
  if (before === undefined || values.length < 2) return `${noun}: ${latest}${unit}`
  const change = latest - before
  if (change === 0) return `${noun} held at ${latest}${unit}`
  return `${noun} ${change > 0 ? "rose" : "fell"} to ${latest}${unit}`
}

/** Round lines below and above all figures, and each figure's height between them from 0 to 1. */
export function scaleOf(values: readonly number[], step: number) {
  const low = Math.floor(Math.min(...values) / step) * step
  const high = Math.max(low + step, Math.ceil(Math.max(...values) / step) * step)
  return { low, high, heights: values.map((value) => (value - low) / (high - low)) }
}

/** Monthly figures (`month` is `YYYY-MM`, oldest first) as the chart and its table need them; null for fewer than two. */
export function trendOf(
  noun: string,
  months: { month: string; value: number }[],
  step: number,
  unit = "",
  show = (value: number) => `${value}${unit}`,
  /** Beside the lines is room for four characters. */
  axis = show,
) {
  if (months.length < 2) return null
  const values = months.map(({ value }) => value)
  const { low, high, heights } = scaleOf(values, step)
  const points = months.map(({ month, value }, place) => ({
    label: formatDate(`${month}-01`, "day").split(" ")[0] ?? month,
    value: show(value),
    height: heights[place] ?? 0,
  }))
  return {
    noun,
    finding: findingOf(noun, values, unit),
    summary: `${noun}, ${points.map(({ label, value }) => `${label} ${value}`).join(", ")}`,
    low: axis(low),
    high: axis(high),
    points,
  }
}
