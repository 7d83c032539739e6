import { minutesOfDay } from "~/utils/clock-times"
import { addDays } from "~/utils/dates"
import { instantOf, localDate, localTime } from "~/utils/zones"

// When nothing that can wait is sent to a person, and when their daily email leaves, by their own clock. Safe in the browser.

const minuteMs = 60_000

export type QuietHours = { startsAt: string; endsAt: string }
export type Hours = QuietHours & { dailyAt: string }

export const usualHours: Hours = { startsAt: "21:00", endsAt: "07:00", dailyAt: "17:00" }

/** Whether a clock time lies in them; the same time twice means never. */
export const isQuietAt = (time: string, { startsAt, endsAt }: QuietHours): boolean =>
  startsAt <= endsAt ? time >= startsAt && time < endsAt : time >= startsAt || time < endsAt

/** The instant (UTC ms) itself, or the end of the quiet hours that it falls into, by a clock in the zone. */
export function afterQuietHours(at: number, hours: QuietHours, zone: string): number {
  const time = localTime(at, zone)
  if (!isQuietAt(time, hours)) return at
  const date = localDate(at, zone)
  const end = instantOf(time < hours.endsAt ? date : addDays(date, 1), hours.endsAt, zone)
  if (end > at) return end
  // Clocks were set back after they had ended, and show them again.
  const minutes = minutesOfDay(hours.endsAt) - minutesOfDay(time)
  return at - (at % minuteMs) + minutes * minuteMs
}

/** The next time (UTC ms) after an instant that a clock in the zone shows `dailyAt`. */
export function nextDaily(at: number, { dailyAt }: Pick<Hours, "dailyAt">, zone: string): number {
  const date = localDate(at, zone)
  const today = instantOf(date, dailyAt, zone)
  return today > at ? today : instantOf(addDays(date, 1), dailyAt, zone)
}
