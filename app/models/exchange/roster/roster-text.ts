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

/**
 * The cell as its writer meant it. An apostrophe before a formula sign is how spreadsheets, and our own files of
 * problem rows, keep a text from being a formula; it is not part of the text.
 */
export function withoutFormulaMark(text: string): string {
  return /^'[=+\-@\t\r\n＝＋－＠]/.test(text) ? text.slice(1) : text
}

/** A text short enough for a sentence. */
export function shorten(text: string, most = 40): string {
  const line = cleanLine(text)
  return line.length > most ? `${line.slice(0, most - 1).trimEnd()}…` : line
}

const surnameParticles = new Set(
  "al bin da dal de del della den der di dos du el la las le los mac o san st ten ter van vom von zu zum zur y".split(
    " ",
  ),
)

/**
 * First and last name from one cell: "Lena Müller", "Müller, Lena", "Jasper Van der Berg". The last word is the
 * last name, with the small words before it; a single word is a first name.
 */
export function splitName(name: string): { firstName: string; lastName: string } {
  const line = cleanLine(name)
  const [beforeComma = "", ...afterComma] = line.split(",").map((part) => part.trim())
  if (afterComma.length === 1 && beforeComma && afterComma[0]) {
    return { firstName: afterComma[0], lastName: beforeComma }
  }
  const words = line.split(" ")
  let lastStart = words.length - 1
  while (lastStart > 1 && surnameParticles.has((words[lastStart - 1] ?? "").toLowerCase())) lastStart--
  if (lastStart < 1) return { firstName: line, lastName: "" }
  return { firstName: words.slice(0, lastStart).join(" "), lastName: words.slice(lastStart).join(" ") }
}

/** Whether a name holds signs that names do not: kept as text all the same, but worth a second look. */
export function looksUnlikeName(name: string): boolean {
  return /[<>{}[\]=@#$%^*\\|~]|https?:|\d{3}/i.test(name)
}
