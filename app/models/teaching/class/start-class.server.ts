import type { Actor } from "~/models/foundation/access/actor"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { saveAnswers } from "~/models/foundation/custom-field/answers.server"
import type { CustomAnswers } from "~/models/foundation/custom-field/custom-field"
import type { NoPlaceInPlan } from "~/models/people/student/plan-room.server"
import { addDays, addMonths } from "~/utils/dates"
import { listClosures } from "../closure/closure.server"
import { findLeaving, setLaterTeacher, withUnstaffed } from "../later-teacher/later-teacher.server"
import { isTrialFree } from "../price/trial-price.server"
import { weeklyRule } from "../session/pattern"
import { datesOf } from "../session/recurrence.server"
import { isKnownRoom, isKnownTeacher, type Override, type SlotRefusal } from "../session/slot.server"
import { leavesBefore } from "./change-class.server"
import { addClass } from "./class.server"
import type { StartEffect } from "./class-effects"
import { isLeaving, type NewClassForm } from "./class-form"
import { joinUnasked } from "./enroll-several.server"
import { giveRotation, giveRule } from "./give-rule.server"

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

    const rule = ruleOf(actor, form)
    if (rule && rule.endsOn === undefined) return { ok: false, reason: "never-meets" } as const
    // Before there are lessons, so that what clashes is asked at once of teacher, room and students.
    const students = enrollAll(actor, classId, form)
    if (!students.ok) return students
    const leaving = { override, leavesClashing: isLeaving(form) }
    const scheduled = !rule
      ? ({ ok: true, sessions: [], unscheduled: [], skipped: [] } as const)
      : form.rotation.length > 0
        ? giveRotation(actor, classId, rule, form.rotation, leaving)
        : giveRule(actor, classId, rule, leaving)
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
) {
  if (weekdays.length === 0 || !startTime) return null
  const last =
    ends === "date"
      ? (endsOn ?? null)
      : ends === "count"
        ? openDates(actor, weeklyRule(weekdays, everyWeeks), startsOn).at((most ?? 1) - 1)
        : null
  return { weekdays, everyWeeks, startTime, minutes, startsOn, endsOn: last }
}
