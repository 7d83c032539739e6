import { bankEntries } from "db/schema/money-bank"
import { providerPayouts } from "db/schema/money-provider-books"
import { and, between, eq, gt, isNull, ne } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { providerLabels } from "../payment-provider/payment-provider"

// A payout of a provider is a transfer on the school's bank statement: of that amount, at its day, from the provider by name.

/** So many days a bank books it before or after the day that the provider says. */
const apartDays = 4

/** Finds for payouts without one their transfers, which then pay no family's invoice; in the caller's transaction. */
export function matchPayouts(actor: Actor) {
  const waiting = select()
    .from(providerPayouts)
    .where(
      and(
        own(actor, providerPayouts),
        isNull(providerPayouts.bankEntryId),
        ne(providerPayouts.state, "failed"),
        gt(providerPayouts.amountMinor, 0),
      ),
    )
    .orderBy(providerPayouts.arrivesOn)
    .all()
  for (const payout of waiting) {
    const { id, provider, amountMinor, currency, arrivesOn } = payout
    const name = providerLabels[provider].toLowerCase()
    const found = select()
      .from(bankEntries)
      .where(
        and(
          own(actor, bankEntries),
          eq(bankEntries.state, "open"),
          eq(bankEntries.amountMinor, amountMinor),
          eq(bankEntries.currency, currency),
          between(bankEntries.bookedOn, addDays(arrivesOn, -apartDays), addDays(arrivesOn, apartDays)),
        ),
      )
      .orderBy(bankEntries.bookedOn, bankEntries.id)
      .all()
      .find(({ payerName, reference }) => `${payerName} ${reference}`.toLowerCase().includes(name))
    if (!found) continue
    change(actor, bankEntries, found.id, { state: "ignored", settledAt: now() })
    change(actor, providerPayouts, id, { bankEntryId: found.id, updatedAt: now() })
  }
}
