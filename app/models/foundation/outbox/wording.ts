import type { MailData, MailTemplate } from "./outbox"

// A school's own words for a letter: its subject and opening text, with merge fields in braces. What the letter says of facts follows as
// ever. Pure, so that the browser can preview what the server sends.

/** The letters that a school can word. */
export const wordedLetters = [
  "lesson-moved",
  "lesson-canceled",
  "lesson-reminder",
  "invoice",
  "receipt",
  "invitation",
  "request",
  "consent",
] as const
export type WordedLetter = (typeof wordedLetters)[number]

/** The fields of each, beside those that all have. */
const fieldsOf = {
  "lesson-moved": ["lessons", "when", "lesson", "reason"],
  "lesson-canceled": ["lessons", "when", "lesson", "reason"],
  "lesson-reminder": ["lessons", "day", "when", "lesson"],
  invoice: ["number", "total", "share", "due", "dueDate"],
  receipt: ["amount", "number", "method", "date", "reference"],
  invitation: ["students", "invitedBy"],
  request: ["student", "purpose", "instrument"],
  consent: ["title", "students"],
} as const satisfies Record<WordedLetter, readonly string[]>

const ofAll = ["recipient", "school"] as const
export type LetterField = (typeof ofAll)[number] | (typeof fieldsOf)[WordedLetter][number]

export const letterFields = (letter: WordedLetter): readonly LetterField[] => [...ofAll, ...fieldsOf[letter]]

export const isWorded = (text: string): text is WordedLetter => wordedLetters.some((each) => each === text)

const inBraces = /\{([^{}]*)\}/g

/** What is in braces and isn't one of these fields. */
export const unknownIn = (text: string, fields: readonly string[]): string[] =>
  [...text.matchAll(inBraces)].map(([, name = ""]) => name).filter((name) => !fields.includes(name))

/**
 * The text with its merge fields filled in; what is put in is never read again. A field that is empty for this reader leaves no hole:
 * what only joined it to its neighbors goes with it, and a line that held nothing else.
 */
export function merged(text: string, values: Readonly<Record<string, string>>): string {
  const isEmpty = (name: string) => Object.hasOwn(values, name) && values[name]?.trim() === ""
  return text
    .split("\n")
    .flatMap((line) => {
      const names = [...line.matchAll(inBraces)].map(([, name = ""]) => name)
      const bare = line.replace(inBraces, (whole, name: string) => (isEmpty(name) ? "" : whole))
      if (names.some(isEmpty) && !/[\p{L}\p{N}]/u.test(bare)) return []
      return (names.some(isEmpty) ? tidied(bare) : bare).replace(inBraces, (whole, name: string) =>
        Object.hasOwn(values, name) ? (values[name] ?? "") : whole,
      )
    })
    .join("\n")
}

/** What an empty field leaves behind: doubled spaces, empty brackets and quotes, a comma before a period. */
const tidied = (line: string): string =>
  line
    .replace(/\(\s*\)|\[\s*\]|“\s*”|"\s*"/g, "")
    .replace(/[,;:]\s*(?=[,;:.!?])/g, "")
    .replace(/\s+([,;:.!?])/g, "$1")
    .replace(/[ \t]{2,}/g, " ")
    .replace(/[\s,;:–-]+$/g, "")
    .replace(/^[\s,;:.!?–-]+/g, "")

/** A letter's paragraphs from a text: a blank line begins another. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "")

/** A school's own words in a letter. */
export type Wording = { subject: string; opening: string[] }

/** A letter about changes of several kinds, also lessons that are canceled, says the standard. */
const movedAs: ReadonlySet<string> = new Set<MailData["session-changed"]["change"]>([
  "moved",
  "taught",
  "placed",
  "taught-and-placed",
])

/** Which letter an email is, where a school can word it: those to families. */
export function letterOf(template: MailTemplate, data: object): WordedLetter | undefined {
  const { forTeacher, change } = data as { forTeacher?: boolean; change?: string }
  if (forTeacher) return undefined
  if (template === "session-changed") {
    if (change === "cancelled") return "lesson-canceled"
    return change !== undefined && movedAs.has(change) ? "lesson-moved" : undefined
  }
  return letterOfTemplate[template]
}

const letterOfTemplate: Partial<Record<MailTemplate, WordedLetter>> = {
  "lessons-tomorrow": "lesson-reminder",
  "invoice-issued": "invoice",
  "payment-receipt": "receipt",
  "guardian-invitation": "invitation",
  "student-invitation": "invitation",
  "inquiry-receipt": "request",
  "consent-reminder": "consent",
}

/** Whether a school can word some emails of a template. */
export const mayBeWorded = (template: MailTemplate): boolean =>
  template === "session-changed" || letterOfTemplate[template] !== undefined

type Facts = Partial<
  Record<
    | "recipientName"
    | "guardianName"
    | "studentName"
    | "schoolName"
    | "day"
    | "reason"
    | "number"
    | "total"
    | "share"
    | "open"
    | "dueOn"
    | "amount"
    | "method"
    | "receivedOn"
    | "reference"
    | "invitedBy"
    | "purpose"
    | "instrument"
    | "title",
    string | null
  > & {
    lessons: [string, string][]
    studentNames: string[]
    whose: string[]
    credit: string | null
    installments: [string, string][]
    howToPay: object
  }
>

/** What this reader of an invoice is to pay and when; empty where that is no single amount or day, or nothing is left to pay. */
function dueIn({ credit, howToPay, installments = [], share, open, total, dueOn }: Facts) {
  if ((credit && !howToPay) || installments.length > 1) return { due: "", dueDate: "" }
  // Of a share that credit is taken off the invoice alone has the amount.
  return { due: credit && share ? "" : (credit && open) || share || total, dueDate: dueOn }
}

/** Whether words can't be said to a reader: those of an invoice that name an amount or day that it hasn't for them. */
export const cantSay = (
  letter: WordedLetter,
  words: string,
  values: Readonly<Record<string, string>>,
): boolean =>
  letter === "invoice" && ["due", "dueDate"].some((name) => words.includes(`{${name}}`) && !values[name])

/** What the fields of a letter stand for in an email with this data; empty where it has none. */
export function valuesIn(
  letter: WordedLetter,
  data: object,
  textOf: {
    lessons: (n: number) => string
    /** The first of several, with how many others there are. */
    first: (one: string, others: number) => string
    names: (names: readonly string[]) => string
  },
): Record<string, string> {
  const facts = data as Facts
  const [first, ...others] = facts.lessons ?? []
  const { due, dueDate } = dueIn(facts)
  // Who asks for lessons isn't the student; a student's own invitation is to them.
  const asStudent = letter === "invitation" ? facts.studentName : undefined
  const all: Record<LetterField, string | null | undefined> = {
    recipient: facts.recipientName ?? facts.guardianName ?? asStudent,
    school: facts.schoolName,
    lessons: facts.lessons && textOf.lessons(facts.lessons.length),
    when: first && textOf.first(first[0], others.length),
    lesson: first?.[1],
    reason: facts.reason,
    day: facts.day,
    number: facts.number,
    total: facts.total,
    share: facts.share,
    due,
    dueDate,
    amount: facts.amount,
    method: facts.method,
    date: facts.receivedOn,
    reference: facts.reference,
    students: textOf.names(facts.studentNames ?? facts.whose ?? []),
    invitedBy: facts.invitedBy,
    student: facts.studentName,
    purpose: facts.purpose,
    instrument: facts.instrument,
    title: facts.title,
  }
  return Object.fromEntries(letterFields(letter).map((field) => [field, all[field] ?? ""]))
}
