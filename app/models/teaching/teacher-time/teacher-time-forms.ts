import { z } from "zod"
import { day, line, time } from "~/utils/form-text"

const dayWrong = "Enter a day of the calendar, such as 2026-11-20."
const timeWrong = "Enter a time of day, such as 15:30."

/** Days a teacher wants to be away, both included. */
export const TimeOffForm = z
  .object({
    startsOn: day("Enter the first day.", dayWrong),
    endsOn: day("Enter the last day.", dayWrong),
    reason: line(300, "A reason has at most 300 characters.").optional(),
  })
  .refine(({ startsOn, endsOn }) => startsOn <= endsOn, {
    error: "The last day is before the first.",
    path: ["endsOn"],
  })
export type TimeOffForm = z.output<typeof TimeOffForm>

/** What the office answers to a request. */
export const TimeOffAnswerForm = z.object({
  timeOffId: z.string({ error: "Choose a request." }).max(60),
  decision: z.enum(["approved", "declined"], { error: "Approve or decline." }),
  answer: line(300, "An answer has at most 300 characters.").optional(),
})
export type TimeOffAnswerForm = z.output<typeof TimeOffAnswerForm>

/** A stretch of hours on a weekday, 1 is Monday. */
export const HoursForm = z
  .object({
    weekday: z.coerce
      .number({ error: "Choose a day." })
      .int("Choose a day.")
      .min(1, "Choose a day.")
      .max(7, "Choose a day."),
    fromTime: time("Enter when it begins.", timeWrong),
    toTime: time("Enter when it ends.", timeWrong),
  })
  .refine(({ fromTime, toTime }) => fromTime < toTime, {
    error: "The end is not after the beginning.",
    path: ["toTime"],
  })
export type HoursForm = z.output<typeof HoursForm>
