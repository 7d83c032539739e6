import { transact } from "db/client.server"
import { classes, classPrices, enrollments, schedules } from "db/schema/teaching"
import { bookings, seats, sessions } from "db/schema/teaching-sessions"
import { and, eq, inArray, sql } from "drizzle-orm"
import { instrumentAsListed } from "~/models/accounts/school-list/school-list.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, hasRow, idsOf, isNamedByAnother, remove } from "~/models/foundation/access/door.server"
import { newRow } from "~/models/foundation/access/own.server"
import { allOrNothing, rehearse } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { forgetAnswers, saveAnswers } from "~/models/foundation/custom-field/answers.server"
import type { CustomAnswers } from "~/models/foundation/custom-field/custom-field"
import type { NoPlaceInPlan } from "~/models/people/student/plan-room.server"
import { addDays, addMonths } from "~/utils/dates"
import { listClosures } from "../closed-days/closed-days.server"
import { removeFees } from "../price/fees-follow.server"
import type { BillingMode } from "../price/price"
import { isTrialFree } from "../price/price.server"
import {
  findLeaving,
  setLaterTeacher,
  withUnstaffed,
} from "../scheduled-teacher-change/scheduled-teacher-change.server"
import { weeklyRule } from "../session/pattern"
import { datesOf } from "../session/recurrence.server"
import {
  isKnownRoom,
  isKnownTeacher,
  leavesBefore,
  type Override,
  type SlotRefusal,
} from "../session/slot.server"
import type { ClassKind } from "./class"
import type { StartEffect } from "./class-effects"
import { isLeaving, type NewClassForm } from "./class-form"
import { joinUnasked } from "./enroll-several.server"
import { giveRotation, giveRule } from "./schedule.server"

// A class: private, group, ensemble or trial lessons with one price at a time, kept as rows with their first day.

export type NewClass = {
  name: string
  kind: ClassKind
  instrument?: string | null
  teacherId?: string | null
  roomId?: string | null
  onlineLink?: string | null
  /** The most students at any date. */
  capacity: number
  /** Minor units for one student: per session, or per calendar month. Null while no one has set one. */
  price: { billing: BillingMode; amountMinor: number; fromDate: string } | null
  /** The class of an earlier term that it continues. */
  continuesId?: string
}

/** Adds a class. Throws when teacher or room are not the school's. Schedules and enrollments come after. */
export function addClass(actor: Actor, { price, ...facts }: NewClass): string {
  return transact(() => {
    const row = newRow(actor)
    const instrument = facts.instrument ? instrumentAsListed(actor, facts.instrument) : null
    add(actor, classes, { ...facts, instrument, ...row })
    if (price) add(actor, classPrices, { classId: row.id, ...price })
    recordEvent(actor, "class.add", row.id, {
      after: { name: facts.name, teacherId: facts.teacherId, price },
    })
    return row.id
  })
}

const shownAtMost = 8

type Refusal = { reason: "full" | "no-student" | "never-meets" } | Omit<NoPlaceInPlan, "ok">

/**
 * Starts a class: its facts and price, its weekly rule (or those that take turns) with the sessions of the coming twelve weeks, and its first
 * students, all or nothing. Refused where a session would be booked twice; a reason accepts double-booked rooms and
 * students, and lessons that clash can be left out unless all do. Without weekdays it is not scheduled.
 */
export function startClass(
  actor: Actor,
  form: NewClassForm,
  override?: Override,
  answers: CustomAnswers = {},
): { ok: true; classId: string; effect: StartEffect } | ({ ok: false } & Refusal) | SlotRefusal {
  return allOrNothing(() => {
    const { name, kind, instrument, capacity, startsOn, billing, amount } = form
    const teacherId = form.teacherId ?? null
    const roomId = form.roomId ?? null
    if (teacherId && !isKnownTeacher(actor, teacherId))
      return { ok: false, reason: "unknown-teacher" } as const
    const leaves = findLeaving(actor, teacherId)
    if (leaves && leaves.lastDay < startsOn) return leavesBefore(leaves)
    if (roomId && !isKnownRoom(actor, roomId)) return { ok: false, reason: "unknown-room" } as const
    const price = amount === undefined ? null : { billing, amountMinor: amount, fromDate: startsOn }
    const onlineLink = form.onlineLink || null
    const classId = addClass(actor, {
      name,
      kind,
      instrument,
      teacherId,
      roomId,
      onlineLink,
      capacity,
      price,
    })

    if (leaves) setLaterTeacher(actor, classId, { teacherId: null, from: addDays(leaves.lastDay, 1) })
    saveAnswers(actor, { noun: "class", subjectId: classId }, answers)

    const asked = ruleOf(actor, form)
    if (asked && asked.endsOn === undefined) return { ok: false, reason: "never-meets" } as const
    // Before there are lessons, so that what clashes is asked at once of teacher, room and students.
    const students = enrollAll(actor, classId, form)
    if (!students.ok) return students
    const leaving = { override, leavesClashing: isLeaving(form) }
    const give = (rule: Rule) =>
      form.rotation.length > 0
        ? giveRotation(actor, classId, rule, form.rotation, leaving)
        : giveRule(actor, classId, rule, leaving)
    const rule = asked && withoutLeftOut(actor, form, asked, give)
    const scheduled = rule ? give(rule) : ({ ok: true, sessions: [], unscheduled: [], skipped: [] } as const)
    if (!scheduled.ok) return scheduled
    const made = scheduled.sessions
    return {
      ok: true,
      classId,
      effect: {
        sessions: made.slice(0, shownAtMost).map(({ localDate, startTime }) => ({ localDate, startTime })),
        made: made.length,
        lastDay: rule?.endsOn ?? null,
        left: withUnstaffed(actor, classId, leaves),
        closures:
          made.length > 0
            ? listClosures(actor, startsOn, made.at(-1)?.localDate ?? startsOn).map((closure) => closure.name)
            : [],
        unscheduled: scheduled.unscheduled,
        skipped: scheduled.skipped,
        students: students.effect(),
        price: isTrialFree(actor, kind) ? null : price,
      },
    } as const
  })
}

