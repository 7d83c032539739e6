import { schools } from "db/schema/accounts-schools"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import type { HowToPay } from "~/models/foundation/outbox/outbox"
import { listPayees } from "../payment-provider/payment-provider.server"
import { type BankFacts, bankTransfer } from "./bank-transfer"

type Payable = Partial<BankFacts> & { number: string | null; paymentInstructions?: string | null }

/**
 * What the mail of an invoice says about paying it: the invoice's own instructions and bank account, else whom to ask.
 * @param openMinor what its recipient still has to pay
 */
export function howToPay(actor: Actor, invoice: Payable, openMinor: number): HowToPay {
  const school = select({ email: schools.email, phone: schools.phone })
    .from(schools)
    .where(eq(schools.id, actor.school.id))
    .get()
  const ways = listPayees(actor).map(({ provider }) => provider)
  const { bankHolder = null, bankIban = null, bankBic = null } = invoice
  return {
    instructions: instructionsOf(actor, invoice.paymentInstructions),
    online: ways.length > 0,
    ways,
    contact: [school?.email, school?.phone].filter(Boolean).join(", ") || null,
    transfer: bankTransfer(
      { bankHolder, bankIban, bankBic, number: invoice.number, currency: actor.school.currency },
      openMinor,
    ),
  }
}

/** An invoice's own instructions; while families can't pay online, today's of the school where it has none. */
export function instructionsOf(actor: Actor, ofInvoice: string | null | undefined): string | null {
  if (ofInvoice || listPayees(actor).length > 0) return ofInvoice ?? null
  const school = select({ instructions: schools.paymentInstructions })
    .from(schools)
    .where(eq(schools.id, actor.school.id))
    .get()
  return school?.instructions ?? null
}

/** Whether anything tells a family how to pay a new invoice: online, a bank account or the school’s instructions. */
export function tellsHowToPay(actor: Actor): boolean {
  const school = select({
    instructions: schools.paymentInstructions,
    bankHolder: schools.bankHolder,
    bankIban: schools.bankIban,
  })
    .from(schools)
    .where(eq(schools.id, actor.school.id))
    .get()
  const isOnline = listPayees(actor).length > 0
  return Boolean(isOnline || school?.instructions || (school?.bankHolder && school.bankIban))
}

/** Where a payer asks how to pay: the school’s email and phone; null when it has neither. */
export function payContact(actor: Actor): { email: string | null; phone: string | null } | null {
  const school = select({ email: schools.email, phone: schools.phone })
    .from(schools)
    .where(eq(schools.id, actor.school.id))
    .get()
  return school?.email || school?.phone ? school : null
}
