import type { textStates } from "db/schema/choices"
import type { TextFailure } from "~/providers/text-messages/text-provider"
import { currentFormats, formatNumber } from "~/utils/formats"
import { withSymbol } from "~/utils/money"
import type { Topic } from "../notification-preferences/topics"

// Text messages to phones: which kinds there are, what a text costs in segments, and the words a person agrees to. Safe in the
// browser.

/** The topics that are texted. "code" and "test" wait for a person in front of a screen and need no choice. */
export type AnyTextTopic = TextTopic | "code" | "test"
export type TextTopic = Extract<Topic, "changes" | "lessons" | "invoices" | "messages">

export type TextState = (typeof textStates)[number]

/** Why a text waits, wasn't sent or didn't arrive. */
export type TextReason = TextFailure | "no-account" | "no-consent" | "limit" | "old" | "quiet"

/** The letters that one seventh-bit character holds (GSM 03.38); those of the second line take two. */
const gsm = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
)
const gsmTwice = new Set("\f^{}\\[~]|€")

/** How a text is billed: the characters of its alphabet, and the segments they fill. */
export function segmentsOf(text: string): { alphabet: "GSM-7" | "UCS-2"; units: number; segments: number } {
  const letters = [...text]
  if (letters.every((letter) => gsm.has(letter) || gsmTwice.has(letter))) {
    const sizes = letters.map((letter) => (gsmTwice.has(letter) ? 2 : 1))
    const units = sizes.reduce((sum, size) => sum + size, 0)
    return { alphabet: "GSM-7", units, segments: units <= 160 ? 1 : filled(sizes, 153) }
  }
  const sizes = letters.map((letter) => letter.length)
  return { alphabet: "UCS-2", units: text.length, segments: text.length <= 70 ? 1 : filled(sizes, 67) }
}

/** A character of two units is never cut in two. */
function filled(sizes: readonly number[], most: number): number {
  let segments = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > most) {
      segments += 1
      used = 0
    }
    used += size
  }
  return segments
}

const plainer: [RegExp, string][] = [
  [/\r\n?/g, "\n"],
  [/[’‘‛′]/g, "'"],
  [/[“”„″]/g, '"'],
  [/[–—−‑]/g, "-"],
  [/…/g, "..."],
  [/[\u00a0\u202f\u2009\u2007]/g, " "],
  [/[•·]/g, "-"],
]

/** The same text with plain signs in place of typographic ones: one of those makes a text cost twice as much. */
export const withPlainSigns = (text: string): string =>
  plainer.reduce((plain, [sign, instead]) => plain.replace(sign, instead), text.normalize("NFC"))

const mostSegments = 3
const fits = (text: string) => segmentsOf(text).segments <= mostSegments

/** A text as it leaves: plain signs, whose it is first, and cut at a word where it would fill more than three segments. */
export function textFrom(schoolName: string, body: string): string {
  const whole = withPlainSigns([schoolName, body].join(": ")).trim()
  if (fits(whole)) return whole
  const letters = [...whole]
  let most = 0
  for (let step = 256; step >= 1; step /= 2)
    if (fits(`${letters.slice(0, most + step).join("")}...`)) most += step
  const cut = letters.slice(0, most).join("")
  const word = cut.lastIndexOf(" ")
  return `${cut.slice(0, word > cut.length / 2 ? word : undefined).trimEnd()}...`
}

/** "$0.0083" of an amount in millionths of a currency's unit: a segment costs less than a cent. */
export function microsText(micros: number, currency: string): string {
  const amount = micros / 1_000_000
  return withSymbol(formatNumber(amount, currentFormats(), amount > 0 && amount < 1 ? 4 : 2), currency)
}

/** What Twilio answers by itself, by law; the first word of a reply. */
const stopWords = new Set(["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT"])
const startWords = new Set(["START", "YES", "UNSTOP"])
const helpWords = new Set(["HELP", "INFO"])

export function keywordOf(body: string): "stop" | "start" | "help" | null {
  const word = body
    .trim()
    .replace(/[.!]+$/, "")
    .toUpperCase()
  if (stopWords.has(word)) return "stop"
  if (startWords.has(word)) return "start"
  return helpWords.has(word) ? "help" : null
}
