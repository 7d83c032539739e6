import type { Actor } from "~/models/foundation/access/actor"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { saveAnswers } from "~/models/foundation/custom-field/answers.server"
import type { CustomAnswers } from "~/models/foundation/custom-field/custom-field"
import type { NoPlaceInPlan } from "~/models/people/student/plan-room.server"
import { addMonths } from "~/utils/dates"
import { listClosures } from "../closure/closure.server"
import { isTrialFree } from "../price/trial-price.server"
import { weeklyRule } from "../session/pattern"
import { datesOf } from "../session/recurrence.server"
import { isKnownRoom, isKnownTeacher, type Override, type SlotRefusal } from "../session/slot.server"
import { addClass } from "./class.server"
import type { StartEffect } from "./class-effects"
import type { NewClassForm } from "./class-form"
import { enrollSeveral } from "./enroll-several.server"
import { giveRotation, giveRule } from "./give-rule.server"

const shownAtMost = 8

type Refusal = { reason: "full" | "no-student" | "never-meets" } | Omit<NoPlaceInPlan, "ok">

/**
 * Starts a class: its facts and price, its weekly rule (or those that take turns) with the sessions of the coming twelve weeks, and its first
 * students, all or nothing. Refused where a session would be booked twice; a reason accepts double-booked rooms and
 * students. Without weekdays it is not scheduled.
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

    saveAnswers(actor, { noun: "class", subjectId: classId }, answers)

    const rule = ruleOf(form)
    if (rule && rule.endsOn === undefined) return { ok: false, reason: "never-meets" } as const
    const scheduled = !rule
      ? ({ ok: true, sessions: [], skipped: [] } as const)
      : form.rotation.length > 0
        ? giveRotation(actor, classId, rule, form.rotation, { override })
        : giveRule(actor, classId, rule, { override })
    if (!scheduled.ok) return scheduled
    const made = scheduled.sessions
    const students = enrollAll(actor, classId, form, override)
    if (!students.ok) return students
    return {
      ok: true,
      classId,
      effect: {
        sessions: made.slice(0, shownAtMost).map(({ localDate, startTime }) => ({ localDate, startTime })),
        made: made.length,
        lastDay: rule?.endsOn ?? null,
        closures:
          made.length > 0
            ? listClosures(actor, startsOn, made.at(-1)?.localDate ?? startsOn).map((closure) => closure.name)
            : [],
        skipped: scheduled.skipped,
        students: students.effect,
        price: isTrialFree(actor, kind) ? null : price,
      },
    } as const
  })
}

function enrollAll(actor: Actor, classId: string, { students, startsOn }: NewClassForm, override?: Override) {
  if (students.length === 0) return { ok: true, effect: [] } as const
  const enrolled = enrollSeveral(actor, classId, { studentIds: students, startsOn, override })
  if (enrolled.ok || enrolled.reason === "clash" || enrolled.reason === "limit-reached") return enrolled
  return { ok: false, reason: enrolled.reason === "full" ? "full" : "no-student" } as const
}

/** The form's rule; null without weekdays. `endsOn` is undefined when a rule with so many sessions never meets. */
function ruleOf({
  weekdays,
  everyWeeks,
  startTime,
  minutes,
  startsOn,
  ends,
  endsOn,
  count: most,
}: NewClassForm) {
  if (weekdays.length === 0 || !startTime) return null
  const last =
    ends === "date"
      ? (endsOn ?? null)
      : ends === "count"
        ? datesOf(weeklyRule(weekdays, everyWeeks), startsOn, startsOn, addMonths(startsOn, 12 * 35)).at(
            (most ?? 1) - 1,
          )
        : null
  return { weekdays, everyWeeks, startTime, minutes, startsOn, endsOn: last }
}
