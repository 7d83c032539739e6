import { transact } from "db/client.server"
import { bankEntries } from "db/schema/money-bank"
import { and, between, inArray, sql } from "drizzle-orm"
import { mostUploadRows } from "~/models/accounts/quota/quota.server"
import type { Actor } from "~/models/foundation/access/actor"
import { addUnlessThere, change, select } from "~/models/foundation/access/door.server"
import { columns, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { addDays } from "~/utils/dates"
import { formatNumber } from "~/utils/formats"
import { inTurns, type Turns } from "~/utils/in-turns"
import type { ReadEntry, StatementRead } from "./bank-entry"
import { matchPayouts } from "./match-payouts.server"
import { ignoreEntry } from "./record-entry.server"
import {
  daysApart,
  isUsed,
  kept as keptLengths,
  looksSame,
  type Placed,
  placing,
} from "./same-transfer.server"

// The transfers of a bank's files, each kept once, and those that may be one though their files tell them differently.

/** What became of each credit of a file, in counts and minor units: together they are all the file's credits that can be read. */
export type KeptEntries =
  | ({
      ok: true
      added: number
      addedMinor: number
      known: number
      knownMinor: number
    } & Omit<StatementRead, "entries">)
  | { ok: false; message: string }

export type Kept = Extract<KeptEntries, { ok: true }>

/** What became of several texts of one file, beside those that are no statement. */
export const keptTogether = (all: readonly Kept[], notRead: string[] = []): Kept => {
  const sumOf = (name: "added" | "addedMinor" | "known" | "knownMinor" | "outgoing" | "differenceMinor") =>
    all.reduce((sum, each) => sum + (each[name] ?? 0), 0)
  return {
    ok: true,
    added: sumOf("added"),
    addedMinor: sumOf("addedMinor"),
    known: sumOf("known"),
    knownMinor: sumOf("knownMinor"),
    left: all.flatMap(({ left }) => left),
    outgoing: sumOf("outgoing"),
    unreadable: all.flatMap(({ unreadable }) => unreadable),
    differenceMinor: sumOf("differenceMinor"),
    balances: all.find(({ balances }) => balances)?.balances,
    notRead: [...all.flatMap((each) => each.notRead ?? []), ...notRead],
  }
}

/** Every state: an index needs them by name. */
const anyState = inArray(bankEntries.state, ["open", "recorded", "ignored"])

/**
 * Keeps the entries that are new; known ones stay as they are, also when they were recorded or ignored, and when another kind of
 * file brought them.
 */
export const keepEntries = (actor: Actor, read: StatementRead, fileName: string): Promise<KeptEntries> =>
  inTurns(keepingEntries(actor, read, fileName))

/** The same in pieces. */
export function* keepingEntries(
  actor: Actor,
  { entries, ...rest }: StatementRead,
  fileName: string,
): Turns<KeptEntries> {
  const most = mostUploadRows(actor)
  if (entries.length > most)
    return {
      ok: false,
      message: `This file has more than ${formatNumber(most)} transfers. Choose a shorter period.`,
    }
  const kept = { added: 0, addedMinor: 0, known: 0, knownMinor: 0 }
  const placed = yield* placing(entries, knownOfDays(actor, entries))
  for (let begin = 0; begin < entries.length; begin += entriesAtOnce) {
    const some = entries.slice(begin, begin + entriesAtOnce)
    const step = keepSome(actor, some, placed.slice(begin, begin + entriesAtOnce), fileName)
    for (const name of ["added", "addedMinor", "known", "knownMinor"] as const) kept[name] += step[name]
    yield
  }
  return { ok: true, ...kept, ...rest }
}

/** So many in one transaction: others are let in between. A file that was cut off is gone on with when it is uploaded again. */
const entriesAtOnce = 100

function keepSome(actor: Actor, entries: readonly ReadEntry[], placed: readonly Placed[], fileName: string) {
  return transact(() => {
    let [added, addedMinor, knownMinor] = [0, 0, 0]
    for (const [index, entry] of entries.entries()) {
      const { entryKey = "", knownId, isNumbered, insteadOfId } = placed[index] ?? {}
      if (isNumbered) numberEntry(actor, knownId ?? "", { entryKey, bankReference: entry.bankReference })
      if (knownId) {
        knownMinor += entry.amountMinor
        continue
      }
      // The whole pays nothing itself, unless someone was quicker with it than this file.
      if (insteadOfId && !ignoreEntry(actor, insteadOfId).ok && isUsedNow(actor, insteadOfId)) {
        knownMinor += entry.amountMinor
        continue
      }
      const { partOf: _, ...facts } = entry
      // Not new where someone uploads the same file at the same time.
      const isNew = addUnlessThere(actor, bankEntries, {
        ...facts,
        payerName: entry.payerName.slice(0, keptLengths.payerName),
        reference: entry.reference.slice(0, keptLengths.reference),
        entryKey,
        state: "open",
      })
      if (isNew) {
        added += 1
        addedMinor += entry.amountMinor
      } else knownMinor += entry.amountMinor
    }
    if (added > 0) matchPayouts(actor)
    if (added > 0)
      recordEvent(actor, "school.import-bank", actor.school.id, {
        after: { added, fileName: fileName.slice(0, 200) },
      })
    return { added, addedMinor, known: entries.length - added, knownMinor }
  })
}

/** The entries of the days that a file has. */
function knownOfDays(actor: Actor, entries: readonly ReadEntry[]) {
  const days = entries.map(({ bookedOn }) => bookedOn).sort()
  return select({ ...entryFields, isSetAside })
    .from(bankEntries)
    .where(
      and(own(actor, bankEntries), anyState, between(bankEntries.bookedOn, days[0] ?? "", days.at(-1) ?? "")),
    )
    .orderBy(bankEntries.id)
    .all()
}

const isSetAside = sql`bank_entries.state = 'ignored' and (
  exists (select 1 from expenses x where x.school_id = bank_entries.school_id and x.bank_entry_id = bank_entries.id)
  or exists (select 1 from provider_payouts p
    where p.school_id = bank_entries.school_id and p.bank_entry_id = bank_entries.id))`.mapWith(Boolean)

function isUsedNow(actor: Actor, entryId: string): boolean {
  const entry = select({ state: bankEntries.state, isSetAside })
    .from(bankEntries)
    .where(own(actor, bankEntries, entryId))
    .get()
  return entry !== undefined && isUsed(entry)
}

const entryFields = columns(
  bankEntries,
  "id",
  "entryKey",
  "bookedOn",
  "amountMinor",
  "payerName",
  "reference",
  "bankReference",
  "state",
  "paymentId",
)

const entriesBetween = (actor: Actor, from: string, to: string, amounts: number[]) =>
  select(entryFields)
    .from(bankEntries)
    .where(
      and(
        own(actor, bankEntries),
        anyState,
        between(bankEntries.bookedOn, from, to),
        inArray(bankEntries.amountMinor, amounts),
      ),
    )
    .orderBy(bankEntries.id)

/** The bank's number of an entry that came without one. */
function numberEntry(
  actor: Actor,
  entryId: string,
  facts: { entryKey: string; bankReference: string | null },
) {
  change(actor, bankEntries, entryId, facts)
}

/** What a transfer looks the same as. */
export type Twin = Pick<
  typeof bankEntries.$inferSelect,
  "bookedOn" | "payerName" | "reference" | "state" | "paymentId"
>

type Asked = Pick<
  typeof bankEntries.$inferSelect,
  "id" | "bookedOn" | "amountMinor" | "payerName" | "reference" | "bankReference"
>

/** For each transfer another one, imported or settled before it, that may be the same, by transfer. */
export function findTwins(actor: Actor, entries: readonly Asked[]): Map<string, Twin> {
  const days = entries.map(({ bookedOn }) => bookedOn).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return new Map()
  const amounts = [...new Set(entries.map(({ amountMinor }) => amountMinor))]
  const near = entriesBetween(actor, addDays(first, -daysApart), addDays(last, daysApart), amounts).all()
  return new Map(
    entries.flatMap((entry) => {
      const isEarlier = ({ id, state }: { id: string; state: string }) => state !== "open" || id < entry.id
      const twin = near.find((other) => other.id !== entry.id && isEarlier(other) && looksSame(entry, other))
      return twin ? [[entry.id, twin] as const] : []
    }),
  )
}
