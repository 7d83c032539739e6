import { stemmer } from "stemmer"
import { fold } from "~/utils/names"
import { isOneSlip } from "~/utils/one-slip"

// Finding a screen, a setting, an act or an article by the words people have for it: plurals and endings don't matter, and from
// five letters on one of them may be wrong, missing, too many or exchanged with the next.

/** What can be found: its title, and its words or questions with a | between them. */
export type Wordy = { title: string; words: string }

type Indexed<Thing> = {
  thing: Thing
  title: string[]
  /** As they are written, and by their stems. */
  written: string[]
  phrases: string[]
  words: Set<string>
}

const small = new Set(
  "a an the of for to in on at and or by how do does did i me my we us our you your it its this that is are be can could with what where when who which there please want need would like should see find show get have has s t m".split(
    " ",
  ),
)

const wordsOf = (text: string): string[] =>
  fold(text)
    .split(" ")
    .filter((word) => word.length > 1 && !small.has(word))
const stemsOf = (text: string): string[] => wordsOf(text).map((word) => stemmer(word))

/** Read once, things can be looked through again and again. */
export const indexOf = <Thing extends Wordy>(things: readonly Thing[]): Indexed<Thing>[] =>
  things.map((thing) => {
    const written = [thing.title, ...thing.words.split("|")].map(fold)
    const phrases = thing.words.split("|").map((phrase) => stemsOf(phrase).join(" "))
    const words = new Set([...written, ...phrases].flatMap((each) => each.split(" ")))
    return { thing, title: stemsOf(thing.title), written, phrases, words }
  })

/** How well a word is meant by one of several: 1 it is one of them, 0.7 it begins one, 0.5 a slip away, 0 not. */
function meant(word: string, written: string, among: Iterable<string>): number {
  let best = 0
  for (const each of among) {
    if (each === word) return 1
    if (each.startsWith(word) || each.startsWith(written)) best = Math.max(best, 0.7)
    else if (isOneSlip(word, each) || isOneSlip(written, each)) best = Math.max(best, 0.5)
  }
  return best
}

export type Hit<Thing> = { thing: Thing; score: number }

/** From here on someone means this thing and no person of that name. */
export const surely = 80

/** Those that are meant by every word of a text, the best first. */
export const findPlaces = <Thing>(index: readonly Indexed<Thing>[], text: string): Hit<Thing>[] =>
  match(index, text, (meantWords, all) => meantWords === all)

/** Those that are plainly meant by most of its words, or by one of two, for a text that nothing is meant by as a whole. */
export const findNear = <Thing>(index: readonly Indexed<Thing>[], text: string): Hit<Thing>[] =>
  match(index, text, (meantWords, all) => meantWords * 2 >= all, 60)

function match<Thing>(
  index: readonly Indexed<Thing>[],
  text: string,
  isEnough: (meantWords: number, all: number) => boolean,
  /** The score from which on a word counts as meant. */
  plainly = 1,
): Hit<Thing>[] {
  const all = fold(text)
  const written = wordsOf(text)
  const sought = written.map((word) => stemmer(word))
  if (sought.length === 0) return []
  const whole = sought.join(" ")
  return index
    .flatMap(({ thing, title, written: known, phrases, words }): Hit<Thing>[] => {
      if (title.join(" ") === whole) return [{ thing, score: 100 }]
      // The words that say it best stand first.
      const [as, at] = [known.indexOf(all), phrases.indexOf(whole)]
      if (as >= 0) return [{ thing, score: 98 - Math.min(as, 20) * 0.1 }]
      if (at >= 0) return [{ thing, score: 95 - Math.min(at, 14) * 0.5 }]
      const scores = sought.map((word, index) => {
        const own = written[index] ?? word
        return Math.max(meant(word, own, title) * 70, meant(word, own, words) * 60)
      })
      if (!isEnough(scores.filter((score) => score >= plainly).length, scores.length)) return []
      const isPhrase = phrases.some((phrase) => ` ${phrase} `.includes(` ${whole} `))
      const sum = scores.reduce((total, score) => total + score, 0)
      return [{ thing, score: sum / scores.length + (isPhrase ? 5 : 0) - title.length * 0.1 }]
    })
    .sort((one, other) => other.score - one.score)
}
