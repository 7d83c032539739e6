import { classKinds } from "db/schema/choices"
import { z } from "zod"
import { isWithinReach } from "~/utils/dates"
import { amount, chosenKey, day, neededLine, textOrNull } from "~/utils/form-text"
import { plainAmount } from "~/utils/money"
import { toSmallest } from "~/utils/smallest-amount"
import { payRateKinds } from "./pay"
import { payRhythms } from "./pay-period"

const amountNeeded = () => `Enter an amount, like ${plainAmount(3400)}.`
const dayNeeded = "Enter a start date."
const dayWrong = "Enter a start date from 2000 to 2199."
const percentNeeded = "Enter a percentage from 0.01 to 100, like 40."
const minutesNeeded = "Enter minutes from 5 to 600, or leave it blank."
const studentsNeeded = "Enter a number of students from 2 to 500, or leave it blank."

const within = (least: number, most: number, message: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,3}$/, message)
    .transform(Number)
    .refine((number) => number >= least && number <= most, message)
    .optional()
    .transform((number) => number ?? null)

/** "40" or "37.5" as hundredths of a percent. */
function pointsOf(text: string): number | null {
  const figure = /^(\d{1,3}(?:[.,]\d{1,2})?)\s*%?$/.exec(text.trim())?.[1]
  const points = figure === undefined ? 0 : Math.round(Number(figure.replace(",", ".")) * 100)
  return points >= 1 && points <= 10_000 ? points : null
}

const sum = amount(amountNeeded)

/** What a teacher is paid from a day on, and for which lessons. */
export const PayRateForm = z
  .object({
    kind: z.enum(payRateKinds, { error: "Choose per lesson, per hour or a percentage." }),
    amount: z.string({ error: amountNeeded }).max(40, { error: amountNeeded }),
    fromDate: day(dayNeeded).refine(
      (date) => !isWithinReach(date) || (date > "2000" && date < "2200"),
      dayWrong,
    ),
    classKind: z
      .enum(classKinds)
      .optional()
      .transform((kind) => kind ?? null),
    minutes: within(5, 600, minutesNeeded),
    studentsFrom: within(2, 500, studentsNeeded),
  })
  .transform(({ amount: typed, ...rate }, context) => {
    if (rate.kind === "percent") {
      const basisPoints = pointsOf(typed)
      if (basisPoints === null) context.addIssue({ code: "custom", path: ["amount"], message: percentNeeded })
      return { ...rate, amountMinor: 0, basisPoints }
    }
    const read = sum.safeParse(typed)
    if (!read.success) context.addIssue({ code: "custom", path: ["amount"], message: amountNeeded() })
    return { ...rate, amountMinor: read.data ?? 0, basisPoints: null }
  })
export type PayRateForm = z.output<typeof PayRateForm>

export const EndRateForm = z.object({
  rate: chosenKey,
  lastDay: day("Enter the last day."),
})

const hoursNeeded = "Enter hours and minutes, like 2:30, or 2.5."

/** "2:30", "2.5" or "2" hours as minutes. */
function minutesOf(text: string): number | null {
  const clock = /^(\d{1,3}):([0-5]\d)$/.exec(text)
  if (clock) return Number(clock[1]) * 60 + Number(clock[2])
  return /^\d{1,3}(?:[.,]\d{1,2})?$/.test(text) ? Math.round(Number(text.replace(",", ".")) * 60) : null
}

/** Hours and minutes that may be left out, as minutes. */
export const hoursField = z
  .string()
  .trim()
  .optional()
  .transform((text, context) => {
    const minutes = text ? minutesOf(text) : null
    if (text && (minutes === null || minutes < 1)) context.addIssue({ code: "custom", message: hoursNeeded })
    return minutes
  })

/** Work outside of lessons: an amount, or hours with what an hour pays. */
export const ExtraWorkForm = z
  .object({
    workedOn: day("Enter the date of the work."),
    description: neededLine("Enter what it was, like Recital.", 120, "Keep it under 120 characters."),
    hours: hoursField,
    pay: amount(amountNeeded, { least: 1 }),
    formKey: chosenKey,
  })
  .transform(({ hours, pay, ...work }, context) => {
    const amountMinor = hours === null ? pay : toSmallest((pay * hours) / 60)
    if (amountMinor < 1 || !Number.isSafeInteger(amountMinor))
      context.addIssue({ code: "custom", path: ["pay"], message: amountNeeded() })
    return { ...work, minutes: hours, hourlyMinor: hours === null ? null : pay, amountMinor }
  })
export type ExtraWorkForm = z.output<typeof ExtraWorkForm>

export const RemoveWorkForm = z.object({ work: chosenKey })

export const PayRhythmForm = z.object({
  rhythm: z.enum(payRhythms, { error: "Choose a pay period." }),
  startsOn: day("Enter a first day."),
})
export type PayRhythmForm = z.output<typeof PayRhythmForm>

const formKey = textOrNull(64, "Keep the key under 64 characters.")

/** Most teachers a school pays at once. */
const mostTeachers = 500
const noTeacher = "Choose at least one teacher."

export const ApprovePayForm = z.object({
  from: day("Choose a period."),
  to: day("Choose a period."),
  teacher: z.array(chosenKey, { error: noTeacher }).min(1, noTeacher).max(mostTeachers),
  /** The review's own key: sent again, it finds the task that it has started. */
  key: formKey,
})

/** Locking's own key: sent again, it finds the task that it has started. */
export const LockKey = chosenKey.nullable().catch(null)

/** The reviewed total, so that what changed since is reviewed again. */
export const ReviewedPay = z
  .string()
  .regex(/^-?\d{1,15}$/)
  .transform(Number)
