import { z } from "zod"
import { planIntervals, planKeys } from "../plan/plan-catalogue"

/** The choice on /select-plan. The price is never asked for: it is the catalogue's. */
export const SelectPlanForm = z.object({
  plan: z.enum(planKeys, { error: "Choose a plan." }),
  interval: z.enum(planIntervals, { error: "Choose monthly or yearly billing." }),
  /** A coupon; blank without one. */
  code: z.string().trim().max(40, "Keep the code under 40 characters.").optional(),
})
export type SelectPlanForm = z.output<typeof SelectPlanForm>
