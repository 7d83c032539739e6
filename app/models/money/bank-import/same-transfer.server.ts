// Whether two entries of a bank's files are one transfer. A transfer is taken once, whichever files it is in: a CSV has no
// number of the bank for it, a CAMT file does. Pure.
import { daysBetween } from "~/utils/dates"
import { digestOf } from "~/utils/digest.server"
import type { Turns } from "~/utils/in-turns"
import type { ReadEntry } from "./bank-entry"
import { plain } from "./bank-values"

/** As much of a text as is kept. */
export const kept = { payerName: 120, reference: 500 } as const

type Facts = Pick<
  ReadEntry,
  "bookedOn" | "amountMinor" | "payerName" | "reference" | "bankReference" | "partOf"
>

/** What a transfer says of itself in every file: day, amount, payer and purpose. */
const factsOf = ({ bookedOn, amountMinor, payerName, reference }: Facts): string =>
  [
    bookedOn,
    amountMinor,
    plain(payerName.slice(0, kept.payerName)),
    plain(reference.slice(0, kept.reference)),
  ].join("|")

/** An entry that is kept already; it can be set aside with an expense or for a provider's payout. */
export type KnownEntry = Omit<Facts, "partOf"> & {
  id: string
  entryKey: string
  state?: string
  isSetAside?: boolean
}

/** Whether its money is in the books. What was ignored by hand isn't. */
export const isUsed = ({ state, isSetAside }: Pick<KnownEntry, "state" | "isSetAside">): boolean =>
  state === "recorded" || Boolean(isSetAside)

const forgotten = /^forgotten\|([\w-]{22})\|/

/** What is the same of one transfer in every file, also once its payer was erased. */
const groupOf = (known: KnownEntry): string => forgotten.exec(known.entryKey)?.[1] ?? digestOf(factsOf(known))

/** The key of an entry whose payer is erased now: files with the transfer still find it, and it names no one. */
export const forgottenKey = (known: KnownEntry): string =>
  `forgotten|${groupOf(known)}|${known.id}${asPart(partOf(known))}`

/** The end of a part's key: the bank's number of the whole. */
const asPart = (whole: string | undefined): string => (whole ? `|of:${whole}` : "")
export const partOf = ({ entryKey }: Pick<KnownEntry, "entryKey">): string | undefined =>
  /\|of:(.+)$/.exec(entryKey)?.[1]

/**
 * What becomes of an entry of a file: it is new, it is known, or it gives a known one the bank's number. A part of a collective entry
 * that is known as a whole comes instead of it while that is open, beside it where it was ignored by hand.
 */
export type Placed = { entryKey: string; knownId?: string; isNumbered?: boolean; insteadOfId?: string }

/**
 * Places the entries of one file among those that are known, in its order. Entries of one file are never each other, and an
 * entry with a number of the bank is only the one with that number, or one that has none and says the same.
 */
export function* placing(entries: readonly ReadEntry[], known: readonly KnownEntry[]): Turns<Placed[]> {
  const groups = new Map<string, KnownEntry[]>()
  for (const each of known) {
    const key = groupOf(each)
    const group = groups.get(key)
    if (group) group.push(each)
    else groups.set(key, [each])
    yield
  }
  const used = new Set(known.map(({ entryKey }) => entryKey))
  const reached = new Map<string, number>()
  const placed: (Placed | undefined)[] = entries.map(() => undefined)
  const take = (entry: ReadEntry, fits: (each: KnownEntry) => boolean): KnownEntry | undefined => {
    const group = groups.get(digestOf(factsOf(entry))) ?? []
    const index = group.findIndex(fits)
    return index < 0 ? undefined : group.splice(index, 1)[0]
  }
  function* pass(
    isOf: (entry: ReadEntry) => boolean,
    fits: (entry: ReadEntry) => (each: KnownEntry) => boolean,
    isNumbered = false,
  ): Turns<void> {
    for (const [index, entry] of entries.entries()) {
      yield
      const found = placed[index] || !isOf(entry) ? undefined : take(entry, fits(entry))
      if (!found) continue
      const isRenamed = isNumbered && !forgotten.test(found.entryKey)
      const entryKey = isRenamed ? newKey(entry, used, reached) : found.entryKey
      placed[index] = { entryKey, knownId: found.id, ...(isNumbered ? { isNumbered } : {}) }
    }
  }
  const isBare = ({ bankReference }: Facts) => bankReference === null
  // The same number; neither has one; the file has none; the known one has none.
  yield* pass(
    (entry) => !isBare(entry),
    (entry) => (each) => each.bankReference === entry.bankReference,
  )
  yield* pass(isBare, () => isBare)
  yield* pass(isBare, () => () => true)
  yield* pass(
    (entry) => !isBare(entry),
    () => isBare,
    true,
  )
  const all: Placed[] = []
  const wholeOf = wholesIn(entries, known, new Set(placed.map((each) => each?.knownId)))
  for (const [index, entry] of entries.entries()) {
    const whole = placed[index] ? undefined : wholeOf(entry)
    all.push(
      placed[index] ??
        (whole && isUsed(whole)
          ? { entryKey: whole.entryKey, knownId: whole.id }
          : { entryKey: newKey(entry, used, reached), ...(whole ? { insteadOfId: whole.id } : {}) }),
    )
    yield
  }
  return all
}

