import { z } from "zod"

/** The choice on /select-plan. The price is never asked for: it is the catalogue's. */
export const SelectPlanForm = z.object({
  plan: z.enum(["soloTeacher", "standard", "professional"], { error: "Choose a plan." }),
  interval: z.enum(["monthly", "yearly"], { error: "Choose how you want to be billed." }),
})
export type SelectPlanForm = z.output<typeof SelectPlanForm>
