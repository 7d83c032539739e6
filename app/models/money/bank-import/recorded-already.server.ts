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
 * another file, or like another transfer, is never sure, and of several for one invoice only the first: else it would be
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
  const twins = findTwins(actor, entries)
  const sure = new Set<string>()
  return matched.map(({ entry, match: found }) => {
    const recordedOn = recorded.get(entry.id) ?? null
    const twin = twins.get(entry.id) ?? null
    if (!found) return { ...entry, match: null, recordedOn, twin }
    const ids = invoicesOf(found).map(({ invoiceId }) => invoiceId)
    const isSure = found.isSure && recordedOn === null && twin === null && !ids.some((id) => sure.has(id))
    if (isSure) for (const id of ids) sure.add(id)
    return { ...entry, match: { ...found, isSure }, recordedOn, twin }
  })
}

type Asked = { id: string; bookedOn: string; amountMinor: number; familyId: string }

/** The days of standing payments of the same family and amount, a few days around each transfer, by transfer. */
function findRecorded(actor: Actor, asked: readonly Asked[]): Map<string, string> {
  const around = asked.map(({ bookedOn, ...each }) => ({
    ...each,
    from: addDays(bookedOn, -daysAway),
    to: addDays(bookedOn, daysAway),
  }))
  const rows = askAll<{ id: string; receivedOn: string }>(sql`
    select e.value ->> 'id' as id, max(p.received_on) as receivedOn
    from json_each(${JSON.stringify(around)}) e
    cross join payments p on p.school_id = ${actor.school.id} and p.family_id = e.value ->> 'familyId'
      and p.amount_minor = e.value ->> 'amountMinor' and p.reversed_at is null and p.is_opening = 0
      and p.received_on between e.value ->> 'from' and e.value ->> 'to'
    group by 1`)
  return new Map(rows.map(({ id, receivedOn }) => [id, receivedOn]))
}
