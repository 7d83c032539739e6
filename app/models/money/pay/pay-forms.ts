import { classKinds } from "db/schema/choices"
import { z } from "zod"
import { RiseForm } from "~/models/teaching/price/price-rise-form"
import { isWithinReach } from "~/utils/dates"
import {
  actInstant,
  amount,
  chosenKey,
  day,
  isOfOneAct,
  neededLine,
  textOrNull,
  wholeNumber,
} from "~/utils/form-text"
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
  wholeNumber(least, most, message)
    .optional()
    .transform((number) => number ?? null)

/** "40" or "37.5" as hundredths of a percent. */
function pointsOf(text: string): number | null {
  const figure = /^(\d{1,3}(?:[.,]\d{1,2})?)\s*%?$/.exec(text.trim())?.[1]
  const points = figure === undefined ? 0 : Math.round(Number(figure.replace(",", ".")) * 100)
  return points >= 1 && points <= 10_000 ? points : null
}

const sum = amount(amountNeeded)

/** Most teachers a school pays at once. */
const mostTeachers = 500
const noTeacher = "Choose at least one teacher."

const rateFields = {
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
}

const kindNeeded = "Choose per lesson, per hour or a percentage."

/** The amount of a rate as it was typed, or the percentage; undefined with an issue where it's neither. */
function readRate(kind: (typeof payRateKinds)[number], typed: string, context: z.RefinementCtx) {
  const refuse = (message: string) => context.addIssue({ code: "custom", path: ["amount"], message })
  if (kind === "percent") {
    const basisPoints = pointsOf(typed)
    if (basisPoints === null) refuse(percentNeeded)
    return { amountMinor: 0, basisPoints }
  }
  const read = sum.safeParse(typed)
  if (!read.success) refuse(amountNeeded())
  return { amountMinor: read.data ?? 0, basisPoints: null }
}

/** What a teacher is paid from a day on, and for which lessons. */
export const PayRateForm = z
  .object({ kind: z.enum(payRateKinds, { error: kindNeeded }), ...rateFields })
  .transform(({ amount: typed, ...rate }, context) => ({ ...rate, ...readRate(rate.kind, typed, context) }))
export type PayRateForm = z.output<typeof PayRateForm>

/** Rates of several teachers, raised or set to the same from a day on. */
export const RateChangeForm = z
  .object({
    change: z.enum(["raise", "set"], { error: kindNeeded }),
    kind: z.enum(payRateKinds).optional(),
    ...rateFields,
    roundTo: RiseForm.shape.roundTo,
    teacher: z.array(chosenKey, { error: noTeacher }).min(1, noTeacher).max(mostTeachers),
    /** which preview is confirmed */
    seen: z.string().max(64).default(""),
  })
  .transform(({ change, kind, amount: typed, roundTo, ...rest }, context) => {
    if (change === "set") {
      if (!kind) context.addIssue({ code: "custom", path: ["kind"], message: kindNeeded })
      const set = readRate(kind ?? "per_hour", typed, context)
      return { ...rest, by: { change, kind: kind ?? "per_hour", ...set } }
    }
    const by = RiseForm.shape.by.safeParse(typed)
    for (const { message } of by.error?.issues ?? [])
      context.addIssue({ code: "custom", path: ["amount"], message })
    return {
      ...rest,
      by: { change, kind: kind ?? null, roundTo, ...(by.data ?? { rate: null, amountMinor: null }) },
    }
  })

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

/** The rates that were made for several teachers between two instants. */
export const UndoRatesForm = z
  .object({ fromDate: day(dayNeeded), since: actInstant, until: actInstant })
  .refine(isOfOneAct, { message: dayNeeded })

export const RemoveWorkForm = z.object({ work: chosenKey })

export const PayRhythmForm = z.object({
  rhythm: z.enum(payRhythms, { error: "Choose a pay period." }),
  startsOn: day("Enter a first day."),
})
export type PayRhythmForm = z.output<typeof PayRhythmForm>

const formKey = textOrNull(64, "Keep the key under 64 characters.")

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
