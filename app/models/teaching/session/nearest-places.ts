import { daysBetween } from "~/utils/dates"

// Where and when a lesson could be instead, the nearest first: of thousands of places only those that are looked at are made.

/** What makes a place a far one, in minutes of difference. */
const otherRoom = 10
const otherDay = 75

type Wish<Room> = {
  /** In minutes of the day. */
  near: { date: string; start: number }
  dates: readonly string[]
  /** In minutes of the day. */
  starts: readonly number[]
  /** The wished one first. */
  rooms: readonly Room[]
}

/**
 * Each date, start and room, in order of their distance from the wish; of those as far, as the dates, the starts and the rooms
 * are given.
 */
export function* nearestPlaces<Room>({ near, dates, starts, rooms }: Wish<Room>) {
  const [wished, ...others] = rooms
  if (wished === undefined) return
  // All other rooms are as far: a start of a day has two distances, each a number that says which start it is, too.
  const keys = new Float64Array(2 * dates.length * starts.length)
  dates.forEach((date, day) => {
    const away = Math.abs(daysBetween(near.date, date)) * otherDay
    starts.forEach((start, index) => {
      const of = 2 * (day * starts.length + index)
      const distance = Math.abs(start - near.start) + away
      keys[of] = distance * keys.length + of
      keys[of + 1] = (distance + otherRoom) * keys.length + of + 1
    })
  })
  for (const key of keys.sort()) {
    const of = key % keys.length
    const index = Math.floor(of / 2)
    const date = dates[Math.floor(index / starts.length)]
    const start = starts[index % starts.length]
    if (date === undefined || start === undefined) continue
    if (of % 2 === 0) yield { date, start, room: wished }
    else for (const room of others) yield { date, start, room }
  }
}
