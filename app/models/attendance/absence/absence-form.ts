import { z } from "zod"
import { TimeOffForm } from "~/models/teaching/teacher-time/teacher-time-forms"
import { type Choices, lessonChoices } from "./absence"

/** A teacher is away from a day to a day, as in the teacher's own request. */
export const AbsenceForm = TimeOffForm.safeExtend({
  teacherId: z
    .string({ error: "Choose a teacher." })
    .min(1, "Choose a teacher.")
    .max(64, "Choose a teacher."),
})
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

/** What a draft keeps of it. */
export const DraftChoices = z.record(
  id,
  z.object({ choice: z.enum(lessonChoices), by: z.string().optional(), at: z.string().optional() }),
)

/** The choices of the form, by lesson. */
export const choicesOf = ({ choice, by, at }: ArrangeForm): Choices =>
  Object.fromEntries(
    Object.entries(choice).map(([id, chosen]) => [
      id,
      { choice: chosen, ...(by[id] ? { by: by[id] } : {}), ...(at[id] ? { at: at[id] } : {}) },
    ]),
  )
