import { schedules } from "db/schema/teaching"
import { scheduleChanges } from "db/schema/teaching-schedule-changes"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, type Changes, change, ownRows, platformAdd } from "~/models/foundation/access/door.server"
import { newRow } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { type RowChange, withChanges } from "~/models/foundation/access/row-changes.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now, todayOf } from "~/utils/clock.server"
import { addDays, weekday } from "~/utils/dates"
import type { Result } from "~/utils/result"
import { instantOf } from "~/utils/zones"
import { listClosures } from "../closed-days/closed-days.server"
import { removeSession } from "./cancel-session.server"
import { claim, release } from "./claim.server"
import { type Settled, settleOrLeave } from "./leave-clashing.server"
import { makeSessions, makingHorizon } from "./make-sessions.server"
import { nextOriginalStart } from "./original-start.server"
import { continuedFrom, everyWeeksOf, mondayOf, weeklyRule } from "./pattern"
import { joinNotified, queueUpdates, reachedOf } from "./reader-updates.server"
import { datesOf, listFrom, listHolding, listPassedOver } from "./recurrence.server"
import type { KeptReason, Recipients, RuleEffect } from "./rule-effect"
import { addedDates, pairByWeek } from "./rule-weeks"
import { type KeptChange, type KeptRow, ofLessons, ofRules, readAccepted } from "./schedule-change.server"
import type { SessionRow } from "./session"
import { listSessionsToTell } from "./session-list.server"
import { listSkipped } from "./skipped-time.server"
import { attendeesOn, type Override, type SlotRefusal } from "./slot.server"

type Changed = Pick<RuleEffect, "moved" | "removed" | "kept"> & { added: readonly { id: string }[] }

/** Families and teachers are told of every lesson that a new weekly time moves, removes or adds. Answers who. */
function tellRuleChange(
  actor: Actor,
  before: readonly SessionRow[],
  { moved, removed, kept, added }: Changed,
): Recipients {
  const isMoved = new Set(moved.map(({ id }) => id))
  const gone = new Set(removed.map(({ date, startTime }) => `${date} ${startTime}`))
  const changed = before.filter(
    ({ id, localDate, startTime }) => isMoved.has(id) || gone.has(`${localDate} ${startTime}`),
  )
  // A line that says when it meets from then on would be wrong of a lesson that stays: then each is listed.
  const why = "The weekly time changed."
  const people = queueUpdates(actor, changed, { why, isWeekly: kept.length === 0 })
  const others = queueUpdates(actor, listAdded(actor, added), { isNew: true })
  return reachedOf(actor, joinNotified(people, others))
}

/** Families and teachers are told of every lesson of a weekly time that a class gets. Answers who. */
export const tellAdded = (actor: Actor, added: readonly { id: string }[]): Recipients =>
  reachedOf(actor, queueUpdates(actor, listAdded(actor, added), { isNew: true }))

const listAdded = (actor: Actor, added: readonly { id: string }[]) =>
  listSessionsToTell(
    actor,
    added.map(({ id }) => id),
  )

// Changes a weekly rule from a day on. Each existing session keeps its identity and moves to the new day of its week,
// along with its notes and notices. Past sessions, sessions moved by hand and moves onto a closure stay as they are.

export type RuleChange = {
  /** The first day of the new rule. */
  from: string
  /** 1 Monday … 7 Sunday */
  weekdays: readonly number[]
  everyWeeks: number
  startTime: string
  minutes: number
  /** Lessons whose new time clashes stay at their old one. */
  leavesClashing?: boolean
}

/**
 * Changes a class's rule from a day on. One that skips weeks keeps its weeks while it skips as many. Refused for a day that is
 * over, when the rule is over by then, and when a session would be booked twice; a reason accepts double-booked rooms and
 * students, and those that clash can be left out unless all do.
 */
export function changeRule(
  actor: Actor,
  classId: string,
  scheduleId: string,
  wish: RuleChange,
  override?: Override,
):
  | Result<{ effect: RuleEffect; changeId: string }, "no-schedule" | "in-the-past" | "over-by-then">
  | SlotRefusal {
  return allOrNothing(() => {
    const begun = beginChange(actor, classId, scheduleId, wish)
    if (!begun.ok) return begun
    const settled = settleOrLeave(actor, begun, { override, leavesClashing: wish.leavesClashing })
    if (!settled.ok) return settled
    const accepted = wish.leavesClashing ? undefined : override?.reason
    return { ok: true, ...finishChange(actor, begun, settled, { row: newRow(actor), accepted }) } as const
  })
}

export type BegunChange = Extract<ReturnType<typeof beginChange>, { ok: true }>

