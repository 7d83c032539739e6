import { fold } from "./names"

// Finding a thing by a word or two of its name. Safe in the browser.

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
