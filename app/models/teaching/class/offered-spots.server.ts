import { students } from "db/schema/people"
import { inquiries } from "db/schema/people-inquiries"
import { waitingSpots } from "db/schema/teaching"
import { offers } from "db/schema/teaching-offers"
import { and, asc, eq, gt, type SQL, type SQLWrapper, sql } from "drizzle-orm"
import { unionAll } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { joined } from "~/models/foundation/access/own.server"
import { may } from "~/models/foundation/access/permissions"
import { now, todayOf } from "~/utils/clock.server"
import { laterOf } from "~/utils/dates"
import { fullName } from "~/utils/names"
import { formatInstant } from "~/utils/zones"

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
          eq(offers.state, "open"),
          gt(offers.expiresAt, p.now),
        ),
      ),
  ),
)

/** The same as stays: each takes a spot from the day on which it is held. */
export function listOfferedStays(
  actor: Actor,
  classId: string,
): { studentId: string | null; startsOn: string; endsOn: null }[] {
  const day = todayOf(actor)
  return listOfferedSpots(actor, classId).map(({ studentId, from }) => ({
    studentId,
    startsOn: laterOf(day, from ?? day),
    endsOn: null,
  }))
}

type SpotsOn = Record<"schoolId" | "classId" | "day" | "studentId" | "now", SQLWrapper>

/** The same as a number within a query: how many spots of a class are held on a day for others than a student. */
export const heldFromOthers = ({ schoolId, classId, day, studentId, now: at }: SpotsOn): SQL<number> => sql`(
  select count(*) from offers o where o.school_id = ${schoolId} and o.class_id = ${classId}
    and o.state = 'open' and o.expires_at > ${at} and o.starts_on <= ${day})
  + (select count(*) from waiting_places w where w.school_id = ${schoolId} and w.class_id = ${classId}
    and w.state = 'offered' and w.offer_until > ${at} and w.student_id <> ${studentId}
    and coalesce(w.offer_from, '') <= ${day})`

/**
 * Whose offers hold a spot of a class, by their inquiries, those that end first at the top; `until` is the last minute, as text. Empty
 * for those who don't see people.
 */
export function listOfferedTo(
  actor: Actor,
  classId: string,
): { inquiryId: string; name: string; until: string }[] {
  if (!may(actor, "student:read")) return []
  return offeredToQuery.all(actor, { classId, now: now() }).map(({ inquiryId, expiresAt, ...names }) => ({
    inquiryId,
    name: fullName({
      firstName: names.studentFirst ?? names.firstName ?? "",
      lastName: names.studentLast ?? names.lastName ?? "",
    }),
    until: formatInstant(expiresAt - 60_000, actor.school.timeZone),
  }))
}

const offeredToQuery = query((p: Params<{ classId: string; now: number }>, own) =>
  select({
    inquiryId: offers.inquiryId,
    expiresAt: offers.expiresAt,
    firstName: inquiries.firstName,
    lastName: inquiries.lastName,
    studentFirst: students.firstName,
    studentLast: students.lastName,
  })
    .from(offers)
    .innerJoin(inquiries, joined(inquiries, offers.inquiryId))
    .leftJoin(students, joined(students, inquiries.studentId))
    .where(
      and(own(offers), eq(offers.classId, p.classId), eq(offers.state, "open"), gt(offers.expiresAt, p.now)),
    )
    .orderBy(asc(offers.expiresAt), asc(offers.id)),
)
