import { enrollments } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, gte, isNull, lte, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { agreedOn } from "~/models/teaching/price/agreed-on.server"
import { priceOf } from "~/models/teaching/price/price"
import { listClassPrices } from "~/models/teaching/price/price.server"

// About how much waits for the attendance of a lesson: what everyone enrolled that day pays for one lesson, as if all
// came. Fees by the month don't wait for it, and guests, discounts and packages are told by the attendance itself.

type Lesson = { id: string; classId: string }

/** The amounts that wait for these lessons, by lesson; of one that no one pays by the lesson there is none. */
export function listWaitingAmounts(actor: Actor, lessons: readonly Lesson[]): Map<string, number> {
  const amounts = new Map<string, number>()
  if (lessons.length === 0) return amounts
  const prices = listClassPrices(
    actor,
    lessons.map(({ classId }) => classId),
  )
  const ids = JSON.stringify(lessons.map(({ id }) => id))
  const enrolled = select({
    sessionId: sessions.id,
    classId: sessions.classId,
    date: sessions.localDate,
    ...agreedOn(sessions.localDate),
  })
    .from(sessions)
    .innerJoin(enrollments, joined(enrollments.classId, sessions.classId))
    .where(
      and(
        own(actor, sessions),
        sql`${sessions.id} in (select value from json_each(${ids}))`,
        lte(enrollments.startsOn, sessions.localDate),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, sessions.localDate)),
      ),
    )
    .all()
  for (const { sessionId, classId, date, ...agreed } of enrolled) {
    const price = priceOf(agreed, prices.get(classId) ?? [], date)
    if (price?.billing !== "per_session") continue
    amounts.set(sessionId, (amounts.get(sessionId) ?? 0) + price.amountMinor)
  }
  return amounts
}
