// Times of day on a wall clock, "HH:MM".

/** Whether the text is a time of day written "HH:MM", "00:00" to "23:59". */
export function isTime(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)
}

/** The wall clock some minutes later; past midnight it begins again at "00:00". */
export function addMinutes(time: string, minutes: number): string {
  const total = (((minutesOfDay(time) + minutes) % 1440) + 1440) % 1440
  return clock(Math.floor(total / 60), total % 60)
}

/** Minutes since midnight of "HH:MM". */
export function minutesOfDay(time: string): number {
  const [hour, minute] = hourAndMinute(time)
  return hour * 60 + minute
}

/** The time itself; throws for anything else. */
export function requireTime(time: string): string {
  if (!isTime(time)) throw new RangeError(`Not a time of day: ${time}`)
  return time
}

export function clock(hour: number, minute: number): string {
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`
}

export function hourAndMinute(time: string): [number, number] {
  requireTime(time)
  return [Number(time.slice(0, 2)), Number(time.slice(3))]
}
