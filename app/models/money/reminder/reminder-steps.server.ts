import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { reminderSteps } from "db/schema/money-reminders"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { columns } from "~/models/foundation/access/columns.server"
import { add, changeSchool, remove, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { keepWords, listWords } from "~/models/foundation/outbox/wording.server"
import { todayOf } from "~/utils/clock.server"
import type { ReminderStepForm } from "./reminder-form"
import {
  isOverdueStep,
  type ReminderStep,
  type ReminderStepKey,
  shippedSteps,
  stepTexts,
} from "./reminder-steps"

// A school's reminders of unpaid invoices: whether they go out, and its steps. A step that was never changed is as shipped.

/** What the words of a step are kept as, beside those of other letters. */
const letterOfStep = (step: ReminderStepKey) => `reminder-${step}`

/** The school's five steps, in their order. */
export function listReminderSteps(actor: Actor): ReminderStep[] {
  const changed = select(columns(reminderSteps, "step", "isOn", "offsetDays", "chargesLateFee"))
    .from(reminderSteps)
    .where(own(actor, reminderSteps))
    .all()
  const words = listWords(actor)
  return shippedSteps.map((shipped) => ({
    ...shipped,
    ...changed.find(({ step }) => step === shipped.step),
    ...words.get(letterOfStep(shipped.step)),
  }))
}

/** Whether the school's reminders go out, and the last day they did. */
export function findReminderState(actor: Actor): { isOn: boolean; lastDay: string | null } {
  const school = select({ isOn: schools.remindsOfInvoices, lastDay: schools.invoicesRemindedOn })
    .from(schools)
    .where(eq(schools.id, actor.school.id))
    .get()
  return { isOn: school?.isOn ?? false, lastDay: school?.lastDay ?? null }
}

/** Whether late fees follow the reminders: those go out, and one of them charges the fee. Then no fee follows days alone. */
export const feesFollowReminders = (actor: Actor): boolean =>
  findReminderState(actor).isOn &&
  listReminderSteps(actor).some(({ isOn, chargesLateFee }) => isOn && chargesLateFee)

/** Turns the school's reminders on or off. They begin the day after they are turned on. */
export function switchReminders(actor: Actor, isOn: boolean) {
  transact(() => {
    if (findReminderState(actor).isOn === isOn) return
    const invoicesRemindedOn = todayOf(actor)
    changeSchool(actor, { remindsOfInvoices: isOn, ...(isOn ? { invoicesRemindedOn } : {}) })
    recordEvent(actor, {
      verb: "change-invoice-reminders",
      noun: "school",
      nounId: actor.school.id,
      before: { isOn: !isOn },
      after: { isOn },
    })
  })
}

/** The days from the due date that a form means: those of the first step lie before it. */
export function offsetOf({ step, days = 0 }: Pick<ReminderStepForm, "step" | "days">): number {
  if (step === "due" || days === 0) return 0
  return step === "before" ? -days : days
}

/**
 * Changes one step. Refused while it would come before the step above it: a ladder goes up.
 */
export function changeReminderStep(
  actor: Actor,
  { step, isOn, subject, body, days, chargesLateFee: isAsked }: Omit<ReminderStepForm, "intent">,
): { ok: true } | { ok: false; reason: "out-of-order"; other: ReminderStepKey } {
  return transact(() => {
    const steps = listReminderSteps(actor)
    const offsetDays = offsetOf({ step, days })
    const chargesLateFee = isAsked && isOverdueStep(step)
    const after = { step, isOn, offsetDays, subject, body, chargesLateFee }
    const others = steps.filter((each) => each.isOn && each.step !== step)
    const rank = steps.findIndex((each) => each.step === step)
    const wrong = others.find((other) => {
      const isBefore = steps.indexOf(other) < rank
      return isBefore ? other.offsetDays >= offsetDays : other.offsetDays <= offsetDays
    })
    if (isOn && wrong) return { ok: false, reason: "out-of-order", other: wrong.step }
    const before = steps[rank]
    remove(actor, reminderSteps, eq(reminderSteps.step, step))
    add(actor, reminderSteps, { step, isOn, offsetDays, chargesLateFee })
    keepWords(actor, letterOfStep(step), { subject, body })
    recordEvent(actor, {
      verb: "change-reminder-step",
      noun: "school",
      nounId: actor.school.id,
      before: { ...before },
      after: { ...after, text: stepTexts[step] },
    })
    return { ok: true }
  })
}
