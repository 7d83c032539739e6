import { fold } from "~/utils/names"

// Search for a person, a class, an invoice or a page by a word or two. Safe in the browser.

/** What can be done with something found, such as taking a family's payment. */
export type FoundAct = { to: string; label: string }
/** Something found: where it is, what it is called, and what tells it from others of that name. */
export type Found = { to: string; title: string; detail: string | null; acts?: readonly FoundAct[] }
/** Things of one kind, the closest first; `more` leads to the list that has the rest. */
export type FoundGroup = { label: string; found: Found[]; more: string | null }

/** How many of each kind are shown: together 50 at most. */
export const mostOf = {
  students: 12,
  families: 8,
  teachers: 6,
  classes: 8,
  invoices: 6,
  schools: 20,
  actions: 4,
  places: 6,
} as const

const longest = 100

/** What someone looks for, from the address. */
export const readSearch = (parameters: URLSearchParams): string =>
  (parameters.get("q") ?? "").trim().slice(0, longest)

/** Something that can be found: its name, and what else it is known by. */
export type Findable = { title: string; also?: string }

/** Shorter words are part of too many names. */
const lettersInside = 3

/**
 * How close a thing is: 0 begins with the words; 1, each begins a word of its name; 2, or of what else it is known by;
 * 3 holds them inside its name. Undefined: not meant.
 */
function closeness(words: readonly string[], { title, also }: Findable): number | undefined {
  const name = fold(title)
  const begins = (text: string) => words.every((word) => ` ${text}`.includes(` ${word}`))
  if (name.startsWith(words.join(" "))) return 0
  if (begins(name)) return 1
  if (also && begins(`${name} ${fold(also)}`)) return 2
  const isLong = words.every(({ length }) => length >= lettersInside)
  return isLong && words.every((word) => name.includes(word)) ? 3 : undefined
}

/**
 * Those of the things that are meant, whatever the case and accents, the closest first and otherwise in the order given;
 * at most `most` of them. `more` says that there were more. A text without a letter or digit means nothing.
 */
export function findAmong<Thing extends Findable>(
  findables: readonly Thing[],
  text: string,
  most: number,
): { found: Thing[]; more: boolean } {
  const words = fold(text).split(" ").filter(Boolean)
  if (words.length === 0) return { found: [], more: false }
  const meant = findables
    .flatMap((findable) => {
      const distance = closeness(words, findable)
      return distance === undefined ? [] : [{ thing: findable, distance }]
    })
    .sort((a, b) => a.distance - b.distance)
    .map(({ thing: findable }) => findable)
  return { found: meant.slice(0, most), more: meant.length > most }
}

/** A group of results; empty without results. */
export const groupOf = (
  label: string,
  { found, more }: { found: readonly Found[]; more: boolean },
  restAt?: string,
): FoundGroup[] =>
  found.length === 0
    ? []
    : [
        {
          label,
          found: found.map(({ to, title, detail, acts }) => ({
            to,
            title,
            detail,
            ...(acts && acts.length > 0 ? { acts } : {}),
          })),
          more: (more && restAt) || null,
        },
      ]
