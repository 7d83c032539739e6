import { AsyncLocalStorage } from "node:async_hooks"

// While a form is only shown again, its action runs only to be refused. Whatever reaches outside asks here first.

/** Why the form is shown again, as its sender reads it. */
const answering = new AsyncLocalStorage<string>()

/** Of a form that is shown again after logging in. */
export const notSaved = "You were logged out, so this wasn’t saved. Check it and save again."
/** Of an edit that was overtaken each time between comparing and writing it. */
export const heldUp = "The school’s data is changing right now, so this wasn’t saved. Try again."

export const answeringReturnedForm = <Answer>(answer: () => Answer, why = notSaved): Answer =>
  answering.run(why, answer)

/** Whether the form being answered is only shown again: nothing may come of it. */
export const isReturnedForm = (): boolean => whyReturned() !== undefined

export const whyReturned = (): string | undefined => answering.getStore()
