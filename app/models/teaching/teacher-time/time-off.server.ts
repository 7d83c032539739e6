import { transact } from "db/client.server"
import { events } from "db/schema/foundation-audit"
import { teachers } from "db/schema/people"
import { timeOff } from "db/schema/teaching-teacher-time"
import { and, asc, desc, eq, gte, inArray, lte, type SQL, sql } from "drizzle-orm"
import { listOffice } from "~/models/accounts/school/office.server"
import type { Actor } from "~/models/foundation/access/actor"
import {
  add,
  type Changes,
  change,
  find,
  ownRows,
  type Params,
  queryEach,
  select,
} from "~/models/foundation/access/door.server"
import { columns, joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { Reach } from "~/models/foundation/outbox/bounce"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import { reachOf } from "~/models/foundation/outbox/reach.server"
import type { TimeOffRefusal } from "~/texts/teaching/refusals"
import { now, todayOf } from "~/utils/clock.server"
import { daysBetween } from "~/utils/dates"
import type { Result } from "~/utils/result"
import { discardDraft, hasDraft } from "./arrangement-draft.server"
import { daysOffText, type TimeOff } from "./teacher-time"

// What days off mean for the sessions planned on them, in SQL.

/** A session `s` within the hours of its time off, in SQL. */
const missed = sql`(s.local_date > ${timeOff.startsOn} or ${timeOff.fromTime} is null
    or s.start_time > ${timeOff.fromTime} or time(s.start_time, '+' || s.minutes || ' minutes') > ${timeOff.fromTime} || ':00')
  and (s.local_date < ${timeOff.endsOn} or ${timeOff.toTime} is null or s.start_time < ${timeOff.toTime})`

const isMissed = sql`s.state = 'planned' and s.local_date between ${timeOff.startsOn} and ${timeOff.endsOn} and ${missed}`

/** How many planned sessions they miss: their own, those they give beside another, and those in a co-teacher's place. */
const planned = sql<number>`((select count(*) from sessions s where s.school_id = ${timeOff.schoolId}
    and s.teacher_id = ${timeOff.teacherId} and ${isMissed})
  + (select count(*) from class_teachers k
    cross join sessions s on s.school_id = k.school_id and s.class_id = k.class_id
    where k.school_id = ${timeOff.schoolId} and k.teacher_id = ${timeOff.teacherId}
      and s.teacher_id is not k.teacher_id and k.starts_on <= s.local_date
      and (k.ends_on is null or k.ends_on >= s.local_date) and ${isMissed}
      and not exists (select 1 from co_substitutes r where r.school_id = s.school_id
        and r.session_id = s.id and r.teacher_id = k.teacher_id))
  + (select count(*) from co_substitutes r
    cross join sessions s on s.school_id = r.school_id and s.id = r.session_id
    where r.school_id = ${timeOff.schoolId} and r.substitute_id = ${timeOff.teacherId}
      and s.teacher_id is not r.substitute_id and ${isMissed}))`

// Days a teacher asks to be away. The office answers; a teacher who works alone answers themself by asking.

const longestDays = 183

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

type TimeOffWish = {
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
    if (wish.endsOn < todayOf(actor)) return { ok: false, reason: "in-the-past" }
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
    const id = add(actor, timeOff, {
      ...wish,
      teacherId,
      requestedBy: actor.memberId,
      ...(isApproved
        ? { state: "approved" as const, decidedBy: actor.memberId, decidedAt: now() }
        : { state: "requested" as const }),
    })
    const verb = isApproved && actor.school.kind === "school" ? "record" : "request"
    recordEvent(actor, `time-off.${verb}`, id, { after: { teacherId, ...wish } })
    if (!isApproved) told(actor, id, tellRequest)
    return { ok: true, timeOffId: id }
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
    const isOver = found.endsOn < todayOf(actor)
    if (isOver || !["requested", "approved"].includes(found.state)) return { ok: false, reason: "decided" }
    setState(actor, timeOffId, { state: "withdrawn" })
    discardDraft(actor, timeOffId)
    recordEvent(actor, "time-off.withdraw", timeOffId, { before: { state: found.state } })
    if (found.state === "approved" && actor.role === "teacher") told(actor, timeOffId, tellRequest)
    return { ok: true }
  })
}

/** The office removes an absence that isn't over, also one under way. Its lessons stay as they are by then; the teacher is notified. */
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
): Result<{ reach: Reach }, "not-found" | "decided" | "begun"> {
  return transact(() => {
    const found = findRow(actor, teacherId, timeOffId)
    if (!found || found.leftAt !== null) return { ok: false, reason: "not-found" }
    if (found.state !== "requested") return { ok: false, reason: "decided" }
    if (decision === "approved" && found.startsOn < todayOf(actor)) return { ok: false, reason: "begun" }
    setState(actor, timeOffId, { state: decision, decidedBy: actor.memberId, decidedAt: now(), answer })
    recordEvent(actor, decision === "approved" ? "time-off.approve" : "time-off.decline", timeOffId, {
      after: { answer },
    })
    told(actor, timeOffId, tellAnswer)
    const { name = "", email = null } = find(actor, teachers, teacherId) ?? {}
    return {
      ok: true,
      reach: reachOf({ template: "time-off-answered", schoolId: actor.school.id }, [{ name, email }]),
    }
  })
}

