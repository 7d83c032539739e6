import { z } from "zod"
import { day, neededChoice } from "~/utils/form-text"
import { isReasoned, needsReason, overrideReason } from "./override-reason"
import type { RuleEffect } from "./rule-effect"

// The weekly times of two students that are swapped. Safe in the browser.

export const SwapTimesForm = z
  .object({
    scheduleId: z.string().max(64),
    withId: neededChoice("Choose whose time it swaps with."),
    from: day("Enter the day the swap starts."),
    leavesClashing: z.literal("on").optional().catch(undefined),
    /** The sign of the preview. */
    seen: z.string().max(100).catch(""),
    intent: z.enum(["save", "preview", "override"]).optional().catch(undefined),
    overrideReason,
  })
  .refine(isReasoned, needsReason)
export type SwapSide = {
  classId: string
  className: string
  was: string
  is: string
  effect: RuleEffect
}

/** What a swap does; `sign` is the same for the same lessons. */
export type SwapTimesPlan = { from: string; sides: [SwapSide, SwapSide]; sign: string }
