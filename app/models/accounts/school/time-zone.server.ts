import { occasions } from "db/schema/teaching-occasions"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { carryOut, change, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { addDays } from "~/utils/dates"
import { instantOf, localDate, localTime } from "~/utils/zones"

const dayMs = 86_400_000

/**
 * Gives every session without a register, and the time it books, the instants its wall-clock time means in another zone.
 * What has a register happened when it happened. Events go along. In the caller's transaction; returns how many sessions there were.
 *
 * Between two changes of a clock all sessions move by the same time, so a few statements move them all: a school of 5,000
 * students would otherwise wait for a hundred thousand.
 */
export function keepWallClock(actor: Actor, { from, to }: { from: string; to: string }): number {
  const dates = select({ date: sessions.localDate })
    .from(sessions)
    .where(and(own(actor, sessions), isNull(sessions.registerTakenAt)))
    .groupBy(sessions.localDate)
    .orderBy(sessions.localDate)
    .all()
  let moved = 0
  for (const { first, last, byMs } of stretchesOf(
    dates.map(({ date }) => date),
    from,
    to,
  ))
    moved += byMs === null ? moveDay(actor, first, to) : moveStretch(actor, { first, last, byMs })
  moveOccasions(actor, { from, to })
  return moved
}

const shortestMs = 60_000

/** Recitals, exams and excursions, of which a school has a few a year. */
function moveOccasions(actor: Actor, { from, to }: { from: string; to: string }) {
  const all = select().from(occasions).where(own(actor, occasions)).all()
  for (const { id, localDate: date, startTime, endsAt: before, revision } of all) {
    const startsAt = instantOf(date, startTime, to)
    const endsAt = instantOf(localDate(before, from), localTime(before, from), to)
    change(actor, occasions, id, {
      startsAt,
      endsAt: Math.max(endsAt, startsAt + shortestMs),
      revision: revision + 1,
    })
  }
}

/** `byMs` is null for a single day on which a clock of either zone changes. */
type Stretch = { first: string; last: string; byMs: number | null }

function stretchesOf(dates: readonly string[], from: string, to: string): Stretch[] {
  const stretches: Stretch[] = []
  for (const date of dates) {
    const [before, after] = [midnightOf(date, from), midnightOf(date, to)]
    const byMs = before === null || after === null ? null : after - before
    const latest = stretches.at(-1)
    if (latest && byMs !== null && latest.byMs === byMs) latest.last = date
    else stretches.push({ first: date, last: date, byMs })
  }
  return stretches
}

/** When a day begins; null where it isn't one of 24 hours. */
function midnightOf(date: string, zone: string): number | null {
  const midnight = instantOf(date, "00:00", zone)
  return instantOf(addDays(date, 1), "00:00", zone) - midnight === dayMs ? midnight : null
}

function moveStretch(actor: Actor, { first, last, byMs }: Stretch & { byMs: number }): number {
  const changes = carryOut(sql`
    update sessions set starts_at = starts_at + ${byMs}, ends_at = ends_at + ${byMs}
    where school_id = ${actor.school.id} and local_date between ${first} and ${last} and register_taken_at is null`)
  moveBookings(actor, first, last)
  return changes
}

function moveDay(actor: Actor, date: string, zone: string): number {
  const open = select({ id: sessions.id, startTime: sessions.startTime, minutes: sessions.minutes })
    .from(sessions)
    .where(and(own(actor, sessions), eq(sessions.localDate, date), isNull(sessions.registerTakenAt)))
    .all()
  for (const { id, startTime, minutes } of open) {
    const startsAt = instantOf(date, startTime, zone)
    change(actor, sessions, id, { startsAt, endsAt: startsAt + minutes * 60_000 })
  }
  moveBookings(actor, date, date)
  return open.length
}

/** What sessions book is booked for as long as they last. */
function moveBookings(actor: Actor, first: string, last: string) {
  carryOut(sql`
    update bookings set starts_at = s.starts_at, ends_at = s.ends_at
    from sessions s
    where s.school_id = ${actor.school.id} and s.local_date between ${first} and ${last}
      and s.register_taken_at is null
      and bookings.school_id = ${actor.school.id} and bookings.session_id = s.id`)
}
