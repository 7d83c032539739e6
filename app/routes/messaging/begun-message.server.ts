import { z } from "zod"
import { longestBody, longestSubject } from "~/models/communication/messaging/messaging"
import { type ShareProblem, shareProblems } from "~/texts/communication/refusals"

// What a new message begins with, from a link or from what another app shares.

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
