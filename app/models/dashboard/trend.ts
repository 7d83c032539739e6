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
