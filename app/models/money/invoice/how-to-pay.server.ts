import { db } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import type { HowToPay } from "~/models/foundation/outbox/outbox"

/** What the mail of an invoice says about paying it: the invoice's own instructions, else whom to ask. */
export function howToPay(
  actor: Actor,
  { paymentInstructions }: { paymentInstructions?: string | null },
): HowToPay {
  const school = db()
    .select({ payeeEmail: schools.payeeEmail, email: schools.email, phone: schools.phone })
    .from(schools)
    .where(eq(schools.id, actor.school.id))
    .get()
  return {
    instructions: paymentInstructions ?? null,
    online: Boolean(school?.payeeEmail),
    contact: [school?.email, school?.phone].filter(Boolean).join(", ") || null,
  }
}