/** Brings a rule's lessons to their new times, in the caller's all-or-nothing: what clashes there isn't asked yet. */
export function beginChange(actor: Actor, classId: string, scheduleId: string, wish: RuleChange) {
  const rule = findRule(actor, classId, scheduleId)
  if (!rule) return { ok: false, reason: "no-schedule" } as const
  if (wish.from < todayOf(actor)) return { ok: false, reason: "in-the-past" } as const
  const change = { ...wish, from: firstDayOf(rule, wish) }
  if (rule.endsOn !== null && rule.endsOn < change.from) return { ok: false, reason: "over-by-then" } as const

  const ofRule = listFrom(actor, rule, change.from)
  const left = [...listHolding(actor, rule, change.from), ...listPassedOver(actor, rule, change.from, ofRule)]
  const old = [...left, ...ofRule]
  const asBefore = listSessionsToTell(
    actor,
    old.filter((session) => session.state === "planned").map(({ id }) => id),
  )
  const accepted = readAccepted(actor, old)
  const until = rule.madeUntil > makingHorizon(actor) ? rule.madeUntil : makingHorizon(actor)
  // whole weeks, so that the last session made finds the new day of its week
  const weekEnd = addDays(mondayOf(until), 6)
  const last = rule.endsOn !== null && rule.endsOn < weekEnd ? rule.endsOn : weekEnd
  const dates = datesOf(weeklyRule(change.weekdays, change.everyWeeks), change.from, change.from, last)
  const { answer, changes } = withChanges(() => {
    const nextId = splitRule(actor, rule, change)
    return { nextId, brought: bringAlong(actor, pairByWeek(old, dates), change, nextId) }
  })
  const { nextId, brought } = answer
  const before = new Set(listFrom(actor, { ...rule, id: nextId }, change.from).map(({ id }) => id))
  makeSessions(actor, nextId, until, { from: change.from })
  const made = listFrom(actor, { ...rule, id: nextId }, change.from).filter(({ id }) => !before.has(id))
  const isAdded = addedDates(oldDates(rule, old, change.from, last), dates)
  return { ok: true, rule, change, nextId, old, asBefore, brought, made, isAdded, accepted, changes } as const
}

/** Remembers, tells and writes down what became of it, in the same transaction. */
export function finishChange(
  actor: Actor,
  { rule, change, nextId, old, asBefore, isAdded, ...begun }: BegunChange,
  { moved, kept, made, unscheduled }: Settled,
  { row, swap, accepted }: { row: KeptRow; swap?: KeptChange["swap"]; accepted?: string | undefined },
): { effect: RuleEffect; changeId: string } {
  const { from, startTime, minutes } = change
  const { removed } = begun.brought
  const rrule = weeklyRule(change.weekdays, change.everyWeeks)
  const next = { rrule, startTime, minutes, startsOn: from, endsOn: rule.endsOn }
  const before: KeptChange = {
    ...{ changes: leftOf(begun, moved), madeUntil: rule.madeUntil, accepted: begun.accepted, swap },
    lessons: old.map(({ id, teacherId, roomId }) => ({ id, teacherId, roomId })),
  }
  const ids = { classId: rule.classId, earlierId: rule.id, scheduleId: nextId }
  platformAdd(scheduleChanges, { ...row, ...ids, fromDate: from, before: JSON.stringify(before) })
  const added = made.filter(({ localDate }) => isAdded.has(localDate))
  const told = tellRuleChange(actor, asBefore, { moved, removed, kept, added })
  recordEvent(actor, swap ? "schedule.swap" : "schedule.change", nextId, {
    before: { rrule: rule.rrule, startTime: rule.startTime, minutes: rule.minutes },
    after: {
      classId: rule.classId,
      rrule,
      startTime,
      minutes,
      from,
      moved: moved.length,
      kept: kept.length,
      accepted,
    },
  })
  const skipped = listSkipped(actor, [next])
  const addedWhen = added.map(({ localDate: date }) => ({ date, startTime }))
  return { effect: { moved, added: addedWhen, removed, kept, unscheduled, skipped, told }, changeId: row.id }
}

/** What became of the rule and its lessons: those that stay where they were after all are only another rule's. */
function leftOf({ changes, brought }: Pick<BegunChange, "changes" | "brought">, moved: Settled["moved"]) {
  const isMoved = new Set(moved.map(({ id }) => id))
  const stay = new Set(brought.moved.flatMap(({ id }) => (isMoved.has(id) ? [] : [id])))
  const ofRule = (row: RowChange["before"]) => row && { scheduleId: row.scheduleId ?? null }
  const lessons = ofLessons(changes).flatMap((each) => {
    if (!each.ids.some((id) => stay.has(id))) return [each]
    const { before, after } = each
    return before && "scheduleId" in before ? [{ ...each, before: ofRule(before), after: ofRule(after) }] : []
  })
  return [...lessons, ...ofRules(changes)]
}

type Rule = typeof schedules.$inferSelect

