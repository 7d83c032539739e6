import { z } from "zod"
import {
  amount,
  chosenKey,
  day,
  exampleAmount,
  line,
  neededChoice,
  neededLine,
  reasonOf,
  time,
} from "~/utils/form-text"
import { countOf } from "~/utils/formats"
import { prerequisiteReason } from "../prerequisite/prerequisite-form"
import { billingModes } from "../price/price"
import { onlineLink } from "../session/online-link"
import { isReasoned, needsReason, overrideReason } from "../session/override-reason"
import { longestSession } from "../session/session"
import { endsByMidnight, isPastMidnight } from "../session/within-day"
import { classKinds } from "./class"
import { mostRotating } from "./rotation"

// What the office records about a class. Amounts arrive as people type them and leave as minor units.

const whole = (from: number, to: number, message: string) =>
  z.coerce.number({ error: message }).int(message).min(from, message).max(to, message)

/** Says what is wrong with a field of a form. */
const reportIn = (context: z.core.$RefinementCtx) => (field: string, message: string) =>
  context.addIssue({ code: "custom", path: [field], message })

const price = amount(() => `Enter an amount, for example ${exampleAmount(3250)}.`)

const intent = z.enum(["save", "preview", "override", "back"]).optional().catch(undefined)

const facts = {
  name: neededLine("Enter a name.", 120, "Keep the name under 120 characters."),
  instrument: line(60, "Keep the instrument under 60 characters.").optional(),
  teacherId: chosenKey.optional(),
  roomId: chosenKey.optional(),
  onlineLink: onlineLink.optional(),
  capacity: whole(1, 500, "Enter a number of spots from 1 to 500."),
}

const billing = z.enum(billingModes, "Choose how it’s billed.")

/** When a class meets. Days are 1 Monday … 7 Sunday. */
const rule = {
  weekdays: z
    .array(whole(1, 7, "Choose a weekday."))
    .max(7)
    .default([]),
  everyWeeks: whole(1, 8, "Choose how often it repeats.").default(1),
  startTime: time("Enter a start time.").optional(),
  minutes: whole(5, longestSession, `Enter a length from 5 to ${longestSession} minutes.`).default(45),
}

/** The start times of the weeks after the first, where the time rotates. */
const rotation = z
  .array(time("Enter a start time.").optional())
  .max(mostRotating - 1, `Enter at most ${mostRotating} times.`)
  .default([])
  .transform((times) => times.filter((each) => each !== undefined))

/** Every start of a rule, those that take turns too. */
const isWithinDay = (rule: { startTime?: string; rotation: readonly string[]; minutes: number }) =>
  [...(rule.startTime ? [rule.startTime] : []), ...rule.rotation].every(
    (start) => !isPastMidnight(start, rule.minutes),
  )

/** Lessons that clash stay at their old time or aren't scheduled. */
const leavesClashing = z.literal("on").optional().catch(undefined)

/** The button beside a reason schedules all of them. */
export const isLeaving = (form: { leavesClashing?: "on" | undefined; intent?: string | undefined }) =>
  form.leavesClashing === "on" && form.intent !== "override"

const withinDay = { path: ["startTime"], message: endsByMidnight }

const takesTurnsWeekly = (rule: { rotation: readonly string[]; everyWeeks: number }) =>
  rule.rotation.length === 0 || rule.everyWeeks === 1

const rotatesWeekly = {
  path: ["everyWeeks"],
  message: "Choose “Every week”: rotating times take turns week by week.",
}

export const NewClassForm = z
  .object({
    ...facts,
    kind: z.enum(classKinds, "Choose a kind."),
    billing: billing.default("per_session"),
    amount: price.optional(),
    ...rule,
    rotation,
    startsOn: day("Enter the first day."),
    ends: z.enum(["open", "date", "count"], "Choose when it ends.").default("open"),
    endsOn: day("Enter the last day.").optional(),
    count: whole(1, 200, "Enter a number of lessons from 1 to 200.").optional(),
    students: z.array(chosenKey).max(500).default([]),
    search: z.string().max(100).optional().catch(undefined),
    leavesClashing,
    intent,
    overrideReason,
  })
  .superRefine((form, context) => {
    const report = reportIn(context)
    if (form.weekdays.length > 0 && !form.startTime) report("startTime", "Enter a start time.")
    if (form.rotation.length > 0 && !form.startTime) report("startTime", "Enter the start of the first week.")
    if (form.startTime && form.weekdays.length === 0) report("weekdays", "Choose at least one weekday.")
  })
  .superRefine((form, context) => {
    const report = reportIn(context)
    if (form.ends === "date" && !form.endsOn) report("endsOn", "Enter the last day.")
    if (form.ends === "date" && form.endsOn && form.endsOn < form.startsOn)
      report("endsOn", "Enter a last day on or after the first day.")
    if (form.ends === "count" && !form.count) report("count", "Enter the number of lessons.")
  })
  .superRefine(({ students: { length }, capacity }, context) => {
    if (length > capacity)
      reportIn(context)(
        "capacity",
        `You selected ${countOf(length, "student")}. Enter at least ${length} spots.`,
      )
  })
  .refine(takesTurnsWeekly, rotatesWeekly)
  .refine(isWithinDay, withinDay)
  .refine(isReasoned, needsReason)
