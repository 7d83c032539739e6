import { formatNumber } from "./formats"

/** A span of time as people read it: "12 h 30 min", "45 min", "0 min". Safe in the browser. */
export function durationText(minutes: number): string {
  const whole = Math.round(Math.abs(minutes))
  const [hours, rest] = [Math.floor(whole / 60), whole % 60]
  const parts = [hours ? `${formatNumber(hours)} h` : "", rest || !hours ? `${rest} min` : ""]
  return (minutes < 0 && whole > 0 ? "−" : "") + parts.filter(Boolean).join(" ")
}
