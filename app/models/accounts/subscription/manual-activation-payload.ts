import { z } from "zod"

/** Spec §3, "Manual activation payload". Read for its shape alone: amount and plan are the catalogue's and the provider's. */
export const ManualActivationPayload = z.object({
  amount: z.string().max(20, "The amount is too long."),
  planName: z.string().max(100, "The plan’s name is too long."),
  currency: z.string().max(3, "The currency has three letters."),
})
export type ManualActivationPayload = z.output<typeof ManualActivationPayload>
