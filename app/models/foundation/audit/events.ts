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

/** The facts that an event's sentence needs; of one that is one of several, all that any of them needs. */
export type EventFacts<Key extends EventKey> = (
  Key extends EventKey
    ? (facts: FactsOf<Sentences[Key]>) => void
    : never
) extends (facts: infer All) => void
  ? All
  : never

/** The same as an argument, with the name of who did it; left out where nothing is needed. */
export type GivenFacts<Key extends EventKey> =
  object extends EventFacts<Key>
    ? [facts?: EventFacts<Key> & { by?: string }]
    : [facts: EventFacts<Key> & { by?: string }]

export type VerbOf<Noun extends string> =
  Extract<EventKey, `${Noun}.${string}`> extends `${Noun}.${infer Verb}` ? Verb : never

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
