import { z } from "zod"
import { type StatusStep, statusSteps } from "~/models/people/student/student"
import { day } from "~/utils/form-text"
import { tooShort } from "~/utils/short-reason"

const steps = Object.keys(statusSteps) as [StatusStep, ...StatusStep[]]
const Typed = z.object({ reason: z.string().trim().min(1) })

export const StatusStepField = z.enum(steps, "Choose an option.")

/** A step of a student's status; pausing and ending need a reason. */
export const StatusForm = z
  .object({
    step: StatusStepField,
    reason: z.string().trim().max(200, "Keep the reason under 200 characters.").optional(),
    leaveClasses: z.boolean().default(false),
    /** The day from which someone pauses, is former or comes back; today without one. */
    from: day("Enter a date.").optional(),
  })
  .refine(({ step, reason = "" }) => (step !== "pause" && step !== "end") || reason.length >= 3, {
    path: ["reason"],
    error: ({ input }) => (Typed.safeParse(input).success ? tooShort : "Enter a reason."),
  })
export type StatusForm = z.output<typeof StatusForm>
