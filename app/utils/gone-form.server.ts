import { AsyncLocalStorage } from "node:async_hooks"
import type { GoneForm } from "./gone-form"

export type { GoneForm }

// What the 404 of a form that this request sends says of it (edge/remix/gone-form.server.ts).

const inHand = new AsyncLocalStorage<() => GoneForm>()

export const tellingGone = <Answer>(tell: () => GoneForm, answer: () => Answer): Answer =>
  inHand.run(tell, answer)

/** Undefined where nothing was typed, and nothing that it was about is known to be deleted. */
export function goneInHand(): GoneForm | undefined {
  const told = inHand.getStore()?.()
  return told && (told.typed.length > 0 || told.deleted) ? told : undefined
}
