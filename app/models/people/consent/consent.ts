import { consentAsks, consentKinds, consentOf } from "db/schema/choices"

// What a school asks its families to agree to, and whether they have. Safe in the browser.

export { consentAsks, consentKinds, consentOf }
export type ConsentKind = (typeof consentKinds)[number]
export type ConsentPer = (typeof consentOf)[number]
type ConsentAsk = (typeof consentAsks)[number]

export const mostDocuments = 20
export const longestTitle = 80
export const longestBody = 12_000

export const kindLabels: Record<ConsentKind, string> = {
  policy: "Studio policy",
  photo: "Photos and videos",
  data: "Data protection",
  medical: "Medical care",
  other: "Other",
}

export const perLabels: Record<ConsentPer, string> = {
  adult: "Each guardian, for themselves",
  student: "A guardian, for each student",
}

export const askLabels: Record<ConsentAsk, string> = {
  no: "Not on the form",
  ask: "Asked, may be left blank",
  must: "Must be agreed to",
}

/** `waiting`: asked and not answered, or only as the document was before it was asked again. `none`: no one asks. */
export type ConsentState = "agreed" | "declined" | "waiting" | "none"

export const stateLabels: Record<ConsentState, string> = {
  agreed: "Agreed",
  declined: "Not agreed",
  waiting: "Not answered yet",
  none: "Not asked",
}

export type ConsentAnswer = {
  id: string
  isAgreed: boolean
  number: number
  name: string
  createdAt: number
  address: string | null
  /** When it was signed on paper, which the office entered. */
  signedOn: string | null
}

/** A student below this age logs in only with a guardian's yes to what the school asks for that. */
export const loginConsentAge = 13

/**
 * Where an answer leaves someone whom a document asks.
 * @param asked the number of the version that asked last; 0 when none has
 */
export function stateOf(
  answer: Pick<ConsentAnswer, "isAgreed" | "number"> | undefined,
  asked: number,
): ConsentState {
  if (!answer) return asked > 0 ? "waiting" : "none"
  if (answer.number < asked) return "waiting"
  return answer.isAgreed ? "agreed" : "declined"
}

/** A text of one line is its own label on a form; a longer one is read on a page of its own. */
export const isOneLine = (body: string): boolean => body.length <= 200 && !body.includes("\n")

type TextLine = { at: number; text: string }
export type TextBlock =
  | { kind: "heading"; at: number; text: string }
  | { kind: "text"; at: number; text: string }
  | { kind: "list"; at: number; items: TextLine[] }

/** A plain text as it is shown: lines that begin with # are headings, those with - lists. `at` is the number of its line. */
export function textBlocks(body: string): TextBlock[] {
  const blocks: TextBlock[] = []
  for (const [at, line] of body.split("\n").entries()) {
    const text = line.trim()
    const last = blocks.at(-1)
    if (text === "") continue
    if (/^#+\s/.test(text)) blocks.push({ kind: "heading", at, text: text.replace(/^#+\s+/, "") })
    else if (!/^[-*]\s/.test(text)) blocks.push({ kind: "text", at, text })
    else if (last?.kind === "list") last.items.push({ at, text: text.slice(2) })
    else blocks.push({ kind: "list", at, items: [{ at, text: text.slice(2) }] })
  }
  return blocks
}

/** What the form of the public page asks. A text of one line is its own label. */
export type AskedDocument = {
  id: string
  versionId: string
  title: string
  line: string | null
  isNeeded: boolean
}

/** Of the boxes that a form sent: the versions in force among them, and the documents it needs that are missing. */
export const readAgreed = (documents: readonly AskedDocument[], versions: readonly string[]) => ({
  versions: documents.flatMap(({ versionId }) => (versions.includes(versionId) ? [versionId] : [])),
  missing: documents.filter(({ isNeeded, versionId }) => isNeeded && !versions.includes(versionId)),
})

/** What the rules of the policies are headed with in a document. */
const rulesHeading = "# Lessons, absences and payments"

/** A document’s text with these rules: in place of those it had, else after its own text. */
export function withRules(body: string, rules: readonly string[]): string {
  const block = [rulesHeading, ...rules.map((rule) => `- ${rule}`)]
  const lines = body.split("\n").map((line) => line.trimEnd())
  const from = lines.indexOf(rulesHeading)
  if (from < 0) return [...(body.trim() ? [body.trimEnd(), ""] : []), ...block].join("\n")
  // What the school wrote below the list stays.
  const after = lines.findIndex((line, at) => at > from && line !== "" && !line.startsWith("- "))
  const rest = after < 0 ? [] : ["", ...lines.slice(after)]
  return [...lines.slice(0, from), ...block, ...rest].join("\n")
}

/** Whether a document has rules of the policies at all. */
export const hasRulesHeading = (body: string): boolean =>
  body.split("\n").some((line) => line.trimEnd() === rulesHeading)

/** Whether a document has just these rules. Empty lines between them don’t matter. */
export const hasRules = (body: string, rules: readonly string[]): boolean =>
  textOnly(withRules(body, rules)) === textOnly(body)

const textOnly = (body: string) =>
  body
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .join("\n")
