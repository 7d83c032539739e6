import { fold } from "~/utils/names"
import { perChild, perLesson, perSheet, placeOf, sheetOfRow } from "~/utils/sheet-rows"
import { instruments } from "./roster-synonyms"

// The text of a cell: cleaned of what no person typed, otherwise kept letter by letter.

// Control characters, and the marks that turn the direction of writing round and so make a text look like another.
const invisible = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** Several lines as typed: line ends become \n, other control characters go, the ends are trimmed. */
export function cleanBlock(text: string): string {
  return text
    .replace(/\r\n?|\u2028|\u2029/g, "\n")
    .replace(/\t/g, " ")
    .replace(invisible, (letter) => (letter === "\n" ? "\n" : ""))
    .trim()
}

/** The same as one line, with single spaces. */
export function cleanLine(text: string): string {
  return cleanBlock(text).replace(/\s+/g, " ")
}

/** A text without emojis. */
export const withoutPictures = (text: string): string =>
  cleanLine(text.replace(/(?:\p{Extended_Pictographic}|\u200d|\ufe0f)+/gu, " "))

/**
 * The cell as its writer meant it. An apostrophe before a formula sign is how spreadsheets, and our own files of
 * problem rows, keep a text from being a formula; it is not part of the text.
 */
export function withoutFormulaMark(text: string): string {
  const quoted = /^\s*="([^"]*)"\s*$/.exec(text)?.[1]
  if (quoted !== undefined) return quoted
  const address = /^\s*=HYPERLINK\(\s*"(?:mailto:|tel:)([^"?]+)[^)]*\)\s*$/i.exec(text)?.[1]
  if (address !== undefined) return address
  return /^'[=+\-@\t\r\n＝＋－＠\d]/.test(text) ? text.slice(1) : text
}

/**
 * What a spreadsheet leaves where a value was: an error, a long number in short form, or a formula that was never worked out.
 * A sentence's end after the cell's text; null when the cell is fine.
 */
