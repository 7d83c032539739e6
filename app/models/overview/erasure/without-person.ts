// An email's data without an erased person. A name of one word ("May", "Will", "Mom") is a word of other sentences, too, so it
// is replaced only where it stands for a person: in the fields of names, and as the label of a line. Safe in the browser.

export type Wording = {
  /** Names of two words or more, replaced wherever they are. */
  inTexts: readonly string[]
  /** Replaced where the field of a name says nothing else. */
  inNames: readonly string[]
  /** The same in the fields of students. */
  ofStudent: readonly string[]
  /** Replaced before what a line says of them: "May: Violin". */
  inLabels: readonly string[]
  /** Their own, and no one else's. */
  addresses: readonly string[]
  erasedName: string
}

const nameFields = [
  ...["recipientName", "authorName", "askerName", "payerName", "guardianName", "teacherName", "teacher"],
  "name",
]
const erasedBody = "This message was erased."
const studentFields = ["studentName", "studentNames"]

export const isOneWord = (name: string): boolean => !/\s/u.test(name.trim())

/** The data with the names replaced; what the person wrote themselves is gone. */
export function withoutPerson(data: unknown, wording: Wording): unknown {
  if (data === null || typeof data !== "object" || Array.isArray(data)) return data
  const facts: Record<string, unknown> = { ...data }
  const { inNames, ofStudent } = wording
  if ([facts.authorName, facts.askerName].some((name) => isOneOf(inNames, name))) {
    if ("body" in facts) facts.body = erasedBody
    if ("answerTo" in facts) facts.answerTo = null
    if ("note" in facts) facts.note = null
  }
  if (isOneOf(wording.addresses, facts.answerTo)) {
    facts.answerTo = null
    if ("body" in facts) facts.body = erasedBody
  }
  if (isOneOf(ofStudent, facts.studentName) && "text" in facts) facts.text = null
  // What an email of lesson notes says of an erased student is about no one else.
  if (Array.isArray(facts.students))
    facts.students = facts.students.map((one) =>
      isOneOf(ofStudent, one?.studentName)
        ? { ...one, lessons: [], practice: [], reports: [], nextLesson: null }
        : one,
    )
  if (typeof facts.whose === "string" && facts.whose.split(", ").some((name) => isOneOf(inNames, name))) {
    facts.whose = null
    facts.phone = wording.erasedName
    facts.body = erasedBody
  }
  return withoutNames(facts, wording)
}

/** The same facts with the names replaced, and nothing else changed. */
export const withoutNames = (facts: unknown, wording: Wording): unknown => replaced(facts, "", wording)

/** The same for one line of text, such as what a class is called. */
export const withoutNamesInLine = (line: string, wording: Wording): string =>
  replacedText(line, "className", wording)

function replaced(value: unknown, key: string, wording: Wording): unknown {
  if (Array.isArray(value)) return value.map((each) => replaced(each, isNameField(key) ? key : "", wording))
  if (value !== null && typeof value === "object")
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, replaced(each, name, wording)]),
    )
  return typeof value === "string" ? replacedText(value, key, wording) : value
}

/** A text of a list has no key: it is a line. */
function replacedText(text: string, key: string, wording: Wording): string {
  const { inTexts, inNames, ofStudent, inLabels, addresses, erasedName } = wording
  if (key === "schoolName") return text
  if (addresses.includes(text.toLowerCase())) return erasedName
  if (nameFields.includes(key))
    return isOneOf(inNames, text)
      ? erasedName
      : inTexts
          .filter((name) => inNames.includes(name))
          .reduce((rest, name) => swap(rest, asWholeName(name), erasedName), text)
  if (studentFields.includes(key) && isOneOf(ofStudent, text)) return erasedName
  const isLine = key === "" || key === "className"
  const labeled = isLine ? inLabels.reduce((line, name) => swap(line, asLabel(name), erasedName), text) : text
  return inTexts.reduce((rest, name) => swap(rest, asWords(name), erasedName), labeled)
}

const isNameField = (key: string) => nameFields.includes(key) || studentFields.includes(key)
const isOneOf = (names: readonly string[], value: unknown): boolean => names.some((name) => name === value)
const swap = (text: string, found: RegExp, name: string) => text.replace(found, () => name)
const escaped = (name: string) => name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")
const asWords = (name: string) => new RegExp(`(?<![\\p{L}\\p{N}])${escaped(name)}(?![\\p{L}\\p{N}])`, "gu")
/** In the field of a name, "Ada Quigley-Ray" is someone else than Ada Quigley; "Ada Quigley-duo" still is her. */
const asWholeName = (name: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${escaped(name)}(?![\\p{L}\\p{N}]|-\\p{Lu})`, "gu")
const asLabel = (name: string) => new RegExp(`(?<=^|[;:,(] ?)${escaped(name)}(?=$|[;:,)’'])`, "gu")
