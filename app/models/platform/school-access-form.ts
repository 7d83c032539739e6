import { z } from "zod"
import { extensionDays } from "./platform-schools"

/** What the platform's staff decide about a school; the reason goes into the school's log. */
export const SchoolAccessForm = z.object({
  intent: z.enum(["extend", "suspend", "restore"]),
  reason: z
    .string({ error: "Say why. It stands in the school’s log." })
    .trim()
    .min(1, "Say why. It stands in the school’s log.")
    .max(500, "A reason has at most 500 characters."),
  days: z.enum(extensionDays, { error: "Choose for how many days." }).default("7").transform(Number),
  /** Until when the page said that it is extended (UTC ms): a second press, or a colleague's, adds nothing. */
  seen: z.coerce.number().int().nonnegative().default(0),
})
export type SchoolAccessForm = z.output<typeof SchoolAccessForm>
