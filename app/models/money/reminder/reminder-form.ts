import { z } from "zod"
import { day, lines, neededLine, onlyKnownFields } from "~/utils/form-text"
import { offsetRange, reminderStepKeys, unknownFields } from "./reminder-steps"

const known = onlyKnownFields(unknownFields)

/** One step of the reminders. Days are typed without a sign: the step says whether they lie before or after. */
export const ReminderStepForm = z
  .object({
    step: z.enum(reminderStepKeys, { error: "Choose a step." }),
    isOn: z.boolean().default(false),
    chargesLateFee: z.boolean().default(false),
    days: z.string().max(40).trim().optional(),
    subject: neededLine("Enter a subject.", 150, "Keep the subject under 150 characters.").superRefine(known),
    body: z
      .string({ error: "Enter the text." })
      .pipe(lines(3000, "Keep the text under 3,000 characters."))
      .refine((text) => text !== "", "Enter the text.")
      .superRefine(known),
    intent: z.enum(["save", "preview"]).catch("save"),
  })
  .superRefine(({ step, days }, context) => {
    if (step === "due") return
    const { least, most } = offsetRange(step)
    const isWhole = days === undefined || /^[-−+]?\d+$/.test(days)
    const inRange = days !== undefined && /^\d+$/.test(days) && Number(days) >= least && Number(days) <= most
    if (!inRange)
      context.addIssue({
        code: "custom",
        path: ["days"],
        message: isWhole
          ? `Enter a number of days from ${least} to ${most}.`
          : "Enter a whole number of days.",
      })
  })
  .transform(({ days, ...step }) => ({ ...step, days: step.step === "due" ? undefined : Number(days) }))
export type ReminderStepForm = z.output<typeof ReminderStepForm>

export const PauseForm = z.object({
  reason: neededLine("Enter a reason.", 200, "Keep the reason under 200 characters."),
  lastDay: day("Enter a date, or leave it blank.")
    .optional()
    .transform((day) => day ?? null),
})
export type PauseForm = z.output<typeof PauseForm>
