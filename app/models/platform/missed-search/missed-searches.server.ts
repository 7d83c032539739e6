import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { families, guardians, members, students, teachers } from "db/schema/people"
import { missedSearches } from "db/schema/platform-service"
import { count, desc, eq, lt, sql } from "drizzle-orm"
import type { Actor, SuperActor } from "~/models/foundation/access/actor"
import {
  ownRows,
  platformAdd,
  platformChange,
  platformRemove,
  select,
} from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { role } from "~/providers/replication/replication.server"
import { now } from "~/utils/clock.server"
import { log } from "~/utils/log.server"
import { wasRefusedRoom } from "~/utils/machine-state.server"
import { searchedWords } from "~/utils/names"
import { isOneSlip } from "~/utils/one-slip"
import { PER_PAGE } from "~/utils/page-number"

// What people look for and don't find, so that screens get the words that people have for them. Counted by the word alone,
// without whose it was or of which school, and never what may be a person's: an address, a number, a name of the school.

const day = 86_400_000
/** How long a word is kept after it was last looked for. */
export const missedKeptDays = 90
const [shortest, longest, mostWords] = [3, 60, 5000]

/** The search field asks while someone types: what is typed on within so long is one search, of the longer text. */
const typingMs = 3000
/** What each person typed last, and what was typed before. No request writes: a timer does. */
type Typed = { words: Map<string, string>; earlier: string[]; timer?: NodeJS.Timeout | undefined }
const shared = globalThis as typeof globalThis & { tuttiTyped?: Typed }
const typed = (): Typed => {
  shared.tuttiTyped ??= { words: new Map(), earlier: [] }
  return shared.tuttiTyped
}

/** Counts a text for which someone found nothing. It writes a moment after the answer. */
export function countMissed(actor: Actor, text: string) {
  const word = wordOf(text)
  if (!word || isOfPerson(actor, text, word)) return
  const who = `${actor.school.id} ${actor.userId}`
  const waiting = typed()
  const before = waiting.words.get(who)
  if (before !== undefined && !word.startsWith(before) && !before.startsWith(word))
    waiting.earlier.push(before)
  if (before === undefined || !before.startsWith(word)) waiting.words.set(who, word)
  waiting.timer ??= setTimeout(settleMissed, typingMs).unref()
}

/** Writes down what was looked for until now. */
export function settleMissed() {
  const waiting = typed()
  const { words, earlier } = waiting
  clearTimeout(waiting.timer)
  waiting.timer = undefined
  const all = [...earlier.splice(0), ...words.values()]
  words.clear()
  keep(all)
}

const wordOf = (text: string): string | undefined => {
  const word = text.normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase().slice(0, longest).trim()
  return word.length < shortest ? undefined : word
}

function keep(words: readonly string[]) {
  // A machine that only reads counts nothing.
  if (words.length === 0 || role().part !== "primary" || wasRefusedRoom()) return
  try {
    transact(() => words.forEach(countOne))
  } catch (error) {
    // Counted with the next ones.
    const { earlier } = typed()
    if (earlier.length < mostWords) earlier.push(...words)
    log.warn({ err: error }, "searches without a result could not be counted")
  }
}

/** In the caller's transaction. */
const countOne = (word: string) => {
  const again = { times: sql`${missedSearches.times} + 1`, lastAt: now() }
  if (platformChange(missedSearches, eq(missedSearches.word, word), again) === 0)
    platformAdd(missedSearches, { word, times: 1, lastAt: now() })
}

/** Whether it may tell of someone: an address, a phone or another number, several capitalized words, or nearly a name of the school. */
function isOfPerson(actor: Actor, text: string, word: string): boolean {
  if (word.includes("@") || word.replace(/\D/g, "").length > 3) return true
  if (/^\p{Lu}\S*(?:\s+\p{Lu}\S*)+$/u.test(text.trim())) return true
  const sought = searchedWords(word)
  return namesOf(actor).some((name) =>
    searchedWords(name).some((part) =>
      sought.some(
        (each) => each === part || isOneSlip(each, part) || (each.length > 2 && part.startsWith(each)),
      ),
    ),
  )
}

function namesOf(actor: Actor): string[] {
  const named = [families, guardians, teachers] as const
  return [
    ...named.flatMap((table) =>
      ownRows(actor, table, ["name"])
        .all()
        .map(({ name }) => name),
    ),
    ...ownRows(actor, students, { first: students.firstName, last: students.lastName })
      .all()
      .map(({ first, last }) => `${first} ${last}`),
    ...select({ name: users.name })
      .from(members)
      .innerJoin(users, eq(users.id, members.userId))
      .where(own(actor, members))
      .all()
      .map(({ name }) => name),
  ]
}

/** A page of the words, those looked for most first. */
export function listMissed(_staff: SuperActor, page: number) {
  return {
    rows: select()
      .from(missedSearches)
      .orderBy(desc(missedSearches.times), desc(missedSearches.lastAt), missedSearches.word)
      .limit(PER_PAGE)
      .offset((page - 1) * PER_PAGE)
      .all(),
    total: select({ n: count() }).from(missedSearches).get()?.n ?? 0,
  }
}

/** Those that no one has looked for in a while, and of very many the oldest. */
export function forgetOldMissed() {
  platformRemove(missedSearches, lt(missedSearches.lastAt, now() - missedKeptDays * day))
  const rest = select({ lastAt: missedSearches.lastAt })
    .from(missedSearches)
    .orderBy(desc(missedSearches.lastAt))
    .limit(1)
    .offset(mostWords)
    .get()
  if (rest) platformRemove(missedSearches, lt(missedSearches.lastAt, rest.lastAt))
}
