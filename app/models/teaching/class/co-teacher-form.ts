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
