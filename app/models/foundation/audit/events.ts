import type { EventKey, sentences } from "~/texts/foundation/activity"

// The events of a school's activity and the facts each one stores. An event without its sentence does not
// compile. Safe in the browser.

type Sentences = typeof sentences

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
