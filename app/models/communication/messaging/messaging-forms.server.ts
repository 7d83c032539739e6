import { reportReasons } from "db/schema/choices"
import { z } from "zod"
import { dayIfAny, neededText, textOrNull } from "~/utils/form-text"
import { pageIn } from "~/utils/page-number"
import { longestBody, longestNote, longestSubject, messageViews } from "./messaging"

// What is written, and which list is asked for.

/** May be empty beside a file. */
const body = z
  .string()
  .trim()
  .max(longestBody, `Keep the message under ${longestBody.toLocaleString("en-US")} characters.`)
  .default("")

const subject = neededText(
  "Enter a subject.",
  longestSubject,
  `Keep the subject under ${longestSubject} characters.`,
)

export const NewMessageForm = z.object({
  to: z.string({ error: "Choose recipients." }).min(1, "Choose recipients.").max(100),
  subject,
  body,
  /** Whether those who agreed to texts get it as a text message, too. */
  byText: z
    .literal("on")
    .optional()
    .transform((on) => on === "on"),
  /** Of an announcement: whether everyone is asked to confirm that they have read it, and until when it stays on their home pages. */
  asksReceipt: z
    .literal("on")
    .optional()
    .transform((on) => on === "on"),
  pinnedUntil: dayIfAny,
  /** How many people were shown before sending: a class that grew in the meantime is shown again. */
  shown: z.coerce.number().int().min(0).catch(-1),
  /** Made with the form, so that one sent twice is kept once; a form without it is one of its own. */
  entryId: z.uuid().nullable().catch(null),
  /** A file that is stored already, because another app shared it. */
  sharedFile: textOrNull(64, "Keep the key under 64 characters."),
  sharedName: textOrNull(500, "Keep the name under 500 characters."),
})
export type NewMessageForm = z.output<typeof NewMessageForm>

export const ReplyForm = z.object({
  /** Made with the form, so that one sent twice is kept once. */
  entryId: z.uuid({ error: "Reload the page and try again." }),
  body,
})
export type ReplyForm = z.output<typeof ReplyForm>

/** A message that is changed: a follow-up has no subject of its own, and of a conversation no day on home pages. */
export const EditMessageForm = z.object({
  subject: subject.optional(),
  body,
  pinnedUntil: dayIfAny,
  removesFile: z
    .literal("on")
    .optional()
    .transform((on) => on === "on"),
})
export type EditMessageForm = z.output<typeof EditMessageForm>

/** When the words that are confirmed were last changed (UTC ms); 0 where they never were. */
export const ConfirmReadForm = z.object({ readUpTo: z.coerce.number().int().min(0).catch(0) })

export const ReportForm = z.object({
  reason: z.enum(reportReasons),
  note: z.string().trim().max(longestNote).default(""),
})
export type ReportForm = z.output<typeof ReportForm>

/** A report that is closed, with what the reporter is answered; empty without. */
export const CloseReportForm = z.object({ reportId: z.string().max(64), body })

/** What the list is narrowed to; anything unusable is left out, not refused. */
export const MessagesQuery = z.object({
  view: z.enum(messageViews).catch("all"),
  search: z.string().trim().max(100).optional().catch(undefined),
  page: z.unknown().optional().transform(pageIn),
})
export type MessagesQuery = z.output<typeof MessagesQuery>
