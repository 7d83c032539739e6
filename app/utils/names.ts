// The names of people: how one is written, and how two spellings of it are recognized as the same.

/** "Amara Okafor". */
export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim()

const letters: Readonly<Record<string, string>> = {
  ß: "ss",
  ø: "o",
  ł: "l",
  đ: "d",
  ı: "i",
  æ: "ae",
  œ: "oe",
}

/** For comparing only: without case, accents and punctuation. "Müller, JÖRG" and "muller jorg" are the same. */
export function fold(text: string): string {
  const small = text.toLowerCase()
  // Most names have letters of English alone, which are folded in a third of the time.
  return isPlain.test(small) ? small.replace(/[^a-z0-9]+/g, " ").trim() : foldAny(small)
}

const apostrophes = /['’ʼ]/g

/** What a text is found by: folded, and where it has an apostrophe without it as well, as O'Brien is looked up as "obrien". */
export const foldToFind = (text: string): string =>
  text.search(apostrophes) < 0 ? fold(text) : `${fold(text)} ${fold(text.replace(apostrophes, ""))}`

/** The words that someone looks for. */
export const searchedWords = (search: string): string[] => fold(search).split(" ").filter(Boolean)

/** Whether a text holds each of the words, whatever its case, accents and apostrophes. */
export function holdsWords(text: string, words: readonly string[]): boolean {
  const found = foldToFind(text)
  return words.every((word) => found.includes(word))
}

const isPlain = /^[ -~]*$/

function foldAny(small: string): string {
  return small
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[ßøłđıæœ]/g, (letter) => letters[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
}
