import { z } from "zod"
import { neededText } from "~/utils/form-text"
import { bannerDays, longestBody, longestSubject } from "./announcement"

/** An announcement as it is written; `key` is its own, so that sending twice sends once. */
export const AnnouncementForm = z.object({
  intent: z.enum(["preview", "send"]),
  key: z.uuid(),
  subject: neededText(
    "Enter a subject.",
    longestSubject,
    `Keep the subject under ${longestSubject} characters.`,
  ),
  body: neededText(
    "Enter a message.",
    longestBody,
    `Keep the message under ${longestBody.toLocaleString("en-US")} characters.`,
  ),
  banner: z.enum(bannerDays, { error: "Choose where it’s shown." }),
  /** How many people the preview showed. */
  shown: z.coerce.number().int().min(0).catch(-1),
})
export type AnnouncementForm = z.output<typeof AnnouncementForm>
