import { Temporal } from "temporal-polyfill"
import type { Collection } from "./database"

/** The sandbox's clock: real time plus what has been advanced by hand. Instants are UTC ms. */
export type Clock = ReturnType<typeof createClock>

type Setting = { id: string; value: number }

export function createClock(settings: Collection<Setting>) {
  const offset = () => settings.find("clock-offset")?.value ?? 0
  const now = () => Date.now() + offset()
  return {
    now,
    /** The time as PayPal writes it, to the second: 2026-02-28T09:30:00Z. */
    stamp: () => stampOf(now()),
    /** Moves time forward; `at` is a UTC ms instant, never before now. */
    moveTo(at: number) {
      settings.save({ id: "clock-offset", value: Math.max(at - Date.now(), offset()) })
    },
  }
}

/** A UTC ms instant as PayPal writes it, to the second. */
export function stampOf(at: number) {
  return `${new Date(at).toISOString().slice(0, 19)}Z`
}

/** Adds an ISO 8601 duration such as P1M to a UTC ms instant; the 31st becomes the last day of a shorter month. */
export function addDuration(at: number, duration: string | Temporal.DurationLike) {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO("UTC").add(duration).epochMilliseconds
}

/** True for a duration such as P1M, P1Y or PT36H that goes forward. */
export function isForwardDuration(text: string) {
  try {
    return Temporal.Duration.from(text).sign > 0
  } catch {
    return false
  }
}
