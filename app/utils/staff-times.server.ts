import { currentZone } from "./formats.server"
import { formatInstant } from "./zones"

// Times as the platform's staff read them: in the zone they chose for themselves, or in the usual one of the page. Days
// that sums are made of stay those of UTC, or of the school.

/** "Nov 18, 2026, 3:10 PM" */
export const staffTime = (ms: number, usualZone = "UTC"): string =>
  formatInstant(ms, currentZone() ?? usualZone)

/** The same with its zone: "Nov 18, 2026, 3:10 PM UTC". */
export const staffTimeAndZone = (ms: number): string =>
  `${staffTime(ms)} ${(currentZone() ?? "UTC").replaceAll("_", " ")}`
