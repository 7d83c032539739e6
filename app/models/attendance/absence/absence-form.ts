import { z } from "zod"
import { day, line, time } from "~/utils/form-text"
import { type Choices, lessonChoices } from "./absence"

const timeWrong = "Enter a time."
const optionalTime = z
  .string()
  .trim()
  .max(20, timeWrong)
  .optional()
  .transform((typed) => typed || undefined)
  .pipe(time(timeWrong, timeWrong).optional())

/** A teacher is away from a day to a day; with times the first day begins, and the last one ends then. */
export const AbsenceForm = z
  .object({
    teacherId: z
      .string({ error: "Choose a teacher." })
      .min(1, "Choose a teacher.")
      .max(64, "Choose a teacher."),
    startsOn: day("Enter the first day.", "Enter a date."),
    endsOn: day("Enter the last day.", "Enter a date."),
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
    { error: "Enter an end time after the start time.", path: ["toTime"] },
  )
export type AbsenceForm = z.output<typeof AbsenceForm>

const id = z.string().max(64)

/** What was chosen for each lesson, by its id. */
export const ArrangeForm = z.object({
  choice: z
    .record(id, z.enum(lessonChoices, { error: "Choose a substitute, a new time, cancel or later." }))
    .default({}),
  by: z.record(id, z.string().max(64)).default({}),
  at: z.record(id, z.string().max(90)).default({}),
  /** Why substitutes teach outside their hours; its length is checked with the choices, so that none of them is lost. */
  hoursReason: z.string().trim().max(2_000).default(""),
  /** The choices whose effect the page has shown. */
  seen: z.string().max(20_000).default(""),
  formKey: z.string().max(64).default(""),
})
export type ArrangeForm = z.output<typeof ArrangeForm>

/** The choices of the form, by lesson. */
export const choicesOf = ({ choice, by, at }: ArrangeForm): Choices =>
  Object.fromEntries(
    Object.entries(choice).map(([id, chosen]) => [
      id,
      { choice: chosen, ...(by[id] ? { by: by[id] } : {}), ...(at[id] ? { at: at[id] } : {}) },
    ]),
  )
