import type { MailData, MailTemplate } from "./outbox"

// A school's own words for a letter: its subject and opening text, with merge fields in braces. What the letter says of facts follows as
// ever. What goes to an address that is proven only by it, as the confirmation of a request does, has fixed words: any could be sent to
// strangers with it. Pure, so that the browser can preview what the server sends.

type Keys<Template extends MailTemplate> = { [Each in Template]: keyof MailData[Each] }[Template]

/** Where a merge field's text stands in a letter's data: the first of these that it has. Those without any are made of several. */
const sources = {
  recipient: ["recipientName", "guardianName"],
  school: ["schoolName"],
  lessons: [],
  when: [],
  lesson: ["lesson"],
  students: [],
  credits: [],
  due: [],
  dueDate: [],
  reason: ["reason", "text"],
  day: ["day"],
  time: ["time"],
  minutes: ["minutes"],
  teacher: ["teacherName"],
  room: ["roomName"],
  class: ["className"],
  times: ["times"],
  until: ["until"],
  lastDay: ["lastDay"],
  lastLesson: ["lastLesson"],
  term: ["termName"],
  starts: ["startsOn"],
  answerBy: ["answerBy"],
  event: ["title"],
  where: ["where"],
  number: ["number", "numbers"],
  invoice: ["invoiceNumber"],
  total: ["total"],
  share: ["share"],
  balance: ["open"],
  amount: ["amount"],
  method: ["method"],
  date: ["receivedOn", "refundedOn", "workedOn"],
  reference: ["reference"],
  account: ["account"],
  chargeDate: ["chargeOn"],
  nextTry: ["nextTryOn"],
  expires: ["expires"],
  price: ["price"],
  invitedBy: ["invitedBy"],
  student: ["studentName"],
  purpose: ["purpose"],
  instrument: ["instrument"],
  title: ["title"],
  author: ["authorName"],
  subject: ["subject"],
  with: ["with"],
  away: ["away"],
  period: ["period"],
  days: ["days"],
  answer: ["answer", "reason"],
  work: ["description"],
} as const satisfies Record<string, readonly Keys<MailTemplate>[]>
export type LetterField = keyof typeof sources

/** A letter's template, its fields beside those that all have, and which values of its data it is about; undefined counts as false. */
const kind = <Template extends MailTemplate>(
  template: Template | readonly Template[],
  fields: readonly LetterField[],
  only: {
    [Key in Keys<Template>]?: readonly (MailData[Template][Key & keyof MailData[Template]] | false)[]
  } = {},
) => ({
  templates: [template].flat() as MailTemplate[],
  fields,
  only: Object.entries(only) as [string, readonly unknown[]][],
})

const ofLessons = ["lessons", "when", "lesson"] as const
const ofChange = [...ofLessons, "reason"] as const
const ofReminder = ["lessons", "day", "when", "lesson"] as const
const ofCharge = ["number", "amount", "account"] as const
const ofTrial = ["student", "day", "time", "teacher", "room"] as const
/** A letter about changes of several kinds, also lessons that are canceled, says the standard. */
const moved = ["moved", "taught", "placed", "taught-and-placed"] as const
const family = [false]
const teacher = [true]

