import { transact } from "db/client.server"
import { payments } from "db/schema/money-payments"
import { providerEntries, providerPayouts } from "db/schema/money-provider-books"
import { and, eq, gt, inArray, isNull, max } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import {
  addOrChange,
  addUnlessThere,
  change,
  ownRows,
  selectDistinct,
} from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { queueJob } from "~/models/foundation/job/job.server"
import { type BookedEntry, type Payout, ProviderError } from "~/providers/payment-provider"
import { now } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { log } from "~/utils/log.server"
import { localDate } from "~/utils/zones"
import { matchPayouts } from "../bank-import/match-payouts.server"
import { closedThrough, isClosed, openDay } from "../closing/closing.server"
import { findProvider, listPayees, type Payee } from "../payment-provider/payment-provider.server"

// What a provider booked in the school's account there, as it says: each payment with its fee, and what it paid out. It is read again
// from some days before the newest, so that what came late is not missed; each entry is kept once.

const day = 86_400_000
const halfHour = day / 48
const sixHours = day / 4
/** So far back an account is read for the first time. */
const firstDays = 60
/** So many days are read again each time. */
const againDays = 4

/** Queues the reading of each account that tells its books, four times a day; called every half hour. */
export function queueBooks(actor: Actor) {
  if (now() % sixHours >= halfHour) return
  const isRead = listPayees(actor).some((payee) => findProvider(actor, payee)?.readBooks)
  if (isRead) queueReading(actor, String(Math.floor(now() / sixHours)))
}

/** Reads the accounts once more now, such as after a payout; `because` keeps the same reason from counting twice. */
export const queueReading = (actor: Actor, because: string) =>
  queueJob({
    kind: "read-provider-books",
    schoolId: actor.school.id,
    payload: {},
    uniqueKey: `read-provider-books ${actor.school.id} ${because}`,
  })

/** Reads what the providers booked since the last time. One that can't be asked, or may not be, is asked next time. */
export async function readBooks(actor: Actor) {
  for (const payee of listPayees(actor)) {
    const read = findProvider(actor, payee)?.readBooks
    if (!read) continue
    try {
      const since = readSince(actor, payee)
      const known = listComplete(actor, payee, since)
      takeOver(actor, payee, await read({ since, isKnown: (each) => known.has(each) }))
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      log.warn({ err: error, school: actor.school.id }, "the books of a provider could not be read")
    }
  }
}

function readSince(actor: Actor, { provider }: Payee): number {
  const newest = ownRows(actor, providerEntries, { on: max(providerEntries.bookedOn) })
    .where(eq(providerEntries.provider, provider))
    .get()?.on
  const closed = closedThrough(actor)
  // The first open day has also what was booked in closed months: behind it some may not be read yet.
  const isShifted = closed !== null && newest === addDays(closed, 1)
  return newest && !isShifted ? Date.parse(newest) - againDays * day : now() - firstDays * day
}

/** So long before what is read again a payout may have arrived that is told of again. */
const payoutDays = 30

/** The later payouts whose entries are known. */
const listComplete = (actor: Actor, { provider }: Payee, since: number): Set<string> =>
  new Set(
    selectDistinct({ reference: providerPayouts.providerReference })
      .from(providerPayouts)
      .innerJoin(providerEntries, joined(providerPayouts, providerEntries.payoutId))
      .where(
        and(
          own(actor, providerPayouts),
          eq(providerPayouts.provider, provider),
          gt(providerPayouts.arrivesOn, localDate(since - payoutDays * day, "UTC")),
        ),
      )
      .all()
      .map(({ reference }) => reference),
  )

/** So many rows in one transaction: others are let in between. */
const atOnce = 200

function takeOver(
  actor: Actor,
  payee: Payee,
  { entries, payouts }: { entries: BookedEntry[]; payouts: Payout[] },
) {
  // The oldest first: after a stop it is read again from the newest that is kept.
  const sorted = [...entries].sort((one, other) => one.bookedAt - other.bookedAt)
  for (let begin = 0; begin < sorted.length; begin += atOnce)
    transact(() => {
      for (const entry of sorted.slice(begin, begin + atOnce)) bookEntry(actor, payee, entry)
    })
  for (const payout of payouts) transact(() => keepPayout(actor, payee, payout))
  transact(() => matchPayouts(actor))
}

/** Keeps one entry, once; in the caller's transaction. */
export function bookEntry(
  actor: Actor,
  { provider }: Pick<Payee, "provider">,
  { reference, captureId, bookedAt, ...entry }: BookedEntry,
) {
  if (entry.amountMinor === 0 && entry.feeMinor === 0) return
  const payment = captureId
    ? ownRows(actor, payments, ["id"]).where(eq(payments.providerReference, captureId)).get()
    : undefined
  const isNew = addUnlessThere(actor, providerEntries, {
    ...entry,
    provider,
    providerReference: reference,
    paymentId: payment?.id ?? null,
    // Told only after its month was closed, it is in the first open one.
    bookedOn: openDay(actor, localDate(bookedAt, actor.school.timeZone)),
  })
  // The provider may tell of it before the payment is recorded here.
  if (!isNew && payment)
    change(
      actor,
      providerEntries,
      and(eq(providerEntries.providerReference, reference), isNull(providerEntries.paymentId)),
      { paymentId: payment.id },
    )
}

function keepPayout(actor: Actor, { provider }: Payee, { reference, entries, ...payout }: Payout) {
  const earlier = ownRows(actor, providerPayouts, ["bookedOn"])
    .where(eq(providerPayouts.providerReference, reference))
    .get()?.bookedOn
  // In a closed month it stays, whatever day it arrives on.
  const bookedOn = earlier && isClosed(actor, earlier) ? earlier : openDay(actor, payout.arrivesOn)
  const facts = { ...payout, bookedOn, updatedAt: now() }
  const { id: payoutId } = addOrChange(
    actor,
    providerPayouts,
    { ...facts, provider, providerReference: reference },
    { as: [providerPayouts.providerReference], to: facts },
  )
  for (let begin = 0; begin < entries.length; begin += atOnce)
    change(
      actor,
      providerEntries,
      inArray(providerEntries.providerReference, entries.slice(begin, begin + atOnce)),
      { payoutId },
    )
  // What failed is in a later payout.
  if (payout.state === "failed")
    change(actor, providerEntries, eq(providerEntries.payoutId, payoutId), { payoutId: null })
}
