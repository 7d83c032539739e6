import { sentForms } from "db/schema/money-corrections"
import type { Actor } from "~/models/foundation/access/actor"
import { add, find } from "~/models/foundation/access/door.server"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"

// A money form carries a key that its page made. Sent twice, by a double click or a browser that tries again, it is carried
// out once: the second answer is the first one's. All of this runs in the command's transaction.

/** What the form with this key has made already. */
export function madeByForm(actor: Actor, formKey: string | null | undefined): string | undefined {
  if (!formKey) return undefined
  return find(actor, sentForms, formKey)?.made
}

/** Remembers what the form with this key made. */
export function rememberForm(actor: Actor, formKey: string | null | undefined, made: string) {
  if (!formKey) return
  add(actor, sentForms, { id: formKey, createdAt: now(), made })
}

/** Does something once for the form with this key: sent again, it answers what the first one did. A refusal can be tried again. */
export function oncePerForm<Facts extends object, Refused extends string>(
  actor: Actor,
  formKey: string | null | undefined,
  act: () => Result<Facts, Refused>,
): Result<Facts, Refused> {
  const made = madeByForm(actor, formKey)
  if (made) return JSON.parse(made) as Result<Facts, Refused>
  const done = act()
  if (done.ok) rememberForm(actor, formKey, JSON.stringify(done))
  return done
}
