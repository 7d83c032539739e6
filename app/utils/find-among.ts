import { fold, foldToFind, searchedWords } from "./names"
import { digitsOf, isNumberMeant, typedDigits } from "./phone-number"

// Finding a thing by a word or two of its name. Safe in the browser.

/** Something that can be found: its name, what else it is known by, and a number in any spelling. */
export type Findable = { title: string; also?: string; phone?: string | null }

/** A thing with its texts as they are compared. */
type Folded<Thing extends Findable> = { thing: Thing; name: string; also: string | undefined; digits: string }

/** Folded once, things can be looked through again and again. */
export const foldAll = <Thing extends Findable>(things: readonly Thing[]): Folded<Thing>[] =>
  things.map((thing) => ({
    thing,
    name: foldToFind(thing.title),
    also: thing.also && fold(thing.also),
    digits: digitsOf(thing.phone ?? ""),
  }))

/** Shorter words are part of too many names. */
const lettersInside = 3

/**
 * How close a thing is: 0 begins with the words; 1, each begins a word of its name; 2, or of what else it is known by;
 * 3 holds them inside its name. Undefined: not meant.
 */
function closeness(words: readonly string[], { name, also }: Folded<Findable>): number | undefined {
  const begins = (text: string) => words.every((word) => ` ${text}`.includes(` ${word}`))
  if (name.startsWith(words.join(" "))) return 0
  if (begins(name)) return 1
  if (also && begins(`${name} ${also}`)) return 2
  const isLong = words.every(({ length }) => length >= lettersInside)
  return isLong && words.every((word) => name.includes(word)) ? 3 : undefined
}

/**
 * Those of the things that are meant, whatever the case and accents, the closest first and otherwise in the order given;
 * at most `most` of them. `more` says that there were more. A text without a letter or digit means nothing.
 */
export const findAmong = <Thing extends Findable>(
  findables: readonly Thing[],
  text: string,
  most: number,
): { found: Thing[]; more: boolean } => findFolded(foldAll(findables), text, most)

/** The same among things that were folded before. */
export function findFolded<Thing extends Findable>(
  findables: readonly Folded<Thing>[],
  text: string,
  most: number,
): { found: Thing[]; more: boolean } {
  const words = searchedWords(text)
  if (words.length === 0) return { found: [], more: false }
  const typed = typedDigits(text)
  const meant = findables
    .flatMap((findable) => {
      const isNumber = typed && findable.digits && isNumberMeant(findable.digits, typed)
      const distance = isNumber ? 0 : closeness(words, findable)
      return distance === undefined ? [] : [{ thing: findable.thing, distance }]
    })
    .sort((a, b) => a.distance - b.distance)
    .map(({ thing }) => thing)
  return { found: meant.slice(0, most), more: meant.length > most }
}
