import { RRuleTemporal } from "rrule-temporal"
import { Temporal } from "temporal-polyfill"

// Rules repeat by days; the time of day is the schedule's own. So a rule is expanded on a calendar without a zone
// (UTC has no summer time), and each date meets the school's zone afterwards: 16:00 stays 16:00.

/** The dates from `from` to `to` (both included) on which an RFC 5545 rule that starts on `startsOn` falls. */
export function datesOf(rrule: string, startsOn: string, from: string, to: string): string[] {
  const first = from > startsOn ? from : startsOn
  if (to < first) return []
  const rule = new RRuleTemporal({ rruleString: `RRULE:${rrule}`, dtstart: midnight(startsOn) })
  return rule.between(midnight(first), midnight(to), true).map((date) => date.toPlainDate().toString())
}

const midnight = (date: string) => Temporal.ZonedDateTime.from(`${date}T00:00[UTC]`)
