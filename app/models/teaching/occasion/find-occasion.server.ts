import { students, teachers } from "db/schema/people"
import { rooms } from "db/schema/teaching"
import { occasionGuests, occasions } from "db/schema/teaching-occasions"
import {
  and,
  asc,
  between,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  lt,
  or,
  type Placeholder,
  type SQL,
  sql,
} from "drizzle-orm"
import { taxText } from "~/models/accounts/tax/tax"
import { addsTax, findDefaultTax } from "~/models/accounts/tax/tax-rates.server"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, type Params, query, select } from "~/models/foundation/access/door.server"
import { among, columns, joined, type Owner, own } from "~/models/foundation/access/own.server"
import { isTaughtBy } from "~/models/people/student/list-students.server"
import { now, todayOf } from "~/utils/clock.server"
import { localTime } from "~/utils/zones"
import { periodOf, type ScheduleQuery } from "../session/schedule-period"
import { type OccasionLine, occasionsPerPage, stateOf } from "./occasion"

// Events as they are read: by the office all of them, by a teacher their own and those of their students, by a family those
// that are published.

export type Occasion = NonNullable<ReturnType<typeof findOccasion>>

const selected = {
  ...columns(occasions, "id", "kind", "title", "localDate", "startTime", "startsAt", "endsAt", "teacherId"),
  teacherName: teachers.name,
  roomId: occasions.roomId,
  roomName: rooms.name,
  ...columns(occasions, "place", "note", "publishedAt", "canceledAt", "cancelReason", "revision", "news"),
  teacherLeftAt: teachers.deactivatedAt,
  roomArchivedAt: rooms.archivedAt,
}

const occasionsQuery = (which: SQL | undefined) =>
  select(selected)
    .from(occasions)
    .leftJoin(teachers, joined(teachers, occasions.teacherId))
    .leftJoin(rooms, joined(rooms, occasions.roomId))
    .where(which)
    .$dynamic()

type Row = ReturnType<ReturnType<typeof occasionsQuery>["all"]>[number]

const whole = ({ school }: Actor, row: Row) => ({
  ...row,
  endTime: localTime(row.endsAt, school.timeZone),
  where: row.roomName ?? row.place,
  state: stateOf(row),
})

/** An event; undefined when it isn't the school's. */
export function findOccasion(actor: Actor, occasionId: string) {
  const row = occasionQuery.get(actor, { occasionId })
  return row && whole(actor, row)
}

const occasionQuery = query((p: Params<{ occasionId: string }>, own) =>
  occasionsQuery(own(occasions, p.occasionId)),
)

/** The fees of events by their ids, apart from the rest: not everyone who sees an event sees prices. Minor units. */
export const listFees = (actor: Actor, ids: readonly string[]) =>
  new Map(
    ownRows(actor, occasions, {
      id: occasions.id,
      feeMinor: occasions.feeMinor,
      guestFeeMinor: occasions.guestFeeMinor,
      ...columns(occasions, "feeUntil", "paysWithAnswer", "isFeeTaxed"),
    })
      .where(among(occasions.id, ids))
      .all()
      .map(({ id, ...fee }) => [id, { ...fee, addedTax: fee.isFeeTaxed ? addedTax(actor) : null }]),
  )

/** The tax that comes on top of a fee, as text; null where there is none or it is within. */
function addedTax(actor: Actor): string | null {
  const tax = addsTax(actor) ? findDefaultTax(actor) : null
  return tax && taxText(tax)
}

/** An event without one. */
export const noFee = {
  ...{ feeMinor: null, guestFeeMinor: null, feeUntil: null },
  ...{ paysWithAnswer: false, isFeeTaxed: false, addedTax: null },
}
/** The same of one. */
export const findFee = (actor: Actor, occasionId: string) =>
  listFees(actor, [occasionId]).get(occasionId) ?? noFee

export const isOver = ({ endsAt }: Pick<Occasion, "endsAt">): boolean => endsAt <= now()

/** The events that a teacher leads or a student of theirs is invited to: a condition on `occasions`. */
export const concerns = (actor: Actor, teacherId: string): SQL | undefined =>
  or(
    eq(occasions.teacherId, teacherId),
    inArray(
      occasions.id,
      select({ id: occasionGuests.occasionId })
        .from(occasionGuests)
        .innerJoin(students, joined(students, occasionGuests.studentId))
        .where(and(own(actor, occasionGuests), isTaughtBy(actor, teacherId))),
    ),
  )

/** The events that concern a teacher; drafts too. */
export function findTeacherOccasion(actor: Actor, teacherId: string, occasionId: string) {
  const row = occasionsQuery(and(own(actor, occasions, occasionId), concerns(actor, teacherId))).get()
  return row && whole(actor, row)
}

/** The published events of some students: a condition on `occasions`. */
const invited = (owner: Owner, studentIds: readonly string[] | Placeholder): SQL | undefined =>
  and(isNotNull(occasions.publishedAt), hasGuest(owner, studentIds))

const hasGuest = (owner: Owner, studentIds: readonly string[] | Placeholder): SQL =>
  inArray(
    occasions.id,
    select({ id: occasionGuests.occasionId })
      .from(occasionGuests)
      .where(and(own(owner, occasionGuests), among(occasionGuests.studentId, studentIds))),
  )