export type NewClassForm = z.output<typeof NewClassForm>
export type NewClassFields = z.input<typeof NewClassForm>

export const ClassFactsForm = z
  .object({
    ...facts,
    /** Left out or today, the teacher has the class at once. */
    teacherFrom: day("Enter a date.").optional(),
    intent,
    overrideReason,
  })
  .refine(isReasoned, needsReason)
export type ClassFactsForm = z.output<typeof ClassFactsForm>

export const PriceForm = z.object({
  billing,
  amount: price,
  fromDate: day("Enter the date the price starts."),
})
export type PriceForm = z.output<typeof PriceForm>

/** The undo of a price: what was set, and what the day had before. */
export const PriceBackForm = PriceForm.extend({
  wasBilling: billing.optional(),
  wasAmount: price.optional(),
  wasRise: z.string().max(64).optional(),
})

export const ClassTaxForm = z.object({ tax: neededChoice("Choose a tax.") })

/** A price agreed with one student from a day on; without an amount it is the class's own again. */
export const OwnPriceForm = z
  .object({
    intent: z.enum(["own", "class"]).catch("own"),
    /** What the amount is charged for; left out, it stays as agreed before. */
    billing: billing.optional(),
    amount: price.optional(),
    fromDate: day("Enter the date the price starts."),
  })
  .refine(({ intent, amount }) => intent === "class" || amount !== undefined, {
    path: ["amount"],
    message: "Enter an amount, for example 32.50.",
  })
export type OwnPriceForm = z.output<typeof OwnPriceForm>

export const RuleForm = z
  .object({
    scheduleId: chosenKey.optional(),
    scope: z.enum(["following", "all"], "Choose which lessons change.").default("all"),
    from: day("Enter a date.").optional(),
    ...rule,
    weekdays: z
      .array(whole(1, 7, "Choose a weekday."))
      .max(7)
      .min(1, "Choose at least one weekday."),
    startTime: time("Enter a start time."),
    endsOn: day("Enter the last day.").optional(),
    rotation,
    leavesClashing,
    intent,
    overrideReason,
  })
  .refine(takesTurnsWeekly, rotatesWeekly)
  .refine(isWithinDay, withinDay)
  .refine(({ scope, from }) => scope === "all" || from, {
    path: ["from"],
    message: "Enter the first day of the new time.",
  })
  .refine(isReasoned, needsReason)
export type RuleForm = z.output<typeof RuleForm>
export type RuleFields = z.input<typeof RuleForm>

const why = reasonOf(200)

export const EndClassForm = z.object({
  /** The weekly time that ends; without one the whole class does. */
  scheduleId: chosenKey.optional(),
  lastDay: day("Enter the last day."),
  reason: why,
  intent,
  /** What the preview showed: another effect is previewed first. */
  seen: z.string().max(100).optional().catch(""),
})
export type EndClassForm = z.output<typeof EndClassForm>

export const EnrollForm = z
  .object({
    students: z.array(chosenKey).max(500).min(1, "Choose at least one student."),
    startsOn: day("Enter the first day."),
    /** What a custom price is charged for; left out, the same as the class's. */
    billing: billing.optional(),
    amount: price.optional(),
    intent,
    overrideReason,
    prerequisiteReason,
    /** What becomes of those who are paused; asked for once someone is. */
    paused: z.enum(["resume", "keep"], "Choose an option.").optional(),
  })
  .refine(isReasoned, needsReason)
export type EnrollForm = z.output<typeof EnrollForm>

export const DropForm = z.object({ lastDay: day("Enter the last day."), reason: why })
export type DropForm = z.output<typeof DropForm>

export const MoveStudentForm = z
  .object({
    toClassId: z.string({ error: "Choose a class." }).min(1, "Choose a class.").max(64),
    from: day("Enter the first day."),
    reason: why,
    intent,
    overrideReason,
    prerequisiteReason,
  })
  .refine(isReasoned, needsReason)
export type MoveStudentForm = z.output<typeof MoveStudentForm>
