import { AsyncLocalStorage } from "node:async_hooks"

// While a kept form is shown again, its action runs only to be refused. Whatever reaches outside asks here first.

const answering = new AsyncLocalStorage<true>()

/** The message of a form that is shown again after logging in. */
export const notSaved = "You were logged out, so this wasn’t saved. Check it and save again."

export const answeringReturnedForm = <Answer>(answer: () => Answer): Answer => answering.run(true, answer)

/** Whether the form being answered was kept from before the login: nothing may come of it. */
export const isReturnedForm = (): boolean => answering.getStore() === true
