import { z } from "zod"
import { day } from "~/utils/form-text"
import { isReasoned, needsReason, overrideReason } from "../session/override-reason"

const id = z.string().max(64)

/** Who takes each class and event of a teacher who leaves; an empty choice leaves it without one for now. */
export const DeactivateTeacherForm = z
  .object({
    class: z.record(id, id).default({}),
    event: z.record(id, id).default({}),
    /** Left out, they leave at once. */
    lastDay: day("Enter a date.").optional(),
    intent: z.enum(["save", "preview", "override"]).optional().catch(undefined),
    overrideReason,
  })
  .refine(isReasoned, needsReason)

/** Who takes what, by the ID of the class or the event; null where it waits for someone. */
export const takersOf = (form: z.output<typeof DeactivateTeacherForm>): Map<string, string | null> =>
  new Map(
    [...Object.entries(form.class), ...Object.entries(form.event)].map(([recordId, teacherId]) => [
      recordId,
      teacherId || null,
    ]),
  )