/** The letters that a school can word, as its list shows them. The first that fits an email is its letter. */
const groups = {
  lessons: {
    "lesson-moved": kind("session-changed", ofChange, { forTeacher: family, change: moved }),
    "lesson-canceled": kind("session-changed", ofChange, { forTeacher: family, change: ["cancelled"] }),
    "lesson-restored": kind("session-changed", ofChange, { forTeacher: family, change: ["restored"] }),
    "lesson-added": kind("session-changed", ofChange, { forTeacher: family, change: ["added"] }),
    "make-up-booked": kind("session-changed", ofChange, { forTeacher: family, change: ["booked"] }),
    "guest-booked": kind("session-changed", ofChange, { forTeacher: family, change: ["guest"] }),
    "lesson-reminder": kind("lessons-tomorrow", ofReminder, { forTeacher: family, isAhead: [false] }),
    "lesson-reminder-ahead": kind("lessons-tomorrow", ofReminder, { forTeacher: family, isAhead: [true] }),
    "running-late": kind("running-late", ["teacher", "minutes", "lesson", "time"]),
    "lessons-arranged": kind("lessons-arranged", ["teacher", "away", ...ofLessons], {
      audience: ["family"],
      isUndone: [false],
    }),
    "absence-reported": kind("family-confirmation", ["student", ...ofLessons], { what: ["absence"] }),
    "absence-withdrawn": kind("family-confirmation", ["student", ...ofLessons], { what: ["withdrawn"] }),
    "own-make-up": kind("family-confirmation", ["student", ...ofLessons], { what: ["booked"] }),
    "own-lesson": kind("family-confirmation", ["student", ...ofLessons], { what: ["open-time"] }),
    "own-lesson-canceled": kind("family-confirmation", ["student", ...ofLessons], {
      what: ["open-time-canceled"],
    }),
    "lesson-notes": kind("lesson-notes", ["students"]),
    "credits-expiring": kind("credits-expiring", ["credits"]),
    birthday: kind("birthday", ["student"], { forTeacher: family }),
    "freed-time": kind("freed-time", ["student", "when", "lesson", "until"]),
    "swap-asked": kind("lesson-swap", ofLessons, { forTeacher: family, what: ["asked"] }),
    "swap-declined": kind("lesson-swap", ofLessons, { forTeacher: family, what: ["declined"] }),
    "swap-refused": kind("lesson-swap", ofLessons, { forTeacher: family, what: ["refused"] }),
    "swap-ended": kind("lesson-swap", ofLessons, { forTeacher: family, what: ["ended"] }),
    "swap-done": kind("lesson-swap", ofLessons, { forTeacher: family, what: ["done"] }),
    "swap-undone": kind("lesson-swap", ofLessons, { forTeacher: family, what: ["undone"] }),
  },
  classes: {
    "class-changed": kind("class-changed", [], { forTeacher: family }),
    "class-ended": kind("class-ended", ["students", "class", "lastDay", "lastLesson", "reason"], {
      part: [null],
      isUndone: [false],
      isPast: [false],
    }),
    "class-continues": kind("class-ended", ["students", "class", "lastDay"], {
      part: [null],
      isUndone: [true],
    }),
    "place-offered": kind("place-offered", ["student", "class", "times", "until"], { from: [null] }),
    "next-term": kind("next-term", ["term", "starts", "answerBy"], { isReminder: [false] }),
    "next-term-reminder": kind("next-term", ["term", "starts", "answerBy"], { isReminder: [true] }),
    "event-invited": kind("occasion", ["event", "students", "when", "where"], {
      forTeacher: family,
      what: ["invited"],
    }),
    "event-changed": kind("occasion", ["event", "students", "when", "where"], {
      forTeacher: family,
      what: ["changed"],
    }),
    "event-canceled": kind("occasion", ["event", "students", "when", "where"], {
      forTeacher: family,
      what: ["canceled"],
    }),
    "event-removed": kind("occasion", ["event", "students", "when", "where"], {
      forTeacher: family,
      what: ["removed"],
    }),
    "event-results": kind("occasion", ["event"], { what: ["results"] }),
  },
  money: {
    invoice: kind("invoice-issued", ["number", "total", "share", "due", "dueDate"]),
    "invoice-voided": kind("invoice-voided", ["number", "total", "reason"]),
    "credit-note": kind("credit-note-issued", ["number", "total", "invoice"]),
    receipt: kind("payment-receipt", ["amount", "number", "method", "date", "reference"]),
    "receipt-corrected": kind("payment-reversed", ["amount", "date", "reason"], { isVoucher: [false] }),
    refund: kind("refund-given", ["amount", "method", "date", "reason"]),
    "payment-plan": kind("payment-plan", ["number", "balance"], { act: ["agreed"] }),
    "payment-plan-changed": kind("payment-plan", ["number", "balance", "reason"], { act: ["changed"] }),
    "payment-plan-ended": kind("payment-plan", ["number", "balance", "reason"], { act: ["ended"] }),
    "plan-declined": kind("plan-declined", ["number", "balance", "dueDate", "reason"]),
    "payment-declined": kind("payment-declined", ["amount"]),
    "auto-pay-started": kind("auto-pay-started", ["account"]),
    "auto-pay-ended": kind("auto-pay-ended", ["account"]),
    "auto-pay-expiring": kind("auto-pay-expiring", ["account", "expires"]),
    "charge-announced": kind("auto-charge-announced", [...ofCharge, "chargeDate"]),
    "charge-declined": kind("auto-charge-declined", [...ofCharge, "reason", "nextTry"]),
    "charge-confirm": kind("auto-charge-confirm", ofCharge),
    "charge-failed": kind("auto-charge-failed", [...ofCharge, "reason"]),
  },
  people: {
    invitation: kind(["guardian-invitation", "student-invitation"], ["students", "invitedBy"]),
    request: kind("inquiry-receipt", ["student", "purpose", "instrument"]),
    "trial-booked": kind("trial-booked", [...ofTrial, "instrument", "price"]),
    "trial-changed": kind("trial-changed", ofTrial, { isCanceled: [false] }),
    "trial-canceled": kind("trial-changed", ["student", "day", "time", "reason"], { isCanceled: [true] }),
    consent: kind("consent-reminder", ["title", "students"]),
    message: kind("new-message", ["author", "subject"], { isReminder: [false] }),
    "message-reminder": kind("new-message", ["author", "subject"], { isReminder: [true] }),
    daily: kind("digest", []),
  },
  teachers: {
    "teacher-invitation": kind("teacher-invitation", ["invitedBy"]),
    "teacher-reminder": kind("lessons-tomorrow", ofReminder, { forTeacher: teacher, isAhead: [false] }),
    "teacher-reminder-ahead": kind("lessons-tomorrow", ofReminder, { forTeacher: teacher, isAhead: [true] }),
    "teacher-moved": kind("session-changed", ofChange, { forTeacher: teacher, change: moved }),
    "teacher-canceled": kind("session-changed", ofChange, { forTeacher: teacher, change: ["cancelled"] }),
    "teacher-substitute": kind("lessons-arranged", ["teacher", ...ofLessons], {
      audience: ["substitute"],
      isUndone: [false],
    }),
    "co-teaching": kind("co-teaching", ["class", "with", "starts"]),
    "absence-noticed": kind("absence-noticed", ["student", "class", "when", "reason"], { comes: [false] }),
    "absence-over": kind("absence-noticed", ["student", "class", "when", "reason"], { comes: [true] }),
    "attendance-missing": kind("attendance-missing", ofReminder),
    "teacher-birthday": kind("birthday", ["student"], { forTeacher: teacher }),
    "time-off-approved": kind("time-off-answered", ["days", "answer"], {
      isApproved: [true],
      isRemoved: [false],
      isChanged: [false],
    }),
    "time-off-declined": kind("time-off-answered", ["days", "answer"], {
      isApproved: [false],
      isRemoved: [false],
      isChanged: [false],
    }),
    "work-confirmed": kind("work-answered", ["work", "date", "amount"], { isConfirmed: [true] }),
    "work-declined": kind("work-answered", ["work", "date", "amount", "answer"], { isConfirmed: [false] }),
    payslip: kind("payslip", ["period", "total"]),
  },
}

