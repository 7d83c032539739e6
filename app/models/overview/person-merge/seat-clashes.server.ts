import { makeUpCredits, marks } from "db/schema/attendance"
import { charges } from "db/schema/money"
import { packageUses } from "db/schema/money-packages"
import { waivers } from "db/schema/money-waivers"
import { classes } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, isNull, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { change, idsOf, remove, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"
import type { MergeClash } from "./person-merge"

// Two students in one lesson who are one person: the spot without attendance goes. Where attendance counts for both, a
// person decides, by changing one of them to canceled.

type SharedLesson = {
  sessionId: string
  title: string
  keepSeatId: string
  goneSeatId: string
  /** Only the spot that would stay knows of no absence, and the other does. */
  hasNoticeOfGone: boolean
}

/** The lessons in which both have a spot, oldest first. */
export function listSharedLessons(actor: Actor, keepId: string, goneId: string): SharedLesson[] {
  const other = alias(seats, "other")
  return select({
    sessionId: sessions.id,
    name: classes.name,
    localDate: sessions.localDate,
    keepSeatId: seats.id,
    goneSeatId: other.id,
    keepNotice: seats.noticeAt,
    goneNotice: other.noticeAt,
  })
    .from(seats)
    .innerJoin(other, and(joined(other.sessionId, seats.sessionId), eq(other.studentId, goneId)))
    .innerJoin(sessions, joined(sessions, seats.sessionId))
    .innerJoin(classes, joined(classes, sessions.classId))
    .where(and(own(actor, seats), eq(seats.studentId, keepId)))
    .orderBy(asc(sessions.startsAt), asc(sessions.id))
    .all()
    .map(({ name, localDate, keepNotice, goneNotice, ...lesson }) => ({
      ...lesson,
      hasNoticeOfGone: keepNotice === null && goneNotice !== null,
      title: `${name} on ${formatDate(localDate, "day")}`,
    }))
}

/** Which of the two spots goes; undefined when attendance counts for both. */
export function spotThatGoes(
  actor: Actor,
  { keepSeatId, goneSeatId, hasNoticeOfGone }: SharedLesson,
): { goesId: string; staysId: string } | undefined {
  const ways = [
    { goesId: goneSeatId, staysId: keepSeatId },
    { goesId: keepSeatId, staysId: goneSeatId },
  ]
  if (hasNoticeOfGone) ways.reverse()
  return ways.find(({ goesId }) => !countsForSomething(actor, goesId))
}

export const clashOf = ({ sessionId, title }: SharedLesson): MergeClash => ({
  text: `Both have attendance in ${title}. Change one of them to Canceled by school there.`,
  to: { path: paths.session(sessionId), label: title },
})

/** Whether a spot has attendance, money or a make-up credit that counts. */
function countsForSomething(actor: Actor, seatId: string): boolean {
  const has = (
    table: typeof marks | typeof charges | typeof makeUpCredits | typeof packageUses | typeof waivers,
    condition: ReturnType<typeof and>,
  ) => idsOf(actor, table, condition).length > 0
  return (
    has(
      marks,
      and(eq(marks.seatId, seatId), isNull(marks.supersededAt), sql`${marks.code} <> 'cancelled'`),
    ) ||
    has(charges, and(eq(charges.seatId, seatId), isNull(charges.withdrawnAt))) ||
    has(makeUpCredits, and(eq(makeUpCredits.originSeatId, seatId), isNull(makeUpCredits.revokedAt))) ||
    has(makeUpCredits, eq(makeUpCredits.usedSeatId, seatId)) ||
    has(packageUses, eq(packageUses.seatId, seatId)) ||
    has(waivers, eq(waivers.seatId, seatId))
  )
}

/** Removes a spot; what is recorded of it, none of which counts, joins the spot that stays. */
export function absorbSeat(actor: Actor, { goesId, staysId }: { goesId: string; staysId: string }) {
  const ofGoing = eq(marks.seatId, goesId)
  change(actor, marks, and(ofGoing, isNull(marks.supersededAt)), { supersededAt: now() })
  change(actor, marks, ofGoing, { seatId: staysId })
  change(actor, charges, eq(charges.seatId, goesId), { seatId: staysId })
  change(actor, makeUpCredits, eq(makeUpCredits.originSeatId, goesId), { originSeatId: staysId })
  remove(actor, seats, goesId)
}
