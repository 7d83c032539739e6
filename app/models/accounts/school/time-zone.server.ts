import { db } from "db/client.server"
import { bookings, sessions } from "db/schema/teaching-sessions"
import { and, eq, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { instantOf } from "~/utils/zones"

/**
 * Gives every session without a register, and the time it books, the instants its wall-clock time means in another zone.
 * What has a register happened when it happened. In the caller's transaction; returns how many sessions there were.
 */
export function keepWallClock(actor: Actor, timeZone: string): number {
  const open = db()
    .select({
      id: sessions.id,
      localDate: sessions.localDate,
      startTime: sessions.startTime,
      minutes: sessions.minutes,
    })
    .from(sessions)
    .where(and(own(actor, sessions), isNull(sessions.registerTakenAt)))
    .all()
  for (const session of open) {
    const startsAt = instantOf(session.localDate, session.startTime, timeZone)
    const times = { startsAt, endsAt: startsAt + session.minutes * 60_000 }
    db()
      .update(sessions)
      .set(times)
      .where(own(actor, sessions, session.id))
      .run()
    db()
      .update(bookings)
      .set(times)
      .where(and(own(actor, bookings), eq(bookings.sessionId, session.id)))
      .run()
  }
  return open.length
}
