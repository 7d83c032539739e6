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

// American English would put another comma before the "and"; the product never has.
const list = new Intl.ListFormat("en-GB", { type: "conjunction" })

/** Names as people read them out: "Ada", "Ada and Ben", "Ada, Ben and Cleo"; nothing for none. */
export const joinNames = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? "") : list.format(names)

/** "Wed, Nov 25 and 4 more" */
export const firstAndMore = (one: string, others: number): string =>
  others > 0 ? `${one} and ${others} more` : one

// How a student's lesson is called where the class may be named for the student. Safe in the browser.

/** A student's lesson: "Milo Haddad: Guitar ensemble", and just "Milo Haddad, guitar" where the class is named for the student. */
export const lessonOf = (studentName: string, className: string): string =>
  className.includes(studentName) ? className : `${studentName}: ${className}`

/** A class with those who are in it: "Guitar duo (Milo Haddad, Otis Haddad)", unless it is named for them. */
export const classWith = (names: readonly string[], className: string): string =>
  names.every((name) => className.includes(name)) ? className : `${className} (${names.join(", ")})`

/** A class without the name of the student whom it is named for: "drums". */
export const classAlone = (studentName: string, className: string): string =>
  className.startsWith(`${studentName}, `) ? className.slice(studentName.length + 2) : className

// Names in addresses that people choose, such as harmony-music. Safe in the browser.

/** Lowercase letters, digits and single hyphens between them, from 3 to 40 characters. */
export const isWebName = (name: string): boolean =>
  /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) && name.length >= 3 && name.length <= 40

/** A text as such a name, at most 40 characters; empty where too little is left of it. */
export function webNameFrom(text: string): string {
  const plain = text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replace(/^-+|-+$/g, "")
  return isWebName(plain) ? plain : ""
}

/** Why a guardian gets a message: "Guardian of Amara and Milo". */
export const guardianOf = (firstNames: string[]): string => `Guardian of ${joinNames(firstNames)}`

/** Words as a sentence or a label begins. */
export const upperFirst = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
