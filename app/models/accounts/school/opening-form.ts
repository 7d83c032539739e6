import { z } from "zod"
import { time } from "~/utils/form-text"

const dayWrong = "Choose the days from the list."

/** When the school is open. Without a day it follows its lessons. */
export const OpeningForm = z
  .object({
    openDays: z
      .array(z.string().regex(/^[1-7]$/, dayWrong))
      .max(7, dayWrong)
      .default([])
      .transform((days) => [...new Set(days)].sort()),
    opensAt: time("Enter when you open.", "Enter a time.").optional(),
    closesAt: time("Enter when you close.", "Enter a time.").optional(),
  })
  .superRefine(({ openDays, opensAt, closesAt }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: "custom", path: [field], message })
    if (openDays.length > 0 && !opensAt) refuse("opensAt", "Enter when you open.")
    if (openDays.length > 0 && !closesAt) refuse("closesAt", "Enter when you close.")
    if (openDays.length === 0 && (opensAt || closesAt))
      refuse("openDays", "Choose at least one day, or leave the hours blank.")
    if (opensAt && closesAt && opensAt >= closesAt)
      refuse("closesAt", "Enter a closing time after the opening time.")
  })
export type OpeningForm = z.output<typeof OpeningForm>
