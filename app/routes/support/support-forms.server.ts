import { z } from "zod"
import { longestMessage } from "~/models/platform/support/support"
import { sendRefusals } from "~/texts/platform/refusals"
import { lines } from "~/utils/form-text"

/** `POST /api/support/…/send` (spec §7). An attached image alone is a message; so `content` may be missing beside it. */
export const SendPayload = z.object({
  content: z
    .string()
    .max(longestMessage * 2, sendRefusals["too-long"])
    .nullish()
    .transform((text) => text ?? ""),
  imageUrl: z
    .string()
    .max(200, sendRefusals["image-unusable"])
    .nullish()
    .transform((url) => url || null),
})
export type SendPayload = z.output<typeof SendPayload>

/** `POST /api/support/super-admin/heartbeat` (spec §7). */
export const HeartbeatPayload = z.object({
  userId: z.string().min(1).max(100),
})

/** `POST /api/support/read`: the person has seen what the staff wrote. */
export const ReadPayload = z.object({}).loose()

/** The page's form: the text beside an image that comes as a file. */
export const SendForm = z.object({
  content: z
    .string()
    .max(longestMessage * 2, sendRefusals["too-long"])
    .default(""),
  image: z.string().optional(),
})
export type SendForm = z.output<typeof SendForm>

/** How a person found the help. */
export const RatingForm = z.object({
  intent: z.literal("rate"),
  score: z.enum(["good", "bad"], { error: "Choose how it went." }),
  comment: lines(1000, "Keep the comment under 1,000 characters.").default(""),
})
export type RatingForm = z.output<typeof RatingForm>
