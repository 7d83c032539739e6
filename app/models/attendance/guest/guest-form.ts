import { z } from "zod"
import { isReasoned, needsReason, overrideReason } from "~/models/teaching/session/override-reason"

/** Who comes to a lesson as a guest, and whether it is charged; or whose spot is removed. */
export const GuestForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("remove"), seatId: z.string().max(64) }),
  z
    .object({
      intent: z.enum(["save", "override"]),
      students: z
        .array(z.string().max(64), { error: "Choose at least one student." })
        .max(50, "Choose at most 50 students.")
        .min(1, "Choose at least one student."),
      price: z.enum(["class", "free"], { error: "Choose a price." }).default("class"),
      overrideReason,
    })
    .refine(isReasoned, needsReason),
])
export type GuestForm = z.output<typeof GuestForm>
