import { z } from "zod"
import { guideStepIds } from "./guide"

/** Which step, and what it becomes. */
export const GuideMarkForm = z.object({
  step: z.enum(guideStepIds),
  intent: z.enum(["complete", "incomplete"]),
})
export type GuideMarkForm = z.output<typeof GuideMarkForm>
