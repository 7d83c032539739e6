import { z } from "zod"
import { lateMinutes } from "./running-late-minutes"

export const RunningLateForm = z.object({
  minutes: z.coerce
    .number({ error: "Choose how many minutes." })
    .refine((minutes) => lateMinutes.some((each) => each === minutes), "Choose how many minutes."),
})
