import { z } from "zod"
import { day } from "~/utils/form-text"
import { isReasoned, needsReason, overrideReason } from "../session/override-reason"

/** Who teaches a class beside its own teacher, from when; or who no longer does. */
export const CoTeacherForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("end"), coTeacherId: z.string().max(64) }),
  z
    .object({
      intent: z.enum(["save", "override"]),
      teacherId: z.string({ error: "Choose a teacher." }).min(1, "Choose a teacher.").max(64),
      startsOn: day("Enter a date."),
      overrideReason,
    })
    .refine(isReasoned, needsReason),
])
export type CoTeacherForm = z.output<typeof CoTeacherForm>

export type CoTeacherRefusal = "no-class" | "is-over" | "in-the-past" | "is-main" | "already"

/** Why someone can't teach a class beside its teacher, by field (`form` for the whole). */
export const coTeacherRefusals: Record<CoTeacherRefusal, Record<string, string>> = {
  "no-class": { form: "This class no longer exists." },
  "is-over": { startsOn: "The class ends before that date. Choose an earlier one." },
  "in-the-past": { startsOn: "Choose today or a later date." },
  "is-main": { teacherId: "This is the class’s own teacher. Choose another." },
  already: { teacherId: "This teacher already teaches the class from that day. Choose another." },
}
