import { addDays } from "~/utils/dates"
import { instantOf, localDate, localTime } from "~/utils/zones"

// When a person wants no text messages, by their own clock.

export type QuietHours = { startsAt: string; endsAt: string }

export const usualQuietHours: QuietHours = { startsAt: "21:00", endsAt: "07:00" }

/** Whether a clock time lies in them; the same time twice means never. */
const isQuietAt = (time: string, { startsAt, endsAt }: QuietHours): boolean =>
  startsAt <= endsAt ? time >= startsAt && time < endsAt : time >= startsAt || time < endsAt

/** The instant (UTC ms) itself, or the end of the quiet hours that it falls into, by a clock in the zone. */
export function afterQuietHours(at: number, hours: QuietHours, zone: string): number {
  const time = localTime(at, zone)
  if (!isQuietAt(time, hours)) return at
  const date = localDate(at, zone)
  return instantOf(time < hours.endsAt ? date : addDays(date, 1), hours.endsAt, zone)
}
