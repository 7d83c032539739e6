import { inquiries } from "db/schema/people-inquiries"
import { waitingSpots } from "db/schema/teaching"
import { offers } from "db/schema/teaching-offers"
import { and, eq, gt, inArray, sql } from "drizzle-orm"
import { unionAll } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { joined } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"

/**
 * The spots of a class that are held for someone until an offer ends: from its waiting list, or to someone who asked for lessons and
 * may be no student yet (`studentId` is null). `from` is the day from which it is held; null for today. One query.
 */
export const listOfferedSpots = (actor: Actor, classId: string) =>
  offeredQuery.all(actor, { classId, now: now() })

const offeredQuery = query((p: Params<{ classId: string; now: number }>, own) =>
  unionAll(
    select({ studentId: sql<string | null>`${waitingSpots.studentId}`, from: waitingSpots.offerFrom })
      .from(waitingSpots)
      .where(
        and(
          own(waitingSpots),
          eq(waitingSpots.classId, p.classId),
          eq(waitingSpots.state, "offered"),
          gt(waitingSpots.offerUntil, p.now),
        ),
      ),
    select({
      studentId: sql<string | null>`${inquiries.studentId}`,
      from: sql<string | null>`${offers.startsOn}`,
    })
      .from(offers)
      .innerJoin(inquiries, joined(inquiries, offers.inquiryId))
      .where(
        and(
          own(offers),
          eq(offers.classId, p.classId),
          inArray(offers.state, ["open", "unpaid"]),
          gt(offers.expiresAt, p.now),
        ),
      ),
  ),
)