/** An event that is published and to which one of these students is invited. */
export function findFamilyOccasion(actor: Actor, studentIds: readonly string[], occasionId: string) {
  const row = occasionsQuery(and(own(actor, occasions, occasionId), invited(actor, studentIds))).get()
  return row && whole(actor, row)
}

/** Whose events a list has: all of the school's, a teacher's, or the published ones of a family's students. */
type Whose = { teacherId?: string; studentIds?: readonly string[] }

const ofWhom = (actor: Actor, { teacherId, studentIds }: Whose): SQL | undefined =>
  and(
    own(actor, occasions),
    teacherId === undefined ? undefined : concerns(actor, teacherId),
    studentIds === undefined ? undefined : invited(actor, studentIds),
  )

/** Those from one date to another (both included), in order of time. */
export const listOccasionsOn = (actor: Actor, from: string, to: string, whose: Whose = {}) =>
  inOrder(and(ofWhom(actor, whose), between(occasions.localDate, from, to)))
    .all()
    .map((row) => whole(actor, row))

const inOrder = (which: SQL | undefined) =>
  occasionsQuery(which).orderBy(asc(occasions.localDate), asc(occasions.startsAt), asc(occasions.id))

/** A page of events: those to come, the next one first, or those that are over, the latest first. */
export function listOccasions(
  actor: Actor,
  { isPast = false, page = 1, ...whose }: Whose & { isPast?: boolean; page?: number },
) {
  const day = todayOf(actor)
  const which = and(
    ofWhom(actor, whose),
    isPast ? lt(occasions.localDate, day) : gte(occasions.localDate, day),
  )
  const order = isPast ? desc : asc
  const total = select({ n: count() }).from(occasions).where(which).get()?.n ?? 0
  const rows = occasionsQuery(which)
    .orderBy(order(occasions.localDate), order(occasions.startsAt), order(occasions.id))
    .limit(occasionsPerPage)
    .offset((page - 1) * occasionsPerPage)
    .all()
    .map((row) => whole(actor, row))
  const counts = new Map(
    ownRows(actor, occasionGuests, {
      id: occasionGuests.occasionId,
      invited: count(),
      coming: sql<number>`sum(${occasionGuests.answer} = 'yes')`.mapWith(Number),
    })
      .where(
        inArray(
          occasionGuests.occasionId,
          rows.map(({ id }) => id),
        ),
      )
      .groupBy(occasionGuests.occasionId)
      .all()
      .map((each) => [each.id, each]),
  )
  return {
    total,
    rows: rows.map((row) => ({
      ...row,
      invited: counts.get(row.id)?.invited ?? 0,
      coming: counts.get(row.id)?.coming ?? 0,
    })),
  }
}

// Events as schedules list them: with no more than they show.

/** The published ones of some students from one date to another (both included). */
export const listInvitedLines = (
  actor: Actor,
  from: string,
  to: string,
  studentIds: readonly string[],
): OccasionLine[] =>
  invitedQuery
    .all(actor, { studentIds: JSON.stringify(studentIds), from, to })
    .map((row) => lineOf(whole(actor, row)))

const invitedQuery = query((p: Params<{ studentIds: string; from: string; to: string }>, own, school) => {
  const days = between(occasions.localDate, p.from, p.to)
  return inOrder(and(own(occasions), invited(school, p.studentIds), days))
})

const lineOf = ({ id, title, localDate, startTime, endTime, where, state }: Occasion): OccasionLine => ({
  id,
  title,
  localDate,
  startTime,
  endTime,
  where,
  state,
})

/** Those from one date to another (both included), in order of time. */
export const listOccasionLines = (
  actor: Actor,
  from: string,
  to: string,
  whose: Whose = {},
): OccasionLine[] => listOccasionsOn(actor, from, to, whose).map(lineOf)

/** What a view of the office's schedule lists: the events of its period, its teacher, room or student. */
export function listScheduleOccasions(actor: Actor, query: ScheduleQuery): OccasionLine[] {
  const { classId, teacherId, roomId, studentId } = query
  if (classId) return []
  const days = periodOf(query, actor.school.weekStart)
  return viewQuery
    .all(actor, {
      from: days[0] ?? query.date,
      to: days.at(-1) ?? query.date,
      teacherId: teacherId || null,
      roomId: roomId || null,
      studentIds: studentId ? JSON.stringify([studentId]) : null,
    })
    .map((row) => lineOf(whole(actor, row)))
}

const viewQuery = query(
  (
    p: Params<{
      from: string
      to: string
      teacherId: string | null
      roomId: string | null
      studentIds: string | null
    }>,
    own,
    school,
  ) => {
    const ofAll = (asked: Placeholder) => sql`${asked} is null`
    return inOrder(
      and(
        own(occasions),
        between(occasions.localDate, p.from, p.to),
        or(ofAll(p.teacherId), eq(occasions.teacherId, p.teacherId)),
        or(ofAll(p.roomId), eq(occasions.roomId, p.roomId)),
        or(ofAll(p.studentIds), hasGuest(school, p.studentIds)),
      ),
    )
  },
)
