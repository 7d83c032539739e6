import { bankEntries } from "db/schema/money-bank"
import { providerPayouts } from "db/schema/money-provider-books"
import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll, change } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { ProviderName } from "~/providers/payment-provider"
import { now } from "~/utils/clock.server"
import { providerLabels } from "../payment-provider/payment-provider"

// A payout of a provider is a transfer on the school's bank statement: of that amount, at its day, from the provider by name.

type Pair = {
  payoutId: string
  provider: ProviderName
  entryId: string
  state: "open" | "ignored"
  payerName: string
  reference: string
}

/**
 * What may be a payout's transfer: a bank books it up to four days before or after the day that the provider says. A transfer that was
 * a payout's once and was restored is none's again, and the payout finds another. One that is other income is no payout's.
 */
const listPairs = (actor: Actor) =>
  askAll<Pair>(sql`
    select p.id as payoutId, p.provider, b.id as entryId, b.state, b.payer_name as payerName, b.reference
    from provider_payouts p cross join bank_entries b on b.school_id = p.school_id
      and b.state in ('open', 'ignored') and b.amount_minor = p.amount_minor and b.currency = p.currency
      and b.booked_on between date(p.arrives_on, '-4 days') and date(p.arrives_on, '+4 days')
    where p.school_id = ${actor.school.id} and p.state <> 'failed' and p.amount_minor > 0
      and not exists (select 1 from bank_entries m
        where m.school_id = p.school_id and m.id = p.bank_entry_id and m.state = 'ignored')
      and not exists (select 1 from provider_payouts o
        where o.school_id = b.school_id and o.bank_entry_id = b.id)
      and not exists (select 1 from expenses x where x.school_id = b.school_id and x.bank_entry_id = b.id)
    order by p.arrives_on, p.id, b.state desc, b.booked_on, b.id`)

/** Finds for payouts without one their transfers, which then pay no family's invoice; in the caller's transaction. */
export function matchPayouts(actor: Actor) {
  const matched = new Set<string>()
  for (const { payoutId, provider, entryId, state, payerName, reference } of listPairs(actor)) {
    const isFrom = `${payerName} ${reference}`.toLowerCase().includes(providerLabels[provider].toLowerCase())
    if (!isFrom || matched.has(payoutId) || matched.has(entryId)) continue
    matched.add(payoutId).add(entryId)
    change(actor, providerPayouts, payoutId, { bankEntryId: entryId, updatedAt: now() })
    if (state === "ignored") continue
    change(actor, bankEntries, entryId, { state: "ignored", settledAt: now() })
    recordEvent(actor, "school.ignore-transfer", actor.school.id, { after: { transfer: entryId } })
  }
}