export function eatenBy(text: string): string | null {
  if (text === uncalculated)
    return "has a formula without a value. Open the file in your spreadsheet program, save it and upload it again."
  if (/^#(?:N\/A|VALUE!|REF!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|ERROR!|#+)$/i.test(text))
    return "is a spreadsheet’s sign for an error, not a value."
  if (/^\d(?:[.,]\d+)?E\+?\d{1,3}$/i.test(text))
    return "is a long number that a spreadsheet shortened. Show the column as a whole number, then export it again."
  return null
}

/** What stands for a formula that has no value. */
export const uncalculated = "#FORMULA"

/** What people write where a cell says what the one above it does. "Do." is a Thursday. */
export const isDitto = (text: string): boolean =>
  isDittoMark(text) ||
  /^\(?(?:ditto|dito|dto\.?|idem|[íi]dem|(?:same )?as above|see above|[sw]\. ?o\.|siehe oben|wie oben|zie boven|como arriba|voir ci-dessus|come sopra|jak wy[żz]ej|som ovan|som ovenfor)\)?$/i.test(
    text,
  )

/** The same in words that are no one’s name. */
export const isDittoSentence = (text: string): boolean => isDitto(text) && /[\s.]/.test(text)

/** A sign for it, which is nothing else: "Dito" is a last name, too. */
export const isDittoMark = (text: string): boolean => /^(?:["'″〃”“]|''|,,)$/.test(text)

/** What people write where they have nothing to write. */
export const isBlankWord = (text: string): boolean =>
  /^(?:n\/?a|n\.a\.|no (?:e-?mail|phone|cell|mobile|number|address)|not (?:provided|available|applicable|given|known|on file|yet(?: scheduled)?|scheduled(?: yet)?)|none(?: yet)?|no lessons?(?: yet)?|null|nil|unknown|-+|–|—|\?+|tbc|tbd|k\.?a\.?)$/i.test(
    text,
  )

/** A row's number as its spreadsheet shows it: where a file has several sheets, with the sheet; of a further child or lesson in a row, with which; of a timetable's cell, with its column. */
export function rowText(rowNumber: number): string {
  const child = Math.floor(rowNumber / perChild) % 10
  const lesson = Math.floor(rowNumber / perLesson) % 100
  const sheet = sheetOfRow(rowNumber)
  const place = placeOf(rowNumber)
  const places = [
    sheet > 0 ? `sheet ${sheet}` : "",
    place ? ["column", columnLetters(place.column)].join(" ") : "",
    place && place.name > 0 ? ["name", place.name + 1].join(" ") : "",
    child > 0 ? `child ${child + 1}` : "",
    lesson > 0 ? `lesson ${lesson + 1}` : "",
  ].filter(Boolean)
  return `${rowNumber % perSheet}${places.length > 0 ? ` (${places.join(", ")})` : ""}`
}

/** A column as spreadsheets name it: A, B … Z, AA. */
const columnLetters = (column: number): string =>
  (column < 26 ? "" : columnLetters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))

/** A text short enough for a sentence. */
export function shorten(text: string, most = 40): string {
  const line = cleanLine(text)
  return line.length > most ? `${line.slice(0, most - 1).trimEnd()}…` : line
}

const surnameParticles = new Set(
  "al bin bint da dal das de del della den der di do dos du el ibn la las le los mac o san st ten ter van vom von zu zum zur".split(
    " ",
  ),
)

const suffix =
  /^(?:jr|sr|jnr|snr|jun|sen|junior|senior|ii|iii|iv|v|[2-4](?:nd|rd|th)|esq|phd|md|msc|bsc|mba)\.?$/i

/** What ends a name and isn't part of it: "Jr.", "III". */
export const isSuffix = (text: string): boolean => suffix.test(text)

/** "Jun" and "Sen" are first names as well, so behind a comma they end a name only in small letters or with a period. */
const isSuffixBehindComma = (text: string): boolean => isSuffix(text) && !/^(?:Jun|JUN|Sen|SEN)$/.test(text)

/** "van der", which stands in front of a last name. */
export const isNameParticle = (text: string): boolean =>
  text.length < 20 &&
  text
    .toLowerCase()
    .split(/[\s.]+/)
    .filter(Boolean)
    .every((word) => surnameParticles.has(word))

/** A last name, or a whole one, as a family shares it: "Marlow Jr." is Marlow. */
export const withoutSuffix = (name: string): string => {
  const words = name.split(" ")
  return words.length > 1 && isSuffix(words.at(-1) ?? "") ? words.slice(0, -1).join(" ") : name
}

/** The words of a name in one order: "Lowe, Eva" is Eva Lowe. */
export const nameKey = (name: string): string => fold(name).split(" ").sort().join(" ")

const titles = new Set(
  "rev reverend rabbi drs mag ing mr mrs ms miss mx dr prof professor sir herr frau fr hr monsieur madame mademoiselle m mme mlle senor senora sr sra srta".split(
    " ",
  ),
)

/**
 * First and last name from one cell: "Lena Müller", "Müller, Lena", "Jasper Van der Berg", "Smith Jr., Tom", "MÜLLER Lena". The last word is
 * the last name, with the small words before it and what only ends a name behind it; a single word is a first name.
 */
export function splitName(name: string): { firstName: string; lastName: string } {
  const line = cleanLine(name)
  const parts = line.split(",").map((part) => part.trim())
  const withParticles = particlesBehind(parts)
  if (withParticles) return withParticles
  const [beforeComma = "", ...afterComma] = parts
  const [ending = ""] = afterComma.filter(isSuffixBehindComma)
  const turned = afterComma.filter((part) => part !== ending)
  if (ending && turned.length === 0 && afterComma.length === 1)
    return withSuffix(splitName(beforeComma), ending)
  if (turned.length === 1 && beforeComma && turned[0]) {
    const words = turned[0].split(" ")
    const last = words.length > 1 && isSuffixBehindComma(words.at(-1) ?? "") ? words.pop() : undefined
    const found = { firstName: words.join(" "), lastName: beforeComma }
    return [last, ending].reduce((name, each) => (each ? withSuffix(name, each) : name), found)
  }
  const capitals = byCapitals(line)
  if (capitals) return capitals
  // In these letters the family's name is first.
  const [, family, given] = familyFirst.exec(line) ?? []
  if (family && given) return { firstName: given, lastName: family }
  const words = line.split(" ")
  const endings = words.length > 2 && isSuffix(words.at(-1) ?? "") ? words.splice(-1) : []
  let lastStart = words.length - 1
  const isBefore = (test: (word: string) => boolean) => test((words[lastStart - 1] ?? "").toLowerCase())
  while (lastStart > 1) {
    // "Ortega y Gasset" and "Silva e Souza" are each one last name.
    if (lastStart > 2 && isBefore((word) => word === "y" || word === "e")) lastStart -= 2
    else if (isBefore((word) => surnameParticles.has(word.replace(/\.$/, "")))) lastStart--
    else break
  }
  if (lastStart < 1) return { firstName: line, lastName: "" }
  return {
    firstName: words.slice(0, lastStart).join(" "),
    lastName: [...words.slice(lastStart), ...endings].join(" "),
  }
}

/** "Berg, Anna van der" and "Berg, van der, Anna": the small words are of the last name. */
function particlesBehind([last = "", ...rest]: readonly string[]): {
  firstName: string
  lastName: string
} | null {
  const [, given = "", particles = ""] =
    rest.length === 1 ? (/^(.*?\S)\s+((?:\p{Ll}+\s?)+)$/u.exec(rest[0] ?? "") ?? []) : []
  const [small = "", first = ""] = rest.length === 2 ? rest : [particles, given]
  return small && first && isNameParticle(small) ? { firstName: first, lastName: `${small} ${last}` } : null
}

const familyFirst =
  /^([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々ー]{1,6})\s([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々ー]{1,6})$/u

/** "Rossi Giulia" under "Cognome e nome": of a list that says so the family's name is first, in Spanish both. */
export function splitTurned(name: string, hasTwo: boolean): { firstName: string; lastName: string } | null {
  const words = cleanLine(name).split(" ")
  if (name.includes(",") || words.length < 2 || byCapitals(cleanLine(name))) return null
  let length = hasTwo && words.length > 2 ? 2 : 1
  while (length < words.length - 1 && isNameParticle(words.slice(0, length).join(" "))) length += 1
  return { firstName: words.slice(length).join(" "), lastName: words.slice(0, length).join(" ") }
}

/**
 * In whose whole names of a list the last name is first, where no comma says so: children and the adults beside them then share their
 * first word, "Smith Milo" and "Smith Anna", and not their last, or one's first is the other's last, "Smith Milo" and "Anna Smith".
 */
export function areTurned(
  pairs: readonly (readonly [child: string, adult: string])[],
): Record<"children" | "adults", boolean> {
  let [turned, usual] = [0, 0]
  const [children, adults] = [new Set<string>(), new Set<string>()]
  for (const names of pairs) {
    const [child = [], adult = []] = names.map((name) => fold(withoutSuffix(withoutTitle(name))).split(" "))
    if (
      names.some((name) => /[,;/\n]/.test(name) || familyFirst.test(name)) ||
      child.length < 2 ||
      adult.length < 2
    )
      continue
    const [isFirst, isLast] = [child[0] === adult[0], child.at(-1) === adult.at(-1)]
    if (isFirst && !isLast) turned += 1
    if (isLast && !isFirst) usual += 1
    if (isFirst || isLast) continue
    // "Stein Ava" beside "Kim Stein-Huber", too.
    const lasts = withoutSuffix(names[1])
      .split(/[\s-]+/)
      .map(fold)
      .slice(-2)
    const isHyphen = /-\S+$/.test(withoutSuffix(names[1])) && lasts.includes(child[0] ?? "")
    if (child[0] === adult.at(-1) || isHyphen) children.add(child[0] ?? "")
    if (child.at(-1) === adult[0]) adults.add(adult[0] ?? "")
  }
  if (turned > usual * 4) return { children: true, adults: true }
  // One child called as a parent's family is chance.
  const areMost = (names: Set<string>, others: Set<string>) =>
    names.size > 1 && names.size > (usual + turned + others.size) * 4
  return { children: areMost(children, adults), adults: areMost(adults, children) }
}

const surnames = new Set(
  "garcia rodriguez gonzalez fernandez lopez martinez sanchez perez gomez jimenez ruiz hernandez diaz moreno munoz alvarez romero gutierrez navarro torres dominguez vazquez ramos ramirez serrano molina morales suarez ortega delgado castro ortiz rubio nunez iglesias medina garrido castillo lozano guerrero prieto mendez flores herrera vargas reyes aguilar rojas salazar chavez rivera mendoza vega".split(
    " ",
  ),
)

/**
 * "Ana García López" with both last names: where a list is Spanish, both are usual last names, or an adult beside them is
 * called by the first of them.
 */
export function withTwoLastNames(
  name: { firstName: string; lastName: string },
  { adults, isUsual }: { adults: readonly string[]; isUsual: boolean },
): { firstName: string; lastName: string } {
  const words = name.firstName.split(" ")
  const second = fold(words.at(-1) ?? "")
  if (words.length < 2 || second === "" || !name.lastName) return name
  const isAdults = adults.some((adult) => {
    const own = withTwoLastNames(splitName(withoutTitle(adult)), { adults: [], isUsual })
    const last = fold(own.lastName).split(" ")[0]
    return last === second && last !== fold(name.lastName)
  })
  const areUsual = surnames.has(second) && surnames.has(fold(name.lastName))
  if (!isUsual && !areUsual && !isAdults) return name
  return { firstName: words.slice(0, -1).join(" "), lastName: `${words.at(-1)} ${name.lastName}` }
}

/** "MARTIN Sophie", "Sophie DE LA TOUR": a family name in capitals is told from a first name that isn’t, wherever it stands. */
export function byCapitals(line: string): { firstName: string; lastName: string } | null {
  const words = line.split(" ")
  const areCapitals = words.map((word) => /^\p{Lu}[\p{Lu}'’.-]*\p{Lu}$/u.test(word) && !isSuffix(word))
  const count = areCapitals.filter(Boolean).length
  const isLong = words.some((word, at) => areCapitals[at] && word.length > 2)
  if (count === 0 || count === words.length || !isLong) return null
  const isFirst = areCapitals.slice(0, count).every(Boolean)
  if (!isFirst && !areCapitals.slice(-count).every(Boolean)) return null
  const [one, other] = isFirst
    ? [words.slice(count), words.slice(0, count)]
    : [words.slice(0, -count), words.slice(-count)]
  if (!/^\p{Lu}\p{Ll}/u.test(one[0] ?? "")) return null
  return { firstName: one.join(" "), lastName: other.join(" ") }
}

const withSuffix = (name: { firstName: string; lastName: string }, ending: string) =>
  name.lastName
    ? { ...name, lastName: `${name.lastName} ${ending}` }
    : { ...name, firstName: `${name.firstName} ${ending}` }

/** Where a name begins behind its titles, -1 where nothing is left; a single "M" behind one is an initial. */
const afterTitles = (words: readonly string[]): number =>
  words.findIndex((word, at) => {
    const bare = word.toLowerCase().replace(/[.,]/g, "")
    return !titles.has(bare) || (bare === "m" && at > 0)
  })

/** A name without titles in front, even if nothing is left: "Mr." */
export function bareName(name: string): string {
  const words = cleanLine(name).split(" ")
  const start = afterTitles(words)
  return start < 0 ? "" : words.slice(start).join(" ")
}

/** A name without the title in front, unless it would be a last name alone: "Ms. Green" stays. */
export function withoutTitle(name: string): string {
  const words = cleanLine(name).split(" ")
  const start = afterTitles(words)
  const rest = words.slice(Math.max(start, 0))
  const isOfSeveral = /^(?:&|\+|and|und|et|y)$/i.test(rest[0] ?? "")
  return start > 0 && rest.length > 1 && !isOfSeveral ? rest.join(" ") : words.join(" ")
}

/** An adult's name as letters greet them: "Oak, Bob" is Bob Oak, "Mrs Jane Ford" Jane Ford. */
export function personName(text: string): string {
  const line = withoutTitle(text)
  const commas = line.split(",").length - 1
  const capitals = commas === 0 ? byCapitals(line) : null
  if (capitals) return `${capitals.firstName} ${capitals.lastName}`
  if (commas === 0 || commas > 2) return line
  const { firstName, lastName } = splitName(line)
  return withoutTitle(`${withoutTitle(firstName)} ${lastName}`.trim())
}

/** Whether a name holds signs that names do not: kept as text all the same, but worth a second look. */
export function looksUnlikeName(name: string): boolean {
  return /[<>{}[\]=@#$%^*\\|~]|: |https?:|\d{3}/i.test(name)
}

const subCustomer = /^(\p{L}[^\d:]*):\s*(\p{L}[^\d:]*)$/u
/** Whose child a name is, as QuickBooks writes it: "Hart" of "Hart:Nina"; empty for another name. */
export const customerOf = (name: string): string => {
  const [, customer = "", child = ""] = subCustomer.exec(name) ?? []
  return instruments.includes(fold(child)) ? "" : customer
}
/** "Hart:Nina" is Nina Hart. */
export const ofCustomer = (name: string): string =>
  name.replace(subCustomer, (_, customer: string, child: string) =>
    child.includes(" ") ? child : [child, splitName(customer).lastName || customer].join(" "),
  )

/** "Becker" of "Familie Becker" and "Becker family"; nothing of "The Beckers". */
export const nameOfFamily = (household: string): string =>
  /^(?:(?:familie|famille|familia)\s+)?(?!the\b)(.+?)(?:\s+(?:family|household))?$/iu.exec(household)?.[1] ??
  ""
