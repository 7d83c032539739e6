import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll } from "~/models/foundation/access/door.server"
import { addDays } from "~/utils/dates"
import { invoicesOf, type Match } from "./bank-entry"
import { findTwins, type Twin } from "./keep-entries.server"

/** A transfer that someone typed in reaches the bank's file up to so many days away. */
const daysAway = 5

type Suggested<Entry> = Entry & {
  match: Match | null
  /** The day of a payment that is recorded already and looks the same; null without one. */
  recordedOn: string | null
  /** The day of a gift voucher that was paid by transfer and costs the same; null without one. */
  voucherOn: string | null
  /** Another transfer that may be this one, told differently by another file; null without one. */
  twin: Twin | null
}

type Suggestable = {
  id: string
  bookedOn: string
  amountMinor: number
  payerName: string
  reference: string
  bankReference: string | null
}

/**
 * Transfers with the invoice that each seems to pay. One that looks like a recorded payment, typed in by hand or taken from
 * another file, like a gift voucher that was sold, or like another transfer, is never sure, and of several for one invoice only the first: else it would be
 * recorded twice.
 */
export function suggest<Entry extends Suggestable>(
  actor: Actor,
  entries: readonly Entry[],
  match: (entry: Entry) => Match | undefined,
): Suggested<Entry>[] {
  const matched = entries.map((entry) => ({ entry, match: match(entry) ?? null }))
  const recorded = findRecorded(
    actor,
    matched.flatMap(({ entry: { id, bookedOn, amountMinor }, match: found }) =>
      found ? [{ id, bookedOn, amountMinor, familyId: found.invoice.familyId }] : [],
    ),
  )
  const ofVouchers = findVoucherSales(
    actor,
    entries.map(({ id, bookedOn, amountMinor }) => ({ id, bookedOn, amountMinor })),
  )
  const twins = findTwins(actor, entries)
  const sure = new Set<string>()
  return matched.map(({ entry, match: found }) => {
    const recordedOn = recorded.get(entry.id) ?? null
    const voucherOn = ofVouchers.get(entry.id) ?? null
    const twin = twins.get(entry.id) ?? null
    const seen = { recordedOn, voucherOn, twin }
    if (!found) return { ...entry, match: null, ...seen }
    const ids = invoicesOf(found).map(({ invoiceId }) => invoiceId)
    const isNew = recordedOn === null && voucherOn === null && twin === null
    const isSure = found.isSure && isNew && !ids.some((id) => sure.has(id))
    if (isSure) for (const id of ids) sure.add(id)
    return { ...entry, match: { ...found, isSure }, ...seen }
  })
}

const around = <Each extends { bookedOn: string }>(asked: readonly Each[]) =>
  JSON.stringify(
    asked.map(({ bookedOn, ...each }) => ({
      ...each,
      from: addDays(bookedOn, -daysAway),
      to: addDays(bookedOn, daysAway),
    })),
  )

/** The days of gift vouchers that were paid by transfer, of the same amount, a few days around each transfer, by transfer. */
function findVoucherSales(actor: Actor, asked: readonly Omit<Asked, "familyId">[]): Map<string, string> {
  const rows = askAll<{ id: string; soldOn: string }>(sql`
    select e.value ->> 'id' as id, max(v.sold_on) as soldOn
    from json_each(${around(asked)}) e
    cross join vouchers v on v.school_id = ${actor.school.id} and v.amount_minor = e.value ->> 'amountMinor'
      and v.method = 'transfer' and v.removed_at is null
      and v.sold_on between e.value ->> 'from' and e.value ->> 'to'
    group by 1`)
  return new Map(rows.map(({ id, soldOn }) => [id, soldOn]))
}

type Asked = { id: string; bookedOn: string; amountMinor: number; familyId: string }

/**
 * The days of standing payments of the same family and amount, a few days around each transfer, by transfer. One of which a
 * chargeback left nothing is no reason to wait: what it had paid is due again.
 */
function findRecorded(actor: Actor, asked: readonly Asked[]): Map<string, string> {
  const rows = askAll<{ id: string; receivedOn: string }>(sql`
    select e.value ->> 'id' as id, max(p.received_on) as receivedOn
    from json_each(${around(asked)}) e
    cross join payments p on p.school_id = ${actor.school.id} and p.family_id = e.value ->> 'familyId'
      and p.amount_minor = e.value ->> 'amountMinor' and p.reversed_at is null and p.is_opening = 0
      and p.received_on between e.value ->> 'from' and e.value ->> 'to'
      and not (
        select coalesce(sum(r.amount_minor) >= p.amount_minor
          and sum(r.amount_minor) filter (where r.kind in ('reversal', 'won')) > 0, 0)
        from refunds r where r.school_id = p.school_id and r.payment_id = p.id
      )
    group by 1`)
  return new Map(rows.map(({ id, receivedOn }) => [id, receivedOn]))
}