function enrollAll(actor: Actor, classId: string, { students, startsOn }: NewClassForm) {
  if (students.length === 0) return { ok: true, effect: () => [] } as const
  const joined = joinUnasked(actor, classId, { studentIds: students, startsOn })
  if (joined.ok || joined.reason === "limit-reached") return joined
  return { ok: false, reason: joined.reason === "full" ? "full" : "no-student" } as const
}

function openDates(actor: Actor, rrule: string, startsOn: string): string[] {
  const last = addMonths(startsOn, 12 * 35)
  const closures = listClosures(actor, startsOn, last)
  const isClosed = (date: string) =>
    closures.some((closure) => closure.startsOn <= date && date <= closure.endsOn)
  return datesOf(rrule, startsOn, startsOn, last).filter((date) => !isClosed(date))
}

/**
 * The form's rule; null without weekdays. So many lessons are those that take place: days of closures don't count. `endsOn` is
 * undefined when a rule with so many sessions never meets.
 */
function ruleOf(
  actor: Actor,
  { weekdays, everyWeeks, startTime, minutes, startsOn, ends, endsOn, count: most }: NewClassForm,
  more = 0,
) {
  if (weekdays.length === 0 || !startTime) return null
  const last =
    ends === "date"
      ? (endsOn ?? null)
      : ends === "count"
        ? openDates(actor, weeklyRule(weekdays, everyWeeks), startsOn).at((most ?? 1) - 1 + more)
        : null
  return { weekdays, everyWeeks, startTime, minutes, startsOn, endsOn: last }
}

type Rule = NonNullable<ReturnType<typeof ruleOf>>

/** The form's rule, with one more lesson for each of so many that is left out for a clash. */
function withoutLeftOut(
  actor: Actor,
  form: NewClassForm,
  asked: Rule,
  give: (rule: Rule) => ReturnType<typeof giveRule>,
): Rule {
  if (form.ends !== "count" || !isLeaving(form)) return asked
  const longer = (rule: Rule, known: number): Rule => {
    const tried = rehearse(() => give(rule))
    const left = tried.ok ? tried.unscheduled.length : 0
    const next = left > known ? ruleOf(actor, form, left) : null
    return next?.endsOn ? longer(next, left) : rule
  }
  return longer(asked, 0)
}

// A class that was made by mistake goes, with what only follows from it: its sessions, empty seats, enrollments and monthly fees
// that no invoice has. Whatever another record names stays: the database refuses to remove it.

/**
 * A lesson someone has worked with. A seat alone isn't work: a job makes one for every lesson that has begun. A make-up
 * credit names its seat also when it was revoked, as with an absence that was withdrawn.
 */
export const worked = sql`(sessions.register_taken_at is not null
  or exists (select 1 from notes n where n.school_id = sessions.school_id and n.session_id = sessions.id)
  or exists (select 1 from seats x where x.school_id = sessions.school_id and x.session_id = sessions.id
    and (x.notice_at is not null or x.kind <> 'enrolled'
      or exists (select 1 from marks m where m.school_id = x.school_id and m.seat_id = x.id)
      or exists (select 1 from waivers w where w.school_id = x.school_id and w.seat_id = x.id)
      or exists (select 1 from make_up_credits k where k.school_id = x.school_id and k.origin_seat_id = x.id))))`

export class StillInUse extends Error {}

/** The database refuses to delete a row that another one names: the last word on what has been built. */
export const isStillInUse = (error: unknown): boolean =>
  error instanceof StillInUse || isNamedByAnother(error)

/** Removes lessons with their empty seats. */
export function removeLessons(actor: Actor, sessionIds: readonly string[]) {
  const ids = [...sessionIds]
  remove(actor, bookings, inArray(bookings.sessionId, ids))
  remove(actor, seats, inArray(seats.sessionId, ids))
  remove(actor, sessions, inArray(sessions.id, ids))
}

/** Whether someone has worked with a lesson of the class. */
export const isWorkedWith = (actor: Actor, classId: string): boolean =>
  hasRow(actor, sessions, and(eq(sessions.classId, classId), worked))

/** Removes a class without lessons. Answers its enrollments and weekly times, which went with it. */
export function removeEmptyClass(actor: Actor, classId: string) {
  const enrolled = idsOf(actor, enrollments, eq(enrollments.classId, classId))
  const scheduled = idsOf(actor, schedules, eq(schedules.classId, classId))
  if (!removeFees(actor, enrolled)) throw new StillInUse()
  remove(actor, enrollments, inArray(enrollments.id, enrolled))
  remove(actor, schedules, inArray(schedules.id, scheduled))
  remove(actor, classPrices, eq(classPrices.classId, classId))
  forgetAnswers(actor, [classId])
  remove(actor, classes, classId)
  return { enrolled, scheduled }
}
