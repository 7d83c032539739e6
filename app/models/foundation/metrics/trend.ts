import { formatDate, formatNumber } from "~/utils/formats"

// The finding of a row of monthly figures, and the height of each between two round lines. Safe in the browser.

type Month = {
  /** `YYYY-MM` */
  month: string
  value: number
  /** The same month of the year before; null where there was none. */
  before?: number | null
}

export type TrendOptions = {
  noun: string
  /** Oldest first. */
  months: readonly Month[]
  step: number
  unit?: string
  show?: (value: number) => string
  /** Beside the lines is room for four characters. */
  axis?: (value: number) => string
  /** The month it is, `YYYY-MM`. */
  current: string
  /**
   * For sums of a month: what the month before had come to by this day. The current month is not over, so it is compared
   * with that and left out of the finding.
   */
  valueBefore?: number
  /** The current month goes on: its value is marked so, and counts all the same. */
  runs?: boolean
}

const nameOf = (month: string) => formatDate(`${month}-01`, "month").split(" ")[0] ?? month

/** The whole window in a sentence, from its first month to its last: "Students rose from 50 to 54 since June". */
export function findingOf(
  noun: string,
  months: readonly Month[],
  current: string,
  show: (value: number) => string = (value) => formatNumber(value),
): string {
  const [first, last] = [months[0], months.at(-1)]
  if (!first || !last) return noun
  if (months.length < 2) return `${noun}: ${show(last.value)} in ${nameOf(last.month)}`
  const isOneYear = first.month.slice(0, 4) === last.month.slice(0, 4)
  const begin = isOneYear ? nameOf(first.month) : formatDate(`${first.month}-01`, "month")
  const window = last.month === current ? `since ${begin}` : `between ${begin} and ${nameOf(last.month)}`
  const change = last.value - first.value
  if (change === 0) return `${noun} stayed at ${show(last.value)} ${window}`
  return `${noun} ${change > 0 ? "rose" : "fell"} from ${show(first.value)} to ${show(last.value)} ${window}`
}

/** "$1,000.00 so far in November, $200.00 less than at this point in October" */
export function soFarOf(
  value: number,
  before: number,
  month: string,
  monthBefore: string,
  show: (value: number) => string,
) {
  const change = value - before
  const compared =
    change === 0
      ? `the same as at this point in ${nameOf(monthBefore)}`
      : `${show(Math.abs(change))} ${change > 0 ? "more" : "less"} than at this point in ${nameOf(monthBefore)}`
  return `${show(value)} so far in ${nameOf(month)}, ${compared}`
}

/** Round lines below and above all figures, and each figure's height between them from 0 to 1. */
export function scaleOf(values: readonly number[], step: number) {
  const low = Math.floor(Math.min(...values) / step) * step
  const high = Math.max(low + step, Math.ceil(Math.max(...values) / step) * step)
  return { low, high, heights: values.map((value) => (value - low) / (high - low)) }
}

/** Monthly figures as the chart and its table need them; null for fewer than two. */
export function trendOf({
  noun,
  months,
  step,
  unit = "",
  show = (value) => `${formatNumber(value)}${unit}`,
  axis = show,
  current,
  valueBefore,
  runs = false,
}: TrendOptions) {
  if (months.length < 2) return null
  const latest = months.at(-1)
  const before = months.at(-2)
  const isRunning = valueBefore !== undefined && latest?.month === current
  const whole = isRunning ? months.slice(0, -1) : months
  const isGoingOn = isRunning || (runs && latest?.month === current)
  const values = months.map(({ value }) => value)
  const valuesBefore = months.map(({ before: was }) => was ?? null)
  const { low, high, heights } = scaleOf([...values, ...valuesBefore.filter((value) => value !== null)], step)
  const heightOf = (value: number) => (high === low ? 0 : (value - low) / (high - low))
  const points = months.map(({ month, value }, index) => {
    const was = valuesBefore[index] ?? null
    return {
      label: nameOf(month).slice(0, 3),
      value: show(value),
      height: heights[index] ?? 0,
      soFar: isGoingOn && index === months.length - 1,
      ...(was === null ? {} : { before: { value: show(was), height: heightOf(was) } }),
    }
  })
  const spoken = points.map(
    ({ label, value, soFar, before: was }) =>
      `${label} ${value}${soFar ? " so far" : ""}${was ? ` (a year before ${was.value})` : ""}`,
  )
  return {
    noun,
    finding: findingOf(noun, whole, current, show),
    soFar:
      isRunning && latest && before
        ? soFarOf(latest.value, valueBefore, latest.month, before.month, show)
        : null,
    summary: `${noun}, ${spoken.join(", ")}`,
    low: axis(low),
    high: axis(high),
    points,
  }
}