/** Two times that take turns would meet in one week, and miss the next, if one of them changed its weeks. */
const firstDayOf = ({ rrule, startsOn }: Rule, { from, everyWeeks }: RuleChange): string =>
  everyWeeksOf(rrule) === everyWeeks ? continuedFrom({ everyWeeks, startsOn }, from) : from

export function findRule(actor: Actor, classId: string, scheduleId: string): Rule | undefined {
  return ownRows(actor, schedules)
    .where(and(eq(schedules.id, scheduleId), eq(schedules.classId, classId)))
    .get()
}

type Row = typeof sessions.$inferSelect

/** Ends the old rule the day before and begins the new one; a rule that has not begun is changed in its place. */
function splitRule(
  actor: Actor,
  rule: Rule,
  { from, weekdays, everyWeeks, startTime, minutes }: RuleChange,
): string {
  const set = { rrule: weeklyRule(weekdays, everyWeeks), startTime, minutes, startsOn: from }
  if (from <= rule.startsOn) {
    change(actor, schedules, rule.id, set)
    return rule.id
  }
  const row = newRow(actor)
  change(actor, schedules, rule.id, { endsOn: addDays(from, -1) })
  add(actor, schedules, {
    ...row,
    ...set,
    classId: rule.classId,
    endsOn: rule.endsOn,
    madeUntil: addDays(from, -1),
  })
  return row.id
}

/** The days a rule has from one day on: those of its lessons, then those that aren't made yet. */
function oldDates({ rrule, startsOn, madeUntil }: Rule, lessons: readonly Row[], from: string, last: string) {
  const next = madeUntil < from ? from : addDays(madeUntil, 1)
  return [...lessons.map(({ originalDate }) => originalDate), ...datesOf(rrule, startsOn, next, last)]
}

function bringAlong(
  actor: Actor,
  pairs: ReturnType<typeof pairByWeek<Row>>,
  change: RuleChange,
  scheduleId: string,
) {
  const effect: Pick<RuleEffect, "moved" | "kept" | "removed"> = { moved: [], kept: [], removed: [] }
  for (const { session, date } of pairs) {
    const was = { date: session.localDate, startTime: session.startTime }
    const isHolding = session.originalDate < change.from
    const why =
      whyKept(actor, session, isHolding ? undefined : date) ??
      (isHolding ? "own-week" : !date && isOfFirstWeek(session, change) ? "first-week" : undefined)
    if (why) {
      // Any other keeps its own, so that it doesn't look moved by hand.
      const original = date && why === "by-hand" ? originalStart(actor, session, date, change.startTime) : {}
      put(actor, session.id, { scheduleId, ...original })
      effect.kept.push({ ...was, id: session.id, why })
    } else if (date) {
      move(actor, session, date, change, scheduleId)
      effect.moved.push({ id: session.id, was, now: { date, startTime: change.startTime } })
    } else {
      removeSession(actor, session.id, "The weekly time changed.")
      effect.removed.push(was)
    }
  }
  return {
    ...effect,
    moved: effect.moved.filter(
      ({ was, now: next, id }) =>
        was.date !== next.date ||
        was.startTime !== next.startTime ||
        pairs.find(({ session }) => session.id === id)?.session.minutes !== change.minutes,
    ),
  }
}

/** Whether all new days of a session's week are over when the change begins: it keeps its place, so that no week is lost. */
const isOfFirstWeek = ({ originalDate }: Row, { from, weekdays }: RuleChange): boolean =>
  mondayOf(originalDate) === mondayOf(from) && weekdays.every((day) => day < weekday(from))

function whyKept(actor: Actor, session: Row, date: string | undefined): KeptReason | undefined {
  if (session.state === "cancelled") return "cancelled"
  if (session.registerTakenAt !== null) return "register"
  if (session.startsAt <= now()) return "begun"
  if (session.originalDate !== session.localDate || session.originalStartTime !== session.startTime)
    return "by-hand"
  if (date && listClosures(actor, date, date).length > 0) return "closure"
  return undefined
}

function move(
  actor: Actor,
  session: Row,
  date: string,
  { startTime, minutes }: RuleChange,
  scheduleId: string,
) {
  const startsAt = instantOf(date, startTime, actor.school.timeZone)
  const set = { localDate: date, startTime, minutes, startsAt, endsAt: startsAt + minutes * 60_000 }
  put(actor, session.id, { ...set, scheduleId, ...originalStart(actor, session, date, startTime) })
  release(actor, session.id)
  claim(actor, { ...session, ...set }, attendeesOn(actor, session, date))
}

/** What identifies the session under the new rule; one that has this original start already keeps its sequence. */
const originalStart = (
  actor: Actor,
  session: Row,
  date: string,
  startTime: string,
): Changes<typeof sessions> =>
  session.originalDate === date && session.originalStartTime === startTime
    ? {}
    : nextOriginalStart(actor, session.classId, date, startTime)

const put = (actor: Actor, sessionId: string, set: Changes<typeof sessions>) =>
  change(actor, sessions, sessionId, set)
