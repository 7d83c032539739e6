import { z } from "zod"
import { neededText } from "~/utils/form-text"
import { extensionDays } from "./platform-schools"

/** What the platform's staff decide about a school; the reason is for staff, the message for the school. */
export const SchoolAccessForm = z.object({
  intent: z.enum(["extend", "suspend", "restore"]),
  reason: neededText("Enter a reason.", 500, "Keep the reason under 500 characters."),
  message: z.string().trim().max(500, "Keep the message under 500 characters.").optional(),
  days: z.enum(extensionDays, { error: "Choose for how many days." }).default("7").transform(Number),
  /** Until when the page said that it is extended (UTC ms): a second press, or a colleague's, adds nothing. */
  seen: z.coerce.number().int().nonnegative().default(0),
})
export type SchoolAccessForm = z.output<typeof SchoolAccessForm>