/**
 * Finds what is known of the same money, where one file has a collective entry as a whole and another its parts, by the bank's number
 * of the whole and its day: where the sums agree. Of a whole in the file that is one of its parts, which then counts as used. What the
 * file itself has, `placed` by its IDs, is no other of its entries.
 */
function wholesIn(
  entries: readonly ReadEntry[],
  known: readonly KnownEntry[],
  placed: ReadonlySet<string | undefined>,
) {
  const keyOf = (number: string, { bookedOn }: Facts) => `${bookedOn}|${number}`
  const sumsOf = <Each extends Facts>(all: readonly Each[], numberOf: (each: Each) => string | undefined) => {
    const sums = new Map<string, { minor: number; first: Each }>()
    for (const each of all) {
      const number = numberOf(each)
      if (number === undefined) continue
      const before = sums.get(keyOf(number, each))
      const minor = (before?.minor ?? 0) + each.amountMinor
      sums.set(keyOf(number, each), { minor, first: before?.first ?? each })
    }
    return sums
  }
  const parts = sumsOf(entries, ({ partOf: number }) => number)
  const knownParts = sumsOf(known, partOf)
  const others = known.filter(({ id }) => !placed.has(id))
  const otherParts = sumsOf(others, partOf)
  const wholes = new Map(
    others.flatMap((each) =>
      each.bankReference !== null && !partOf(each) ? [[keyOf(each.bankReference, each), each] as const] : [],
    ),
  )
  return (entry: ReadEntry): KnownEntry | undefined => {
    if (entry.partOf === undefined) {
      const sum = otherParts.get(keyOf(entry.bankReference ?? "", entry))
      return sum?.minor === entry.amountMinor ? { ...sum.first, state: "recorded" } : undefined
    }
    const key = keyOf(entry.partOf, entry)
    const whole = wholes.get(key)
    if (!whole || whole.amountMinor !== parts.get(key)?.minor) return undefined
    // Parts that are there already came instead of it: a file that was cut off is gone on with.
    const isReplaced = knownParts.has(key) && whole.state === "ignored"
    return whole.state === "open" || (isUsed(whole) && !isReplaced) ? whole : undefined
  }
}

/** A key that no entry has yet: the nth of the same is itself. `reached` has the last number of each. */
function newKey(entry: ReadEntry, used: Set<string>, reached: Map<string, number>): string {
  const facts = [entry.bankReference ?? "", factsOf(entry)].join("|")
  const keyOf = (nth: number) => `${facts}|${nth}${asPart(entry.partOf)}`
  let nth = (reached.get(facts) ?? 0) + 1
  while (used.has(keyOf(nth))) nth += 1
  const key = keyOf(nth)
  used.add(key)
  reached.set(facts, nth)
  return key
}

/** Booked on one day in one file and as of another day in the other. */
export const daysApart = 3

/**
 * Whether two entries that aren't known to be one may be: the amount is the same, the days are near, both have the same number of the
 * bank or one has none, and payer and purpose don't contradict each other. Of two without a number, those of one day whose texts aren't
 * the same: one goes on where the other ends. A person decides.
 */
export function looksSame(one: Facts, other: Facts): boolean {
  if (one.amountMinor !== other.amountMinor) return false
  const isNumbered = one.bankReference !== null && other.bankReference !== null
  const isBare = one.bankReference === null && other.bankReference === null
  if (isNumbered && one.bankReference !== other.bankReference) return false
  if (Math.abs(daysBetween(one.bookedOn, other.bookedOn)) > daysApart) return false
  const [payer, purpose] = [agreeOn(one.payerName, other.payerName), agreeOn(one.reference, other.reference)]
  const isAgreed = payer !== "no" && purpose !== "no"
  if (isBare) return isAgreed && one.bookedOn === other.bookedOn && factsOf(one) !== factsOf(other)
  if (isAgreed) return true
  return one.bookedOn === other.bookedOn && (payer === "yes" || purpose === "yes")
}

/** Whether two texts say the same, as far as they do: a file may leave one out, cut it off or put more around it. */
function agreeOn(one: string, other: string): "yes" | "unknown" | "no" {
  const [a, b] = [plain(one), plain(other)]
  if (a === "" || b === "") return "unknown"
  return a.includes(b) || b.includes(a) ? "yes" : "no"
}