function told(actor: Actor, timeOffId: string, tell: (actor: Actor, off: TimeOff) => void) {
  const off = findTimeOff(actor, timeOffId)
  if (off) tell(actor, off)
}

type Asked = { id?: string; teacherId?: string; from?: string; to?: string; newestFirst?: boolean }
type TimeOffRequest = Asked & { states?: TimeOff["state"][] }

/** More days off than anyone reads of one teacher; those of a period are read whole, since lessons are checked by them. */
const mostRead = 100

/** Days off that touch the period, soonest first unless asked otherwise, each with the sessions planned on it. */
export function listTimeOff(actor: Actor, { states, ...asked }: TimeOffRequest): TimeOff[] {
  const parts = askedParts.filter((part) => asked[part])
  return timeOffQuery([...parts, ...(states ? ["states", ...states] : [])].join(" "))
    .all(actor, asked)
    .map((off) => ({ ...off, hasDraft: off.hasDraft === 1 }))
}

const askedParts = ["id", "teacherId", "from", "to", "newestFirst"] as const
const allStates = timeOff.state.enumValues

const timeOffQuery = queryEach((key: string, p: Params<Asked>, own) => {
  const parts = key.split(" ")
  const asks = (part: (typeof askedParts)[number] | "states") => parts.includes(part)
  const states = allStates.filter((state) => parts.includes(state))
  const conditions: (SQL | undefined)[] = [
    asks("id") ? own(timeOff, p.id) : own(timeOff),
    asks("teacherId") ? eq(timeOff.teacherId, p.teacherId) : undefined,
    asks("from") ? gte(timeOff.endsOn, p.from) : undefined,
    asks("to") ? lte(timeOff.startsOn, p.to) : undefined,
    asks("states") ? inArray(timeOff.state, states) : undefined,
  ]
  return select({
    id: timeOff.id,
    teacherId: timeOff.teacherId,
    teacherName: teachers.name,
    ...columns(timeOff, "startsOn", "endsOn", "fromTime", "toTime", "reason", "state", "answer"),
    sessions: planned,
    hasDraft,
  })
    .from(timeOff)
    .innerJoin(teachers, joined(teachers, timeOff.teacherId))
    .where(and(...conditions))
    .orderBy(asks("newestFirst") ? desc(timeOff.startsOn) : asc(timeOff.startsOn), asc(timeOff.id))
    .limit(asks("from") ? -1 : mostRead)
})

/** One stretch of days off; undefined when the school has none such. */
export const findTimeOff = (actor: Actor, timeOffId: string): TimeOff | undefined =>
  listTimeOff(actor, { id: timeOffId })[0]

/** The days on which a teacher is away with the office's word, where they touch the period. */
export const listDaysAway = (actor: Actor, teacherId: string, from: string, to: string): TimeOff[] =>
  listTimeOff(actor, { teacherId, from, to, states: ["approved"] })

function findRow(actor: Actor, teacherId: string, timeOffId: string) {
  return select({
    ...columns(timeOff, "state", "startsOn", "endsOn"),
    leftAt: teachers.deactivatedAt,
  })
    .from(timeOff)
    .innerJoin(teachers, joined(teachers, timeOff.teacherId))
    .where(and(own(actor, timeOff, timeOffId), eq(timeOff.teacherId, teacherId)))
    .get()
}

function setState(actor: Actor, timeOffId: string, set: Changes<typeof timeOff>) {
  change(actor, timeOff, timeOffId, set)
}

// Emails about days off, queued in the transaction of the request or the answer.

/** Tells the office that a teacher asks for days off, withdrew approved ones, or takes these after all. */
function tellRequest(actor: Actor, off: TimeOff, { isRestored = false } = {}) {
  for (const { name, email } of listOffice(actor))
    mailTo(actor, { email, name }, "time-off-requested", {
      teacherName: off.teacherName,
      days: daysOffText(off),
      lessons: off.sessions,
      reason: off.reason,
      isWithdrawn: off.state === "withdrawn",
      ...(isRestored ? { isRestored } : {}),
    })
}

