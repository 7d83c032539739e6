import { sentences } from "./event-sentences"

// The events of a school's activity and the facts each one stores. An event without its sentence does not
// compile. Safe in the browser.

type Sentences = typeof sentences
export type EventKey = keyof Sentences

/** What a sentence needs, and any more facts worth keeping. */
type WithMore<Facts> = Facts extends readonly unknown[] ? Facts : Facts & { [fact: string]: unknown }

type FactsOf<Sentence extends (...facts: never[]) => string> =
  Parameters<Sentence> extends []
    ? { before?: unknown; after?: unknown }
    : Parameters<Sentence> extends [infer After]
      ? { before?: unknown; after: WithMore<After> }
      : Parameters<Sentence> extends [infer After, infer Before]
        ? unknown extends After
          ? { before: WithMore<Before>; after?: unknown }
          : { before: WithMore<Before>; after: WithMore<After> }
        : never

/** One event as it is written: the record it happened to, and the facts its sentence needs. */
export type AuditEvent = {
  [Key in EventKey]: Key extends `${infer Noun}.${infer Verb}`
    ? { noun: Noun; verb: Verb; nounId: string } & FactsOf<Sentences[Key]>
    : never
}[EventKey]

export type EventNoun = AuditEvent["noun"]
export type VerbOf<Noun extends EventNoun> = Extract<AuditEvent, { noun: Noun }>["verb"]

/** What our staff does to a school's subscription. */
export type StaffVerb = Extract<
  VerbOf<"subscription">,
  | "extend"
  | "suspend-by-staff"
  | "restore"
  | "check-with-provider"
  | "refund"
  | "end-by-staff"
  | "give-credit"
  | "take-back-credit"
>

/** What can happen to a student's spot on a class's waiting list. */
export type WaitingVerb = Exclude<
  VerbOf<"class">,
  | "add"
  | "add-co-teacher"
  | "add-prerequisite"
  | "remove-prerequisite"
  | "change"
  | "drop-course"
  | "end"
  | "end-co-teacher"
  | "remove"
  | "restore"
  | "roll-over"
  | "tell-end"
  | "undo-change"
  | "undo-end"
  | "undo-roll-over"
  | "set-price"
  | "set-tax"
>

/** The labels of record types in the activity filter. */
export const nounLabels: Record<EventNoun, string> = {
  "calendar-feed": "Calendar feeds",
  charge: "Charges",
  class: "Classes",
  closure: "Closures",
  conversation: "Messages",
  "custom-field": "Custom fields",
  "deleted-record": "Recently deleted",
  discount: "Discounts",
  enrollment: "Enrollments",
  expense: "Expenses",
  family: "Families",
  guardian: "Guardians",
  hire: "Instrument rental",
  import: "Imports",
  inquiry: "Inquiries",
  instrument: "Instruments",
  invoice: "Invoices",
  level: "Levels",
  material: "Materials",
  occasion: "Events",
  "credit-note": "Credit notes",
  "make-up-credit": "Make-up credits",
  member: "Members",
  outcome: "Attendance rules",
  "own-status": "Attendance statuses",
  package: "Packages",
  "package-offer": "Package prices",
  payment: "Payments",
  "payment-order": "Online payments",
  resource: "Resources",
  room: "Rooms",
  schedule: "Weekly times",
  "saved-filter": "Saved filters",
  school: "School",
  seat: "Spots in lessons",
  session: "Lessons",
  skill: "Skills",
  skills: "Skill lists",
  staff: "Office invitations",
  student: "Students",
  subscription: "Subscription",
  "subscription-attempt": "Subscription payments",
  task: "Background work",
  "tax-rate": "Taxes",
  teacher: "Teachers",
  term: "Terms",
  "time-off": "Time off",
}

export const labelOfNoun = (noun: string): string => (isNoun(noun) ? nounLabels[noun] : "Other")
const isNoun = (noun: string): noun is EventNoun => Object.hasOwn(nounLabels, noun)

type Stored = { verb: string; noun: string; before: unknown; after: unknown }

/** How an event reads to platform staff: what was done, without names, dates or reasons. */
export const sentenceWithoutNames = ({ noun, verb }: Pick<Stored, "noun" | "verb">): string =>
  sentenceOf({ noun, verb, before: {}, after: {} })

/** How a stored event reads after a name: "enrolled Tomás Singh, starting Aug 10, 2026". */
export function sentenceOf({ verb, noun, before, after }: Stored): string {
  const key = `${noun}.${verb}`
  if (!Object.hasOwn(sentences, key)) return "made a change this version doesn’t recognize"
  // The rows were written through AuditEvent, so each sentence gets the facts that its event keeps.
  const sentence = sentences[key as EventKey] as (after: unknown, before: unknown) => string
  return sentence(after ?? {}, before ?? {})
}
