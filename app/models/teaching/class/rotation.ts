import { addDays, weekday } from "~/utils/dates"

// A time that rotates: the weeks take turns, each with its own start. Safe in the browser.

export const mostRotating = 6

/**
 * The weekly rules of a rotation that starts on a day with a lesson: one for each start time, every so many weeks, the first in
 * that week and each of the others a week later. One that would begin after the last day is left out.
 */
export function rotatingRules<Rule extends { startsOn: string; endsOn?: string | null }>(
  rule: Rule,
  startTimes: readonly string[],
): (Rule & { startTime: string; everyWeeks: number })[] {
  const monday = addDays(rule.startsOn, 1 - weekday(rule.startsOn))
  return startTimes
    .map((startTime, week) => ({
      ...rule,
      startTime,
      everyWeeks: startTimes.length,
      startsOn: week === 0 ? rule.startsOn : addDays(monday, 7 * week),
    }))
    .filter(({ startsOn }) => !rule.endsOn || startsOn <= rule.endsOn)
}
