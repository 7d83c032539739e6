import { occasions } from "db/schema/teaching-occasions"
import { and, between, eq, or, type Placeholder, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query } from "~/models/foundation/access/door.server"
import { periodOf, type ScheduleQuery } from "../session/schedule-period"
import {
  hasGuest,
  inOrder,
  invited,
  listOccasionsOn,
  type Occasion,
  type Whose,
  whole,
} from "./find-occasion.server"
import type { OccasionLine } from "./occasion"

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
