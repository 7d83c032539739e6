import { db } from "db/client.server"
import { sentForms } from "db/schema/money-corrections"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"

// A money form carries a key that its page made. Sent twice, by a double click or a browser that tries again, it is carried
// out once: the second answer is the first one's. Both functions run in the command's transaction.

/** What the form with this key has made already. */
export function madeByForm(actor: Actor, formKey: string | null | undefined): string | undefined {
  if (!formKey) return undefined
  return db()
    .select({ made: sentForms.made })
    .from(sentForms)
    .where(own(actor, sentForms, formKey))
    .get()?.made
}

/** Remembers what the form with this key made. */
export function rememberForm(actor: Actor, formKey: string | null | undefined, made: string) {
  if (!formKey) return
  db().insert(sentForms).values({ schoolId: actor.school.id, id: formKey, createdAt: now(), made }).run()
}
