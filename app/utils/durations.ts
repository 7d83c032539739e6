import { formatNumber } from "./formats"

/** A span of time as people read it: "12 h 30 min", "45 min", "0 min". Safe in the browser. */
export function durationText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), Math.round(minutes % 60)]
  const parts = [hours ? `${formatNumber(hours)} h` : "", rest || !hours ? `${rest} min` : ""]
  return parts.filter(Boolean).join(" ")
}
