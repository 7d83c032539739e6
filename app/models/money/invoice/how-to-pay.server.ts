import { db } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import type { HowToPay } from "~/models/foundation/outbox/outbox"
import { type BankFacts, bankTransfer } from "./bank-transfer"

type Payable = Partial<BankFacts> & { number: string | null; paymentInstructions?: string | null }

/**
 * What the mail of an invoice says about paying it: the invoice's own instructions and bank account, else whom to ask.
 * @param openMinor what its recipient still has to pay
 */
export function howToPay(actor: Actor, invoice: Payable, openMinor: number): HowToPay {
  const school = db()
    .select({ payeeEmail: schools.payeeEmail, email: schools.email, phone: schools.phone })
    .from(schools)
    .where(eq(schools.id, actor.school.id))
    .get()
  const { bankHolder = null, bankIban = null, bankBic = null } = invoice
  return {
    instructions: invoice.paymentInstructions ?? null,
    online: Boolean(school?.payeeEmail),
    contact: [school?.email, school?.phone].filter(Boolean).join(", ") || null,
    transfer: bankTransfer(
      { bankHolder, bankIban, bankBic, number: invoice.number, currency: actor.school.currency },
      openMinor,
    ),
  }
}
