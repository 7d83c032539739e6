import { AsyncLocalStorage } from "node:async_hooks"

// A form that holds what its sender saved minutes ago, such as one that the browser’s Back has filled in again. Where its action reads
// it, it is refused once, with a question.

export type Repeated = {
  /** Of a form with fields, and what its next press says so that it isn’t asked again. */
  question: string
  again: string
  /** Of a button without fields. */
  refusal: string
}

const repeated = new AsyncLocalStorage<Repeated>()

export const answeringRepeated = <Answer>(form: Repeated, answer: () => Answer): Answer =>
  repeated.run(form, answer)

export const repeatedInHand = (): Repeated | undefined => repeated.getStore()
