import { AsyncLocalStorage } from "node:async_hooks"
import type { GoneForm } from "./gone-form"
import type { MarkupField, MarkupForm } from "./markup-forms"

// What is known of the form that this request sends, for what reads it, answers it and draws its page again.

/** A field that this person and someone else changed differently, with what each has in it. */
export type Dispute = { field: MarkupField; yours: string[]; theirs: string[] }

/** An edit form: its page keeps saying what was shown first, and fields in dispute are refused beside each of them. */
export type EditInHand = {
  id: string
  /** What its page showed. */
  shown: string
  /** What its page shows from now on where both versions of each disputed field are offered. */
  shownNow?: string
  /** This form among those of a page. */
  find: (forms: readonly MarkupForm[]) => MarkupForm | undefined
  disputes: readonly Dispute[]
}

/** A form that holds what its sender saved minutes ago, such as one that the browser’s Back has filled in again. */
export type Repeated = {
  /** Of a form with fields, and what its next press says so that it isn’t asked again. */
  question: string
  again: string
  /** Of a button without fields. */
  refusal: string
}

type FormInHand = {
  edit?: EditInHand
  /** What its 404 says of it (edge/remix/gone-form.server.ts). */
  gone?: () => GoneForm
  /** Where its action reads it, it is refused once, with a question. */
  repeated?: Repeated
  /** Why it is only shown again, as its sender reads it: its action runs only to be refused. */
  returned?: string
}

const inHand = new AsyncLocalStorage<FormInHand>()

/** Answers a form of which this is known, beside what is known of it already. */
export const answeringForm = <Answer>(known: FormInHand, answer: () => Answer): Answer =>
  inHand.run({ ...inHand.getStore(), ...known }, answer)

export const editInHand = (): EditInHand | undefined => inHand.getStore()?.edit
export const repeatedInHand = (): Repeated | undefined => inHand.getStore()?.repeated

/** Undefined where nothing was typed, and nothing that it was about is known to be deleted. */
export function goneInHand(): GoneForm | undefined {
  const told = inHand.getStore()?.gone?.()
  return told && (told.typed.length > 0 || told.deleted) ? told : undefined
}

/** Of a form that is shown again after logging in. */
export const notSaved = "You were logged out, so this wasn’t saved. Check it and save again."
/** Of an edit that was overtaken each time between comparing and writing it. */
export const heldUp = "The school’s data is changing right now, so this wasn’t saved. Try again."

export const whyReturned = (): string | undefined => inHand.getStore()?.returned
/** Whether the form being answered is only shown again: nothing may come of it. Whatever reaches outside asks here first. */
export const isReturnedForm = (): boolean => whyReturned() !== undefined
