import { z } from "zod"
import { day } from "~/utils/form-text"
import { prerequisiteReason } from "../prerequisite/prerequisite-form"
import { mostOfferDays, usualOfferDays } from "./waiting-list"

const days = `Enter a number of days from 1 to ${mostOfferDays}.`

/** What the office does with a spot in line. */
export const WaitingListForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("join"),
    students: z.array(z.string().max(64)).max(100).min(1, "Choose at least one student."),
    prerequisiteReason,
  }),
  z.object({
    intent: z.literal("offer"),
    waitingId: z.string().max(64),
    days: z
      .string()
      .regex(/^\d{1,2}$/, days)
      .transform(Number)
      .refine((number) => number >= 1 && number <= mostOfferDays, days)
      .default(usualOfferDays),
  }),
  z.object({
    intent: z.literal("accept"),
    waitingId: z.string().max(64),
    /** The first day; today without one. */
    startsOn: day("Enter the first day.").optional(),
    prerequisiteReason,
  }),
  z.object({ intent: z.enum(["decline", "clear-wish"]), waitingId: z.string().max(64) }),
])
export type WaitingListForm = z.output<typeof WaitingListForm>
