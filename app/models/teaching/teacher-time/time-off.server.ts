import { db, prepareEach, transact } from "db/client.server"
import { teachers } from "db/schema/people"
import { timeOff } from "db/schema/teaching-teacher-time"
import { and, asc, desc, eq, gte, inArray, lte, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/new-row.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { TimeOffRefusal } from "~/texts/teaching/refusals"
import { now } from "~/utils/clock.server"
import { daysBetween } from "~/utils/dates"
import type { Result } from "~/utils/result"
import { today } from "~/utils/zones"
import { discardDraft, hasDraft } from "./arrangement-draft.server"
import { planned } from "./sessions-in-time-off.server"
import type { TimeOff } from "./teacher-time"
import { tellAnswer, tellRequest } from "./tell-time-off.server"

// Days a teacher asks to be away. The office answers; a teacher who works alone answers themself by asking.

export const longestDays = 183

/**
 * Asks for days off, both ends included. Refused for days that are over, for more than six months, and where it
 * overlaps a request that is open or approved. A solo teacher's is approved at once.
 */
export function requestTimeOff(
  actor: Actor,
  teacherId: string,
  wish: TimeOffWish,
): Result<{ timeOffId: string }, TimeOffRefusal> {
  return actor.school.kind === "solo"
    ? recordTimeOff(actor, teacherId, wish)
    : addTimeOff(actor, teacherId, wish, false)
}

/** The office's own word that a teacher is away: approved at once. Refused as a request is. */
export function recordTimeOff(
  actor: Actor,
  teacherId: string,
  wish: TimeOffWish,
): Result<{ timeOffId: string }, TimeOffRefusal> {
  return addTimeOff(actor, teacherId, wish, true)
}

export type TimeOffWish = {
  startsOn: string
  endsOn: string
  fromTime?: string | null
  toTime?: string | null
  reason: string | null
}

function addTimeOff(
  actor: Actor,
  teacherId: string,
  { fromTime = null, toTime = null, ...days }: TimeOffWish,
  isApproved: boolean,
): Result<{ timeOffId: string }, TimeOffRefusal> {
  const wish = { ...days, fromTime, toTime }
  return transact(() => {
    if (wish.endsOn < today(actor.school.timeZone, now())) return { ok: false, reason: "in-the-past" }
    if (daysBetween(wish.startsOn, wish.endsOn) >= longestDays) return { ok: false, reason: "too-long" }
    if (
      listTimeOff(actor, {
        teacherId,
        from: wish.startsOn,
        to: wish.endsOn,
        states: ["requested", "approved"],
      }).length
    )
      return { ok: false, reason: "overlaps" }
    const row = newRow(actor)
    db()
      .insert(timeOff)
      .values({
        ...row,
        ...wish,
        teacherId,
        requestedBy: actor.memberId,
        ...(isApproved
          ? { state: "approved" as const, decidedBy: actor.memberId, decidedAt: now() }
          : { state: "requested" as const }),
      })
      .run()
    const verb = isApproved && actor.school.kind === "school" ? "record" : "request"
    recordEvent(actor, { verb, noun: "time-off", nounId: row.id, after: { teacherId, ...wish } })
    if (!isApproved) told(actor, row.id, tellRequest)
    return { ok: true, timeOffId: row.id }
  })
}

/** Takes a request back, also an approved one that isn't over: then a teacher's office is told. */
export function withdrawTimeOff(
  actor: Actor,
  teacherId: string,
  timeOffId: string,
): Result<void, "not-found" | "decided"> {
  return transact(() => {
    const found = findRow(actor, teacherId, timeOffId)
    if (!found) return { ok: false, reason: "not-found" }
    const isOver = found.endsOn < today(actor.school.timeZone, now())
    if (isOver || !["requested", "approved"].includes(found.state)) return { ok: false, reason: "decided" }
    setState(actor, timeOffId, { state: "withdrawn" })
    discardDraft(actor, timeOffId)
    recordEvent(actor, {
      verb: "withdraw",
      noun: "time-off",
      nounId: timeOffId,
      before: { state: found.state },
    })
    if (found.state === "approved" && actor.role === "teacher") told(actor, timeOffId, tellRequest)
    return { ok: true }
  })
}

/** The office removes an absence that isn't over, also one under way. Its lessons stay as they are by then; the teacher is told. */
export function removeTimeOff(actor: Actor, timeOffId: string): Result<void, "not-found" | "decided"> {
  return transact(() => {
    const off = findTimeOff(actor, timeOffId)
    if (off?.state !== "approved") return { ok: false, reason: off ? "decided" : "not-found" }
    const withdrawn = withdrawTimeOff(actor, off.teacherId, timeOffId)
    if (withdrawn.ok) told(actor, timeOffId, tellAnswer)
    return withdrawn
  })
}

/** Approves or declines a request that waits for an answer. Days that have begun can't be approved any more. */
export function answerTimeOff(
  actor: Actor,
  teacherId: string,
  {
    timeOffId,
    decision,
    answer,
  }: { timeOffId: string; decision: "approved" | "declined"; answer: string | null },
): Result<void, "not-found" | "decided" | "begun"> {
  return transact(() => {
    const found = findRow(actor, teacherId, timeOffId)
    if (!found || found.leftAt !== null) return { ok: false, reason: "not-found" }
    if (found.state !== "requested") return { ok: false, reason: "decided" }
    if (decision === "approved" && found.startsOn < today(actor.school.timeZone, now()))
      return { ok: false, reason: "begun" }
    setState(actor, timeOffId, { state: decision, decidedBy: actor.memberId, decidedAt: now(), answer })
    recordEvent(actor, {
      verb: decision === "approved" ? "approve" : "decline",
      noun: "time-off",
      nounId: timeOffId,
      after: { answer },
    })
    told(actor, timeOffId, tellAnswer)
    return { ok: true }
  })
}

function told(actor: Actor, timeOffId: string, tell: (actor: Actor, off: TimeOff) => void) {
  const off = findTimeOff(actor, timeOffId)
  if (off) tell(actor, off)
}

type TimeOffRequest = {
  id?: string
  teacherId?: string
  from?: string
  to?: string
  states?: TimeOff["state"][]
  newestFirst?: boolean
}

/** More days off than anyone reads of one teacher; those of a period are read whole, since lessons are checked by them. */
const mostRead = 100

/** Days off that touch the period, soonest first unless asked otherwise, each with the sessions planned on it. */
export function listTimeOff(actor: Actor, { states, ...asked }: TimeOffRequest): TimeOff[] {
  const parts = askedParts.filter((part) => asked[part])
  return timeOffQuery([...parts, ...(states ? ["states", ...states] : [])].join(" "))
    .all({ ...asked, schoolId: actor.school.id })
    .map((off) => ({ ...off, hasDraft: off.hasDraft === 1 }))
}

const askedParts = ["id", "teacherId", "from", "to", "newestFirst"] as const
const allStates = timeOff.state.enumValues

const timeOffQuery = prepareEach((key: string) => {
  const parts = key.split(" ")
  const asks = (part: (typeof askedParts)[number] | "states") => parts.includes(part)
  const [school, id] = [sql.placeholder("schoolId"), sql.placeholder("id")]
  const states = allStates.filter((state) => parts.includes(state))
  const conditions: (SQL | undefined)[] = [
    asks("id") ? own(school, timeOff, id) : own(school, timeOff),
    asks("teacherId") ? eq(timeOff.teacherId, sql.placeholder("teacherId")) : undefined,
    asks("from") ? gte(timeOff.endsOn, sql.placeholder("from")) : undefined,
    asks("to") ? lte(timeOff.startsOn, sql.placeholder("to")) : undefined,
    asks("states") ? inArray(timeOff.state, states) : undefined,
  ]
  return db()
    .select({
      id: timeOff.id,
      teacherId: timeOff.teacherId,
      teacherName: teachers.name,
      startsOn: timeOff.startsOn,
      endsOn: timeOff.endsOn,
      fromTime: timeOff.fromTime,
      toTime: timeOff.toTime,
      reason: timeOff.reason,
      state: timeOff.state,
      answer: timeOff.answer,
      sessions: planned,
      hasDraft,
    })
    .from(timeOff)
    .innerJoin(teachers, joined(teachers, timeOff.teacherId))
    .where(and(...conditions))
    .orderBy(asks("newestFirst") ? desc(timeOff.startsOn) : asc(timeOff.startsOn), asc(timeOff.id))
    .limit(asks("from") ? -1 : mostRead)
    .prepare()
})

/** One stretch of days off; undefined when the school has none such. */
export const findTimeOff = (actor: Actor, timeOffId: string): TimeOff | undefined =>
  listTimeOff(actor, { id: timeOffId })[0]

/** The days on which a teacher is away with the office's word, where they touch the period. */
export const listDaysAway = (actor: Actor, teacherId: string, from: string, to: string): TimeOff[] =>
  listTimeOff(actor, { teacherId, from, to, states: ["approved"] })

function findRow(actor: Actor, teacherId: string, timeOffId: string) {
  return db()
    .select({
      state: timeOff.state,
      startsOn: timeOff.startsOn,
      endsOn: timeOff.endsOn,
      leftAt: teachers.deactivatedAt,
    })
    .from(timeOff)
    .innerJoin(teachers, joined(teachers, timeOff.teacherId))
    .where(and(own(actor, timeOff, timeOffId), eq(timeOff.teacherId, teacherId)))
    .get()
}

function setState(actor: Actor, timeOffId: string, set: Partial<typeof timeOff.$inferInsert>) {
  db()
    .update(timeOff)
    .set(set)
    .where(own(actor, timeOff, timeOffId))
    .run()
}
