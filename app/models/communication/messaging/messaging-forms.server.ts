import { z } from "zod"
import { textOrNull } from "~/utils/form-text"
import { longestBody, longestSubject, messageViews } from "./messaging"

// What is written, and which list is asked for.

const body = z
  .string({ error: "Enter a message." })
  .trim()
  .min(1, "Enter a message.")
  .max(longestBody, "Keep the message under 5,000 characters.")

export const NewMessageForm = z.object({
  to: z.string({ error: "Choose recipients." }).min(1, "Choose recipients.").max(100),
  subject: z
    .string({ error: "Enter a subject." })
    .trim()
    .min(1, "Enter a subject.")
    .max(longestSubject, "Keep the subject under 150 characters."),
  body,
  /** How many people were shown before sending: a class that grew in the meantime is shown again. */
  shown: z.coerce.number().int().min(0).catch(-1),
  key: textOrNull(64, "Keep the key under 64 characters."),
})
export type NewMessageForm = z.output<typeof NewMessageForm>

export const ReplyForm = z.object({
  /** Made with the form, so that one sent twice is kept once. */
  entryId: z.uuid({ error: "Reload the page and try again." }),
  body,
})
export type ReplyForm = z.output<typeof ReplyForm>

/** What the list is narrowed to; anything unusable is left out, not refused. */
export const MessagesQuery = z.object({
  view: z.enum(messageViews).catch("all"),
  search: z.string().trim().max(100).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
})
export type MessagesQuery = z.output<typeof MessagesQuery>
