import { z } from "zod"

export const bannerDays = ["none", "1", "3", "7", "14"] as const
export const bannerLabels: Record<(typeof bannerDays)[number], string> = {
  none: "Email only",
  "1": "Email, and a banner for 1 day",
  "3": "Email, and a banner for 3 days",
  "7": "Email, and a banner for 7 days",
  "14": "Email, and a banner for 14 days",
}
export const longestSubject = 120
export const longestBody = 5000

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

export const StopForm = z.object({ intent: z.literal("stop"), announcementId: z.string().min(1).max(64) })

/** What a banner has room for: the first paragraph, cut at a word. */
export function bannerText(body: string): string {
  const [first = ""] = body.split(/\n\s*\n/)
  const line = first.replace(/\s+/g, " ").trim()
  return line.length <= 240 ? line : `${line.slice(0, 240).replace(/\s+\S*$/, "")}…`
}
