import { members, teachers } from "db/schema/people"
import { classes, laterTeachers } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, exists, gt, isNotNull, isNull, lt, lte, not, or, sql } from "drizzle-orm"
import { z } from "zod"
import { seatsLeft } from "~/models/accounts/subscription/plan-usage"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import type { Actor } from "~/models/foundation/access/actor"
import { change, ownRows, type Params, query, select } from "~/models/foundation/access/door.server"
import { columns, joined, own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { listHistory } from "~/models/foundation/audit/history.server"
import { revokeLinks } from "~/models/foundation/one-time-link/one-time-link.server"
import { isSample } from "~/models/foundation/sample-record/sample-record.server"
import { lockSignIn, unlockSignIn } from "~/models/people/member/member.server"
import { now, todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { newId } from "~/utils/ids.server"
import type { Result } from "~/utils/result"
import { changeClass, undoClassChange } from "../class/change-class.server"
import { findClassChange, findLastChange } from "../class/class-changes.server"
import { once } from "../class/class-effects"
import { endCoTeaching } from "../class/co-teaching.server"
import { findClass } from "../class/find-class.server"
import { countEnrolledIn } from "../class/list-classes.server"
import {
  findUnknownLead,
  handOverOccasions,
  listLedOccasions,
  takeOccasionsBack,
} from "../occasion/hand-over-occasions.server"
import { teacherOn } from "../scheduled-teacher-change/scheduled-teacher-change"
import { dropPlansFor, type PlannedClass } from "../scheduled-teacher-change/scheduled-teacher-change.server"
import { beginsLater } from "../session/begins-later.server"
import { claim, release } from "../session/claim.server"
import { findClashes } from "../session/clash.server"
import { queueUpdates, queueUpdatesOfKey, reachedOf } from "../session/reader-updates.server"
import { handBackPlaces } from "../session/replace-co-teacher.server"
import type { Recipients } from "../session/rule-effect"
import { listSessionsToTell } from "../session/session-list.server"
import { attendeesOn, isKnownTeacher, type Override, teachesOn } from "../session/slot.server"
import { teachersOf } from "../session/teacher-recipients.server"
import { findTeacherLimits } from "../teacher-time/teacher-limits.server"
import type { DeactivateRefusal } from "./teacher-leaving"

// Deactivating keeps everything a teacher taught: attendance, pay and notes stay. What is to come is handed over.

/** A teacher of the school, also one who left. */
export function findTeacherWithState(actor: Actor, teacherId: string) {
  return ownRows(actor, teachers, ["id", "name", "memberId", "deactivatedAt", "lastDay", "erasedAt"])
    .where(eq(teachers.id, teacherId))
    .get()
}

/**
 * The classes a teacher has that haven't ended, each with its students, the events to come they are in charge of, and how many
 * lessons of other classes they cover.
 */
export function findTeacherDuties(actor: Actor, teacherId: string) {
  const taught = select({
    ...columns(classes, "id", "name", "instrument"),
    laterTeacherId: laterTeachers.teacherId,
  })
    .from(classes)
    .leftJoin(laterTeachers, joined(laterTeachers.classId, classes.id))
    .where(isOpenOf(actor, teacherId))
    .orderBy(sql`${classes.name} collate nocase`, asc(classes.id))
    .all()
  const enrolled = countEnrolledIn(
    actor,
    taught.map(({ id }) => id),
  )
  return {
    classes: taught.map((each) => ({ ...each, students: enrolled.get(each.id) ?? 0 })),
    events: listLedOccasions(actor, teacherId),
    covered: coveredLessons(actor, teacherId).length,
  }
}

/**
 * Takes a teacher out of the school, at once or after a last day (2026-11-25): their classes go to the teachers chosen or wait for one, lessons they cover go back
 * to the class's own teacher, or wait where that one can't give them, their login is locked, except an administrator's, and the plan's spot is free. Families and the new teachers get one
 * email each, after two minutes. With a last day all this holds from the day after it; until then they teach and log in.
 * Refused as a whole where a class's new teacher is taken at one of its times; that they are
 * away or have other hours then is accepted with a reason.
 */
export function deactivateTeacher(
  actor: Actor,
  teacherId: string,
  takers: ReadonlyMap<string, string | null>,
  override?: Override,
  lastDay?: string,
): { ok: true; name: string; classes: number; told: Recipients } | DeactivateRefusal {
  return allOrNothing(() => {
    const teacher = findTeacherWithState(actor, teacherId)
    if (!teacher || teacher.deactivatedAt !== null) return { ok: false, reason: "not-found" } as const
    const unknown = findUnknownLead(actor, teacherId, takers)
    if (unknown) return { ok: false, reason: "unknown-lead", occasionId: unknown } as const
    const open = listOpenClasses(actor, teacherId)
    const toldAs = newId()
    const told: Recipients = { families: [], teachers: [] }
    for (const one of open) {
      const taker = takers.get(one.id) ?? null
      const named = { classId: one.id, className: one.name }
      if (taker && !isTaker(actor, teacherId, taker))
        return { ok: false, reason: "unknown-teacher", ...named, clashes: [], mayOverride: false } as const
      const handed = handOver(actor, one, taker, { toldAs, leavingId: teacherId, lastDay }, override)
      if (!handed.ok) return { ...handed, reason: "clash", ...named } as const
      told.families.push(...handed.told.families)
      told.teachers.push(...handed.told.teachers)
    }
    queueUpdatesOfKey(actor, toldAs)
    const leaving = { ...teacher, classes: open.length }
    const others =
      lastDay === undefined
        ? endTeaching(actor, leaving, takers)
        : endTeachingLater(actor, leaving, takers, lastDay)
    told.families.push(...others.families)
    told.teachers.push(...others.teachers)
    return {
      ok: true,
      name: teacher.name,
      classes: open.length,
      told: { families: once(told.families), teachers: once(told.teachers) },
    } as const
  })
}

type OpenClass = ReturnType<typeof listOpenClasses>[number]

/** The classes that are a teacher's own and go on. */
export const listOpenClasses = (actor: Actor, teacherId: string) =>
  select(columns(classes, "id", "name", "instrument", "capacity", "roomId"))
    .from(classes)
    .where(isOpenOf(actor, teacherId))
    .orderBy(sql`${classes.name} collate nocase`, asc(classes.id))
    .all()

/** The classes and events of a teacher for which no one is chosen after a last day. */
export function listUnassigned(actor: Actor, teacherId: string, lastDay: string) {
  const given = exists(
    select({ id: laterTeachers.id })
      .from(laterTeachers)
      .where(
        and(
          joined(laterTeachers.classId, classes.id),
          lte(laterTeachers.fromDate, addDays(lastDay, 1)),
          isNotNull(laterTeachers.teacherId),
        ),
      ),
  )
  const theirs = select(columns(classes, "id", "name"))
    .from(classes)
    .where(and(isOpenOf(actor, teacherId, lastDay), not(given)))
    .orderBy(sql`${classes.name} collate nocase`, asc(classes.id))
    .all()
  const events = listLedOccasions(actor, teacherId).filter(({ date }) => date > lastDay)
  return { classes: theirs, events: events.map(({ id, title, when }) => ({ id, name: `${title}, ${when}` })) }
}

/** Those that go on today, or after a day. */
const isOpenOf = (actor: Actor, teacherId: string, after = addDays(todayOf(actor), -1)) =>
  and(
    own(actor, classes),
    eq(classes.teacherId, teacherId),
    or(isNull(classes.endedOn), gt(classes.endedOn, after)),
  )

/** Whether someone can take a class of a teacher who leaves. */
export const isTaker = (actor: Actor, teacherId: string, taker: string): boolean =>
  taker !== teacherId && isKnownTeacher(actor, taker)

/**
 * Gives one class and its lessons to come to another teacher, or to none for now; refused where that teacher is taken. Its
 * people are told with the key of the whole handing over, which the caller makes due.
 */
export function handOver(
  actor: Actor,
  { id, name, instrument, capacity, roomId }: OpenClass,
  taker: string | null,
  { lastDay, ...partOf }: { toldAs: string; leavingId: string; lastDay: string | undefined },
  override?: Override,
) {
  const facts = {
    name,
    instrument: instrument ?? undefined,
    teacherId: taker ?? undefined,
    teacherFrom: lastDay && addDays(lastDay, 1),
    roomId: roomId ?? undefined,
    capacity,
  }
  const changed = changeClass(actor, id, facts, override, partOf)
  if (changed.ok) return { ok: true, told: changed.told, changeId: changed.changeId } as const
  if (changed.reason !== "clash") throw new Error(`Class ${id} can't be handed over: ${changed.reason}`)
  return { ok: false, clashes: changed.clashes, mayOverride: changed.mayOverride } as const
}

type Leaving = { id: string; name: string; memberId: string | null; classes: number }

/**
 * Takes a teacher without classes out of the school, in the caller's transaction. Answers who hears of an event they lead now, or of a
 * lesson that was covered for another teacher.
 */
export function endTeaching(
  actor: Actor,
  { id, name, memberId, classes: handedOver }: Leaving,
  takers: ReadonlyMap<string, string | null>,
): Recipients {
  const leads = handOverOccasions(actor, id, takers)
  endCoTeaching(actor, id)
  handBackPlaces(actor, id)
  dropPlansFor(actor, id)
  const told = handBackCovered(actor, id)
  change(actor, teachers, id, { deactivatedAt: now(), lastDay: null })
  revokeLinks("teacher-invitation", id)
  if (memberId) lockSignIn(actor, memberId)
  recordEvent(actor, "teacher.deactivate", id, { after: { name, classes: handedOver } })
  return { families: told.families, teachers: [...leads, ...told.teachers] }
}

/** Notes a teacher's last day and hands over what follows it, in the caller's transaction. The day after, they are deactivated. */
export function endTeachingLater(
  actor: Actor,
  { id, name, classes: handedOver }: Leaving,
  takers: ReadonlyMap<string, string | null>,
  lastDay: string,
): Recipients {
  const given = listLedOccasions(actor, id).flatMap((event) =>
    event.date > lastDay ? [[event.id, takers.get(event.id) ?? null]] : [],
  )
  const leads = handOverOccasions(actor, id, takers, lastDay)
  change(actor, teachers, id, { lastDay })
  endCoTeaching(actor, id, lastDay)
  handBackPlaces(actor, id, lastDay)
  const plans = dropPlansFor(actor, id, lastDay)
  const told = handBackCovered(actor, id, lastDay)
  recordEvent(actor, "teacher.leave-later", id, {
    before: given.length + plans.length > 0 ? { eventIds: given, plans } : undefined,
    after: { name, classes: handedOver, lastDay },
  })
  return { families: told.families, teachers: [...leads, ...told.teachers] }
}

/** The teachers who left, newest first. */
export function listFormerTeachers(actor: Actor) {
  return ownRows(actor, teachers, ["id", "name", "deactivatedAt"])
    .where(and(isNotNull(teachers.deactivatedAt), isNull(teachers.erasedAt)))
    .orderBy(sql`${teachers.deactivatedAt} desc`)
    .limit(50)
    .all()
}

/** Lessons to come that the teacher gives in place of the class's own. */
function coveredLessons(actor: Actor, teacherId: string) {
  return select({
    session: sessions,
    teacherId: classes.teacherId,
    later: { teacherId: laterTeachers.teacherId, from: laterTeachers.fromDate },
  })
    .from(sessions)
    .innerJoin(classes, joined(classes, sessions.classId))
    .leftJoin(laterTeachers, joined(laterTeachers.classId, classes.id))
    .where(
      and(
        own(actor, sessions),
        eq(sessions.teacherId, teacherId),
        eq(sessions.state, "planned"),
        isNull(sessions.registerTakenAt),
        beginsLater(),
        or(isNull(classes.teacherId), sql`${classes.teacherId} <> ${teacherId}`),
      ),
    )
    .all()
    .map(({ session, ...taught }) => ({ session, ownTeacherId: teacherOn(taught, session.localDate) }))
}

/**
 * Gives covered lessons back to their own teachers and tells their people; one that its teacher can't give waits for someone. Answers who
 * is told.
 */
function handBackCovered(actor: Actor, teacherId: string, after = ""): Recipients {
  const covered = coveredLessons(actor, teacherId).filter(({ session }) => session.localDate > after)
  const before = listSessionsToTell(
    actor,
    covered.map(({ session }) => session.id),
  )
  for (const { session, ownTeacherId } of covered) {
    const isOther = ownTeacherId !== teacherId
    const back = isOther && ownTeacherId && canGive(actor, ownTeacherId, session) ? ownTeacherId : null
    change(actor, sessions, session.id, { teacherId: back })
    release(actor, session.id)
    claim(actor, { ...session, teacherId: back }, attendeesOn(actor, session, session.localDate))
  }
  const leaver = teachersOf(actor, [teacherId]).get(teacherId)?.email
  const told = queueUpdates(actor, before, { knowing: leaver ? [leaver] : [] })
  return reachedOf(actor, { ...told, teachers: told.teachers.filter(({ email }) => email !== leaver) })
}

function canGive(actor: Actor, teacherId: string, session: typeof sessions.$inferSelect): boolean {
  const { id, startsAt, endsAt, localDate: date } = session
  const { away } = findTeacherLimits(actor, [{ ...session, teacherId, date }])
  const clashes = findClashes(actor, { teacherId, startsAt, endsAt, exceptSessionId: id })
  return teachesOn(actor, teacherId, date) && away.length === 0 && clashes.length === 0
}

// A teacher who left comes back: the same person, with everything they taught.

/** Takes a teacher back into the school, with their login; refused when the plan has no spot left. Classes stay where they are. */
export function reactivateTeacher(
  actor: Actor,
  teacherId: string,
): Result<{ name: string }, "not-found" | "limit-reached"> {
  return allOrNothing(() => {
    const teacher = findTeacherWithState(actor, teacherId)
    if (!teacher || teacher.deactivatedAt === null || teacher.erasedAt !== null)
      return { ok: false, reason: "not-found" } as const
    if (!isSample(actor, "teacher", teacherId) && seatsLeft(findPlanUsage(actor).teachers) < 1)
      return { ok: false, reason: "limit-reached" } as const
    change(actor, teachers, teacherId, { deactivatedAt: null })
    if (teacher.memberId) teachAgain(actor, teacher.memberId)
    recordEvent(actor, "teacher.reactivate", teacherId, { after: { name: teacher.name } })
    return { ok: true, name: teacher.name } as const
  })
}

/** Opens the login; who was in the office without lessons meanwhile is a teacher with rights again. */
function teachAgain(actor: Actor, memberId: string) {
  unlockSignIn(actor, memberId)
  change(actor, members, and(eq(members.id, memberId), eq(members.role, "office")), { role: "teacher" })
}

// A teacher with a last day: once it is over they are deactivated, unless they stay after all.

const due = query((p: Params<{ day: string }>, own) =>
  select({ id: teachers.id })
    .from(teachers)
    .where(and(own(teachers), isNull(teachers.deactivatedAt), lt(teachers.lastDay, p.day))),
)

/** Deactivates the teachers whose last day is over at the school. Their classes are with those who took them over. */
export function letGoDue(actor: Actor) {
  for (const { id } of due.all(actor, { day: todayOf(actor) })) deactivateTeacher(actor, id, new Map())
}

/**
 * A teacher with a last day stays: their classes and events stay theirs, also classes they were to get later, but those whose lessons
 * they can't give anymore or that were given to someone else since, which are named, and events with someone else in charge since. Lessons given for others stay handed over.
 */
export function letTeacherStay(
  actor: Actor,
  teacherId: string,
): Result<{ name: string; classes: number; others: string[] }, "not-found"> {
  return allOrNothing(() => {
    const teacher = findTeacherWithState(actor, teacherId)
    if (!teacher || teacher.deactivatedAt !== null || teacher.lastDay === null)
      return { ok: false, reason: "not-found" } as const
    const from = addDays(teacher.lastDay, 1)
    const handed = listOpenClasses(actor, teacherId).flatMap(({ id }) => {
      const found = findClass(actor, id)
      return found?.later?.from === from ? [found] : []
    })
    // First of all, since no class is given to someone who leaves.
    change(actor, teachers, teacherId, { lastDay: null })
    const { eventIds, plans } = listGiven(actor, teacherId)
    const planned = plans.flatMap((plan) => {
      const found = findClass(actor, plan.classId)
      const isTheirs = found && [found.teacherId, found.later?.teacherId].includes(teacherId)
      const isOver = found && found.endedOn !== null && found.endedOn < plan.from
      return found && !isTheirs && !isOver ? [{ ...found, plan }] : []
    })
    const others = [
      ...handed.filter((found) => !keepsClass(actor, teacherId, found, from)),
      ...planned.filter(({ plan, ...found }) => !getsClass(actor, teacherId, found, plan)),
    ]
    takeOccasionsBack(actor, teacherId, eventIds)
    recordEvent(actor, "teacher.stay", teacherId, { after: { name: teacher.name } })
    return {
      ok: true,
      name: teacher.name,
      classes: handed.length + planned.length - others.length,
      others: others.map(({ name }) => name),
    } as const
  })
}

const Given = z.object({
  eventIds: z.array(z.tuple([z.string(), z.string().nullable()])),
  plans: z
    .array(z.object({ classId: z.string(), from: z.string(), ownTeacherId: z.string().nullable() }))
    .default([]),
})

/**
 * The events that were handed over for a teacher's last day, since they last came or stayed, and to whom, and the classes they were to
 * get after it.
 */
function listGiven(actor: Actor, teacherId: string): z.output<typeof Given> {
  const history = listHistory(actor, [{ noun: "teacher", ids: [teacherId] }], 100)
  const end = history.findIndex(({ verb }) => verb === "stay" || verb === "reactivate")
  const given = history
    .slice(0, end === -1 ? undefined : end)
    .filter(({ verb }) => verb === "leave-later")
    .flatMap(({ before }) => Given.safeParse(before).data ?? [])
  return {
    eventIds: given.flatMap(({ eventIds }) => eventIds),
    plans: given.flatMap(({ plans }) => plans),
  }
}

type Found = NonNullable<ReturnType<typeof findClass>>

/** Plans again that a teacher gets a class, unless it was given to someone else since. */
const getsClass = (
  actor: Actor,
  teacherId: string,
  found: Found,
  { from, ownTeacherId }: PlannedClass,
): boolean =>
  found.teacherId === ownTeacherId && !found.later?.teacherId && keepsClass(actor, teacherId, found, from)

function keepsClass(actor: Actor, teacherId: string, found: Found, from: string): boolean {
  const last = findLastChange(actor, found)
  const isTheirs = last && findClassChange(actor, found.id, last.id)?.before.was.teacherId === teacherId
  if (isTheirs && undoClassChange(actor, found.id, last.id).ok) return true
  const { name, capacity, instrument, roomId } = found
  return changeClass(actor, found.id, {
    name,
    capacity,
    instrument: instrument ?? undefined,
    roomId: roomId ?? undefined,
    teacherId,
    teacherFrom: from,
  }).ok
}