export type LetterGroup = keyof typeof groups
export type WordedLetter = { [Group in LetterGroup]: keyof (typeof groups)[Group] }[LetterGroup]

const kinds: Record<WordedLetter, ReturnType<typeof kind>> = {
  ...groups.lessons,
  ...groups.classes,
  ...groups.money,
  ...groups.people,
  ...groups.teachers,
}
export const wordedLetters = Object.keys(kinds) as WordedLetter[]
/** The letters of each group, in their order. */
export const letterGroups = Object.entries(groups).map(([group, letters]) => ({
  group: group as LetterGroup,
  letters: Object.keys(letters) as WordedLetter[],
}))

export const letterFields = (letter: WordedLetter): readonly LetterField[] => [
  ...(["recipient", "school"] as const),
  ...kinds[letter].fields,
]

export const isWorded = (text: string): text is WordedLetter => Object.hasOwn(kinds, text)

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

/** A school's own words for a letter, with merge fields in braces. */
export type Words = { subject: string; body: string }

/** The words as they are in one email. */
export type Wording = { subject: string; opening: string[] }

/** The words with these values in place of their merge fields. */
export const wordingOf = ({ subject, body }: Words, values: Readonly<Record<string, string>>): Wording => ({
  subject: merged(subject, values),
  opening: paragraphsOf(merged(body, values)),
})

