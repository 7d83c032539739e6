import type { Actor } from "~/models/foundation/access/actor"
import { addWeeklyTime } from "~/models/teaching/class/added-time.server"
import { isLeaving, type RuleForm } from "~/models/teaching/class/class-form"
import type { ClassFacts } from "~/models/teaching/class/find-class.server"
import { changeRule } from "~/models/teaching/session/change-schedule.server"
import { overrideOf } from "~/models/teaching/session/session-form"
import type { Refused } from "~/models/teaching/session/slot-refusals"
import { slotMessages } from "~/texts/teaching/refusals"
import { todayOf } from "~/utils/clock.server"

/** Changes a weekly time from the day the form says. */
export function change(
  actor: Actor,
  { id, rules }: ClassFacts,
  { scheduleId = "", scope, from, ...value }: RuleForm,
) {
  const day = todayOf(actor)
  const first = rules.find((rule) => rule.id === scheduleId)?.startsOn ?? day
  // All lessons of a time that hasn't begun: none before its first day.
  const start = scope === "following" && from ? from : first > day ? first : day
  const leavesClashing = isLeaving(value)
  return changeRule(actor, id, scheduleId, { ...value, leavesClashing, from: start }, overrideOf(value))
}

/** Gives the class another weekly time, or one that rotates. */
export function give(actor: Actor, { id }: ClassFacts, { from, ...value }: RuleForm) {
  const startsOn = from ?? todayOf(actor)
  if (value.endsOn && value.endsOn < startsOn) return { ok: false, reason: "ends-before" } as const
  const rule = { ...value, startsOn }
  const leaving = { leavesClashing: isLeaving(value), override: overrideOf(value) }
  return addWeeklyTime(actor, id, rule, value.rotation, leaving)
}

type Refusal = Exclude<ReturnType<typeof change> | ReturnType<typeof give>, { ok: true }>

/** Why a weekly time is refused, by the field it is about. */
export function messagesOf(refusal: Refusal): { messages: Record<string, string>; refused: Refused | null } {
  switch (refusal.reason) {
    case "no-schedule":
      return { messages: { form: "This weekly time was removed. Reload the page." }, refused: null }
    case "in-the-past":
      return {
        messages: { from: "Choose today or a later date. Past lessons don’t change." },
        refused: null,
      }
    case "over-by-then":
      return {
        messages: { from: "This weekly time ends before that date. Choose an earlier one." },
        refused: null,
      }
    case "ends-before":
      return { messages: { endsOn: "Enter a last day on or after the first day." }, refused: null }
    default:
      return slotMessages(refusal)
  }
}
