import { transact } from "db/client.server"
import { marks } from "db/schema/attendance"
import { charges } from "db/schema/money"
import { packageUses } from "db/schema/money-packages"
import { students } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, between, eq, isNull, lt, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, ownRows, select, selectDistinct } from "~/models/foundation/access/door.server"
import { among, joined, own } from "~/models/foundation/access/own.server"
import type { JobData } from "~/models/foundation/job/job"
import { undonePrice, withdrawAll } from "~/models/money/charge/seat-charges.server"
import { uncoverSeat } from "~/models/money/package/package-cover.server"
import { listUnpriced, type UnpricedMark } from "~/models/teaching/price/late-price.server"
import { setOwnPrice } from "~/models/teaching/price/price.server"
import { setClassPrice } from "~/models/teaching/price/price-step.server"
import { findSeatedSession } from "~/models/teaching/seat/seated-session.server"
import type { LessonPriceRefusal } from "~/texts/attendance/refusals"
import { groupBy } from "~/utils/group-by"
import type { Result } from "~/utils/result"
import { planMarked } from "./plan-register.server"
import { writeSeatMark } from "./take-register.server"

// Lessons whose attendance was taken before they had a price are charged once one is set, a few at a time, as saving their
// attendance again would: by their marks, from packages where they have some, once.

/** Lessons of one step. */
const sessionsInStep = 5
const seatsInStep = 20

/**
 * Carries the next step out, in the caller's transaction: what a price that was taken back had charged is undone first.
 * @returns whether there is more
 */
export function chargeLateLessons(
  actor: Actor,
  { classId, undo }: JobData["charge-late-lessons"],
): "undo" | "charge" | undefined {
  if (undo && undoNext(actor, classId, undo)) return "undo"
  const ids = listAwaiting(actor, classId)
  for (const sessionId of ids) chargeAwaiting(actor, sessionId)
  return ids.length === sessionsInStep ? "charge" : undefined
}

/**
 * The next step for the lessons of one family alone, which an invoice waits for.
 * @returns whether there is more
 */
export const chargeLateLessonsOf = (
  actor: Actor,
  { classId, familyId }: { classId: string; familyId: string },
): boolean =>
  transact(() => {
    const ids = listAwaiting(actor, classId, familyId)
    for (const sessionId of ids) chargeAwaiting(actor, sessionId, familyId)
    return ids.length === sessionsInStep
  })

const isOf = (familyId: string | undefined) =>
  familyId === undefined ? undefined : eq(students.familyId, familyId)

const listAwaiting = (actor: Actor, classId: string, familyId?: string): string[] =>
  selectDistinct({ id: sessions.id, startsAt: sessions.startsAt })
    .from(marks)
    .crossJoin(seats)
    .crossJoin(sessions)
    .crossJoin(students)
    .where(
      and(
        own(actor, marks),
        sql`${marks.awaitsCharge} = 1`,
        joined(seats, marks.seatId),
        joined(sessions, seats.sessionId),
        eq(sessions.classId, classId),
        joined(students, seats.studentId),
        isOf(familyId),
      ),
    )
    .orderBy(asc(sessions.startsAt))
    .limit(sessionsInStep)
    .all()
    .map(({ id }) => id)

function chargeAwaiting(actor: Actor, sessionId: string, familyId?: string) {
  const ofSession = select({ id: marks.id })
    .from(seats)
    .innerJoin(marks, joined(seats, marks.seatId))
    .innerJoin(students, joined(students, seats.studentId))
    .where(
      and(own(actor, seats), eq(seats.sessionId, sessionId), sql`${marks.awaitsCharge} = 1`, isOf(familyId)),
    )
    .all()
  const awaiting = new Set(ofSession.map(({ id }) => id))
  const session = findSeatedSession(actor, sessionId)
  if (session && session.state !== "cancelled")
    for (const plan of planMarked(actor, session))
      if (plan.seat.mark && awaiting.has(plan.seat.mark.markId)) writeSeatMark(actor, session, plan)
  setAwaiting(actor, [...awaiting], false)
}

function setAwaiting(actor: Actor, markIds: readonly string[], awaitsCharge: boolean) {
  change(actor, marks, among(marks.id, markIds), {
    awaitsCharge,
  })
}

/** The seat had no charge and nothing of a package before: what it has by now came with the price. */
const hadNothing = (
  since: number,
) => sql`not exists (select 1 from charges c where c.school_id = ${seats.schoolId}
    and c.seat_id = ${seats.id} and c.created_at < ${since} and coalesce(c.withdrawn_reason, '') <> ${undonePrice})
  and not exists (select 1 from package_uses u where u.school_id = ${seats.schoolId}
    and u.seat_id = ${seats.id} and u.created_at < ${since})`

