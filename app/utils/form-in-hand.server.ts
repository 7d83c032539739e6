import { AsyncLocalStorage } from "node:async_hooks"
import type { MarkupField, MarkupForm } from "./markup-forms"

// The edit form that this request sends, for what draws and reads it: its page keeps saying what was shown first, and fields that
// two people changed differently are refused beside each of them.

/** A field that this person and someone else changed differently, with what each has in it. */
export type Dispute = { field: MarkupField; yours: string[]; theirs: string[] }

export type FormInHand = {
  id: string
  /** What its page showed. */
  shown: string
  /** What its page shows from now on where both versions of each disputed field are offered. */
  shownNow?: string
  /** This form among those of a page. */
  find: (forms: readonly MarkupForm[]) => MarkupForm | undefined
  disputes: readonly Dispute[]
}

const inHand = new AsyncLocalStorage<FormInHand>()

export const answeringForm = <Answer>(form: FormInHand, answer: () => Answer): Answer =>
  inHand.run(form, answer)

export const formInHand = (): FormInHand | undefined => inHand.getStore()
