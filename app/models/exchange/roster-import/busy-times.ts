import type { PlannedClass } from "../roster/roster-classes"

// When one teacher is busy. Kept by day, so that a long list is looked through a day at a time.

/** A lesson of the plan, or one that the school has. */
export type BusyWith = { class: PlannedClass } | { sessionId: string }
type Busy = { startsAt: number; endsAt: number; with: BusyWith }

const dayMs = 86_400_000

export class BusyTimes {
  readonly #days = new Map<number, Busy[]>()

  add(busy: Busy) {
    for (const day of daysOf(busy)) {
      const times = this.#days.get(day)
      if (times) times.push(busy)
      else this.#days.set(day, [busy])
    }
  }

  /** The first known of what overlaps this time. What only touches it doesn't. */
  find(startsAt: number, endsAt: number): BusyWith | undefined {
    for (const day of daysOf({ startsAt, endsAt })) {
      const found = this.#days.get(day)?.find((each) => each.startsAt < endsAt && each.endsAt > startsAt)
      if (found) return found.with
    }
    return undefined
  }
}

/** The days in UTC that a time touches: one, or two when it lasts past midnight. */
function daysOf({ startsAt, endsAt }: Pick<Busy, "startsAt" | "endsAt">): number[] {
  const [first, last] = [Math.floor(startsAt / dayMs), Math.floor((endsAt - 1) / dayMs)]
  return first === last ? [first] : [first, last]
}