type Undo = NonNullable<JobData["charge-late-lessons"]["undo"]>

/**
 * Marks that are older than the price, whose lessons were charged or taken from a package while it was in force: they had
 * none before. They await the price that holds now. What is on an invoice, or was set by hand, stays. False where there is
 * none left.
 */
function undoNext(actor: Actor, classId: string, { enrollmentId, since, until }: Undo): boolean {
  const found = select({ markId: marks.id, seatId: seats.id, chargeId: charges.id })
    .from(sessions)
    .crossJoin(seats)
    .innerJoin(
      marks,
      and(joined(seats, marks.seatId), isNull(marks.supersededAt), lt(marks.createdAt, since)),
    )
    .leftJoin(charges, and(joined(seats, charges.seatId), isNull(charges.withdrawnAt)))
    .where(
      and(
        own(actor, sessions),
        eq(sessions.classId, classId),
        joined(sessions, seats.sessionId),
        enrollmentId === undefined ? undefined : eq(seats.enrollmentId, enrollmentId),
        sql`(${charges.id} is null or ${charges.source} = 'seat' and ${charges.billedLines} = 0
          and ${charges.usualMinor} is null
          and ${between(charges.createdAt, since, until)})`,
        sql`(${charges.id} is not null or exists (select 1 from ${packageUses}
          where ${packageUses.schoolId} = ${seats.schoolId} and ${packageUses.seatId} = ${seats.id}
          and ${packageUses.releasedAt} is null and ${between(packageUses.createdAt, since, until)}))`,
        hadNothing(since),
      ),
    )
    .limit(seatsInStep)
    .all()
  const made = found.flatMap(({ chargeId }) => (chargeId ? [{ chargeId }] : []))
  withdrawAll(actor, made, undonePrice)
  for (const { seatId } of found) uncoverSeat(actor, seatId)
  setAwaiting(
    actor,
    found.map(({ markId }) => markId),
    true,
  )
  return found.length > 0
}

// A family's lessons that had no price are given one where they are invoiced: the class's, or one of the family's own. It holds
// from the first of them on and charges them by their attendance, as a price that is set elsewhere does.

type Wish = {
  classId: string
  familyId: string
  /** of a lesson, in minor units */
  amountMinor: number
  /** agreed with this family's students only; else the class's price */
  isOwn: boolean
}

type Priced = {
  lessons: number
  /** The days of the first and the last of them, `YYYY-MM-DD`. */
  from: string
  to: string
  /** The first day of the price; of a class's it may be that of another family's lesson. */
  fromDate: string
}

/**
 * Sets the price of such lessons and charges the first few of the family's at once; `chargeLateLessonsOf` goes on, and the job
 * that every such price has follows with all others. Refused where none of the family's lessons lacks a price by now.
 */
export const priceLessons = (
  actor: Actor,
  { classId, familyId, amountMinor, isOwn }: Wish,
): Result<Priced, LessonPriceRefusal> =>
  transact(() => {
    const all = listUnpriced(actor, { classIds: [classId] }, "")
    const theirs = all.filter((mark) => mark.familyId === familyId)
    const [first, last] = [theirs[0]?.localDate, theirs.at(-1)?.localDate]
    if (first === undefined || last === undefined) return { ok: false, reason: "priced" }
    const fromDate = isOwn ? first : (all[0]?.localDate ?? first)
    const price = { billing: "per_session" as const, amountMinor }
    if (!isOwn) setClassPrice(actor, classId, { ...price, fromDate })
    else {
      const begins = firstDays(actor, theirs)
      if (!begins) return { ok: false, reason: "class-only" }
      for (const [enrollmentId, day] of begins) setOwnPrice(actor, enrollmentId, { ...price, fromDate: day })
    }
    chargeLateLessonsOf(actor, { classId, familyId })
    return { ok: true, lessons: theirs.length, from: first, to: last, fromDate }
  })

/** By enrollment the day of its first such lesson; undefined where one is of a guest, or outside the days of its enrollment. */
function firstDays(actor: Actor, theirs: readonly UnpricedMark[]): Map<string, string> | undefined {
  const byEnrollment = groupBy(theirs, ({ enrollmentId }) => enrollmentId ?? "")
  const found = ownRows(actor, enrollments, ["id", "startsOn", "endsOn"])
    .where(among(enrollments.id, [...byEnrollment.keys()]))
    .all()
  const days = found.flatMap(({ id, startsOn, endsOn }): [string, string][] => {
    const day = byEnrollment.get(id)?.[0]?.localDate ?? ""
    return day >= startsOn && (endsOn === null || day <= endsOn) ? [[id, day]] : []
  })
  return days.length === byEnrollment.size ? new Map(days) : undefined
}
