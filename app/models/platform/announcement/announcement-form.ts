import { z } from "zod"
import { bannerDays, longestBody, longestSubject } from "./announcement"

/** An announcement as it is written; `key` is its own, so that sending twice sends once. */
export const AnnouncementForm = z.object({
  intent: z.enum(["preview", "send"]),
  key: z.uuid(),
  subject: z
    .string({ error: "Enter a subject." })
    .trim()
    .min(1, "Enter a subject.")
    .max(longestSubject, "Keep the subject under 120 characters."),
  body: z
    .string({ error: "Enter a message." })
    .trim()
    .min(1, "Enter a message.")
    .max(longestBody, "Keep the message under 5,000 characters."),
  banner: z.enum(bannerDays, { error: "Choose where it’s shown." }),
  /** How many people the preview showed. */
  shown: z.coerce.number().int().min(0).catch(-1),
})
export type AnnouncementForm = z.output<typeof AnnouncementForm>
