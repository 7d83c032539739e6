import { z } from "zod"
import { actInstant, chosenKey, day, isOfOneAct, line, time } from "~/utils/form-text"

const timeWrong = "Enter a time."
const endsTooEarly = "Enter an end time after the start time."

const optionalTime = z
  .string()
  .trim()
  .max(20, timeWrong)
  .optional()
  .transform((typed) => typed || undefined)
  .pipe(time(timeWrong, timeWrong).optional())

/** Days on which a teacher is away, both included; with times the first day begins, and the last one ends then. */
export const TimeOffForm = z
  .object({
    startsOn: day("Enter the first day."),
    endsOn: day("Enter the last day."),
    fromTime: optionalTime,
    toTime: optionalTime,
    reason: line(300, "Keep the reason under 300 characters.").optional(),
  })
  .refine(({ startsOn, endsOn }) => startsOn <= endsOn, {
    error: "Enter a last day on or after the first day.",
    path: ["endsOn"],
  })
  .refine(
    ({ startsOn, endsOn, fromTime, toTime }) =>
      startsOn !== endsOn || !fromTime || !toTime || fromTime < toTime,
    { error: endsTooEarly, path: ["toTime"] },
  )
export type TimeOffForm = z.output<typeof TimeOffForm>

/** What the office answers to a request. */
export const TimeOffAnswerForm = z.object({
  timeOffId: z.string({ error: "Choose a request." }).max(60),
  decision: z.enum(["approved", "declined"], { error: "Choose approve or decline." }),
  answer: line(300, "Keep the note under 300 characters.").optional(),
})
export type TimeOffAnswerForm = z.output<typeof TimeOffAnswerForm>

const dayWrong = "Choose a day."

/** A stretch of hours on one or several weekdays, 1 is Monday. */
export const HoursForm = z
  .object({
    weekday: z
      .preprocess(
        (days) => [days ?? []].flat(),
        z.array(z.string().regex(/^[1-7]$/, dayWrong)).max(7, dayWrong),
      )
      .refine((days) => days.length > 0, dayWrong)
      .transform((days) => [...new Set(days)].sort().map(Number)),
    fromTime: time("Enter a start time.", timeWrong),
    toTime: time("Enter an end time.", timeWrong),
    /** Other teachers who get the same hours. */
    also: z.array(chosenKey).max(200, "Choose up to 200 teachers.").default([]),
  })
  .refine(({ fromTime, toTime }) => fromTime < toTime, {
    error: endsTooEarly,
    path: ["toTime"],
  })
export type HoursForm = z.output<typeof HoursForm>

/** Hours that were added in one act. */
export const UndoHoursForm = z
  .object({
    fromTime: time(timeWrong, timeWrong),
    toTime: time(timeWrong, timeWrong),
    since: actInstant,
    until: actInstant,
  })
  .refine(isOfOneAct, timeWrong)
export type UndoHoursForm = z.output<typeof UndoHoursForm>
