import { z } from "zod"

/** An address that came back is right after all. */
export const ConfirmForm = z.object({
  intent: z.literal("confirm"),
  address: z.string().trim().toLowerCase().min(3).max(320),
})
