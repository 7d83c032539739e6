import { z } from "zod"
import { type ShareProblem, shareProblems } from "~/texts/communication/refusals"
import { dayIfAny, textOrNull } from "~/utils/form-text"
import { pageIn } from "~/utils/page-number"
import { longestBody, longestSubject, messageViews } from "./messaging"

// What is written, and which list is asked for.

/** May be empty beside a file. */
const body = z.string().trim().max(longestBody, "Keep the message under 5,000 characters.").default("")

export const NewMessageForm = z.object({
  to: z.string({ error: "Choose recipients." }).min(1, "Choose recipients.").max(100),
  subject: z
    .string({ error: "Enter a subject." })
    .trim()
    .min(1, "Enter a subject.")
    .max(longestSubject, "Keep the subject under 150 characters."),
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

const problems = Object.keys(shareProblems) as ShareProblem[]

/** What the form begins with, such as what another app shared; anything unusable is left out, not refused. */
export const NewMessageQuery = z.object({
  to: z.string().max(200).catch(""),
  subject: z.string().max(longestSubject).catch(""),
  text: z.string().max(longestBody).catch(""),
  file: z.string().max(64).catch(""),
  name: z.string().max(500).catch(""),
  problem: z.enum(problems).optional().catch(undefined),
})
export type NewMessageQuery = z.output<typeof NewMessageQuery>

/** As much of a text as fits into an address beside the rest, with a sign where it's cut. */
function fitting(text: string, most: number): string {
  let room = most
  const kept: string[] = []
  for (const letter of text) {
    room -= encodeURIComponent(letter).length
    if (room < 0) return `${kept.join("").trimEnd()}…`
    kept.push(letter)
  }
  return text
}

/** One line of at most so many characters, with a sign where it's cut. */
function shortLine(text: string, most: number): string {
  const line = text.replace(/\s+/g, " ")
  return line.length <= most ? line : `${line.slice(0, most - 1).replace(/\p{Cs}$/u, "")}…`
}

/** Without control characters and halves of one. */
const sharedText = z
  .string()
  .transform((text) =>
    text
      .replace(/\r\n?/g, "\n")
      .replace(/[^\P{Cc}\n]|\p{Cs}/gu, " ")
      .trim(),
  )
  .catch("")

/** What another app shares beside a file: the subject and the text of a message, cut to what an address holds. */
export const SharedText = z
  .object({ title: sharedText, text: sharedText, url: sharedText })
  .transform(({ title, text, url }) => ({
    subject: fitting(shortLine(title, longestSubject), 1500),
    text: fitting([text, text.includes(url) ? "" : url].filter(Boolean).join("\n\n"), 4500),
  }))

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
  page: z.unknown().optional().transform(pageIn),
})
export type MessagesQuery = z.output<typeof MessagesQuery>