/** Tells the teacher what the office answered, or that it removed or changed their days off, where they have an address. */
function tellAnswer(actor: Actor, off: TimeOff, { isChanged = false } = {}) {
  const teacher = find(actor, teachers, off.teacherId)
  const isRemoved = off.state === "withdrawn"
  if (
    !teacher?.email ||
    ((isRemoved || isChanged) && teacher.memberId !== null && teacher.memberId === actor.memberId)
  )
    return
  mailTo(actor, { email: teacher.email, name: off.teacherName }, "time-off-answered", {
    days: daysOffText(off),
    isApproved: off.state === "approved",
    isRemoved,
    ...(isChanged ? { isChanged } : {}),
    answer: off.answer,
  })
}

/**
 * Gives an absence that isn't over other days, hours or another reason. Refused as recording is; lessons that were arranged
 * stay as they are. The teacher is told where days or hours change.
 */
export function changeTimeOff(
  actor: Actor,
  timeOffId: string,
  { startsOn, endsOn, fromTime = null, toTime = null, reason }: TimeOffWish,
): Result<void, TimeOffRefusal> {
  return transact(() => {
    const off = findTimeOff(actor, timeOffId)
    if (!off) return { ok: false, reason: "not-found" }
    const first = todayOf(actor)
    if (off.state !== "approved" || off.endsOn < first) return { ok: false, reason: "decided" }
    if (endsOn < first) return { ok: false, reason: "in-the-past" }
    if (daysBetween(startsOn, endsOn) >= longestDays) return { ok: false, reason: "too-long" }
    const others = listTimeOff(actor, {
      teacherId: off.teacherId,
      from: startsOn,
      to: endsOn,
      states: ["requested", "approved"],
    })
    if (others.some(({ id }) => id !== timeOffId)) return { ok: false, reason: "overlaps" }
    const wish = { startsOn, endsOn, fromTime, toTime, reason }
    const before = detailsOf(off)
    const after = detailsOf(wish)
    if (before === after) return { ok: true }
    change(actor, timeOff, timeOffId, wish)
    recordEvent(actor, "time-off.change", timeOffId, {
      before: { startsOn: off.startsOn, endsOn: off.endsOn, fromTime: off.fromTime, toTime: off.toTime },
      after: { startsOn, endsOn, fromTime, toTime },
    })
    if (daysOf(off) !== daysOf(wish)) tellAnswer(actor, { ...off, ...wish }, { isChanged: true })
    return { ok: true }
  })
}

type Details = Pick<TimeOff, "startsOn" | "endsOn" | "fromTime" | "toTime" | "reason">

const daysOf = ({ startsOn, endsOn, fromTime, toTime }: Details) =>
  JSON.stringify([startsOn, endsOn, fromTime, toTime])
const detailsOf = (off: Details) => `${daysOf(off)} ${off.reason ?? ""}`

/**
 * Undoes that time off was canceled, by whoever canceled it: it is approved or requested as before, and who heard of the end
 * hears of this. Refused once it is over, the teacher has left, or other time off is on its days.
 */
export function restoreTimeOff(actor: Actor, timeOffId: string): Result<void, TimeOffRefusal> {
  return transact(() => {
    const found = findWithdrawn(actor, timeOffId)
    const off = findTimeOff(actor, timeOffId)
    if (!found || !off || found.leftAt !== null || !isWithdrawnBy(actor, timeOffId))
      return { ok: false, reason: "not-found" }
    if (off.endsOn < todayOf(actor)) return { ok: false, reason: "in-the-past" }
    const others = listTimeOff(actor, {
      teacherId: off.teacherId,
      from: off.startsOn,
      to: off.endsOn,
      states: ["requested", "approved"],
    })
    if (others.length > 0) return { ok: false, reason: "overlaps" }
    const state = found.decidedAt === null ? ("requested" as const) : ("approved" as const)
    change(actor, timeOff, timeOffId, { state })
    recordEvent(actor, "time-off.restore", timeOffId, { after: { state } })
    if (state === "requested") return { ok: true }
    if (actor.role === "teacher") tellRequest(actor, { ...off, state }, { isRestored: true })
    else tellAnswer(actor, { ...off, state })
    return { ok: true }
  })
}

const findWithdrawn = (actor: Actor, timeOffId: string) =>
  select({ decidedAt: timeOff.decidedAt, leftAt: teachers.deactivatedAt })
    .from(timeOff)
    .innerJoin(teachers, joined(teachers, timeOff.teacherId))
    .where(and(own(actor, timeOff, timeOffId), eq(timeOff.state, "withdrawn")))
    .get()

/** A teacher can't take back that the office removed their time off. */
const isWithdrawnBy = (actor: Actor, timeOffId: string): boolean =>
  ownRows(actor, events, ["memberId"])
    .where(and(eq(events.noun, "time-off"), eq(events.nounId, timeOffId), eq(events.verb, "withdraw")))
    .orderBy(desc(events.createdAt), desc(events.id))
    .limit(1)
    .get()?.memberId === actor.memberId