/** A letter's paragraphs with the school's own opening in place of the first. */
export const openedBy = (wording: Wording | undefined, paragraphs: readonly string[]): string[] =>
  wording && wording.opening.length > 0 ? [...wording.opening, ...paragraphs.slice(1)] : [...paragraphs]

/** Lesson notes with practice alone: words for what was written would be followed by none. */
const isPracticeAlone = (template: MailTemplate, data: object) =>
  template === "lesson-notes" &&
  "students" in data &&
  (data as MailData["lesson-notes"]).students.every(
    ({ lessons, reports }) => lessons.length + reports.length === 0,
  )

/** Which letter an email is, where a school can word it. */
export const letterOf = (template: MailTemplate, data: object): WordedLetter | undefined =>
  wordedLetters.find(
    (letter) =>
      !isPracticeAlone(template, data) &&
      kinds[letter].templates.includes(template) &&
      kinds[letter].only.every(([key, values]) => {
        const value = (data as Record<string, unknown>)[key]
        return (
          values.includes(value) || (value === undefined && (values.includes(false) || values.includes(null)))
        )
      }),
  )

type Facts = {
  lessons?: [string, string][]
  lesson?: string | [string, string]
  when?: string
  others?: unknown[]
  students?: (string | { studentName: string })[]
  studentNames?: string[]
  whose?: string[]
  credits?: unknown[]
  installments?: unknown[]
  howToPay?: object
} & { [Key in "credit" | "share" | "open" | "total" | "dueOn"]?: string | null }

/** What this reader of an invoice is to pay and when; empty where that is no single amount or day, or nothing is left to pay. */
function dueIn({ credit, howToPay, installments = [], share, open, total, dueOn }: Facts) {
  if ((credit && !howToPay) || installments.length > 1) return { due: "", dueDate: "" }
  // Of a share that credit is taken off the invoice alone has the amount.
  return { due: credit && share ? "" : (credit && open) || share || total, dueDate: dueOn }
}

/** Without these a text would say something untrue, so that its reader gets the standard. */
const needed: readonly LetterField[] = ["due", "dueDate", "account"]

/** Whether words can't be said to a reader: those that name an amount, a day or a card that their email hasn't. */
export const cantSay = (
  letter: WordedLetter,
  words: string,
  values: Readonly<Record<string, string>>,
): boolean =>
  needed.some((name) => letterFields(letter).includes(name) && words.includes(`{${name}}`) && !values[name])

/** What the fields of a letter stand for in an email with this data; empty where it has none. */
export function valuesIn(
  letter: WordedLetter,
  data: object,
  textOf: {
    count: (n: number, noun: string) => string
    /** The first of several, with how many others there are. */
    first: (one: string, others: number) => string
    names: (names: readonly string[]) => string
  },
): Record<string, string> {
  const facts = data as Facts
  const [first, ...others] = facts.lessons ?? (Array.isArray(facts.lesson) ? [facts.lesson] : [])
  const when = first?.[0] ?? facts.when
  const ofKeys = (keys: readonly string[]) =>
    keys
      .map((key) => (data as Record<string, unknown>)[key])
      .find((value) => (typeof value === "string" && value !== "") || typeof value === "number")
  // Who asks for lessons isn't the student; an invitation of their own is to who it names.
  const invited = { invitation: "studentName", "teacher-invitation": "teacherName" }[letter as string]
  const students = facts.studentNames ?? facts.whose ?? facts.students ?? []
  const made: Partial<Record<LetterField, unknown>> = {
    ...dueIn(facts),
    lessons: facts.lessons && textOf.count(facts.lessons.length, "lesson"),
    credits: facts.credits && textOf.count(facts.credits.length, "make-up credit"),
    students: textOf.names(students.map((each) => (typeof each === "string" ? each : each.studentName))),
    when: when && textOf.first(when, facts.others?.length ?? others.length),
    lesson: first?.[1],
  }
  const textOfField = (field: LetterField) => ofKeys(sources[field]) ?? made[field]
  return Object.fromEntries(
    letterFields(letter).map((field) => [
      field,
      String(textOfField(field) ?? (field === "recipient" && invited ? ofKeys([invited]) : undefined) ?? ""),
    ]),
  )
}
