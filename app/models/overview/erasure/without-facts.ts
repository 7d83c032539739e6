import { isOneWord, type Wording, withoutPerson } from "./without-person"

// What an entry of the activity keeps beside who did what and when. Of an entry about an erased person only what isn't
// personal stays; every other entry loses the name. Safe in the browser.

/** By what a person is recognized in the activity and in imported files. */
export type Traces = {
  /** Of their record and of those merged into it, and of their login where it ended. */
  ids: string[]
  memberId: string | null
  /** In full, as no one else of the school is called. */
  uniqueNames: string[]
  /** All of it, also what others are called. */
  names: string[]
  firstName: string | null
  lastName: string | null
  addresses: string[]
  erasedName: string
}

/** Facts that say something of a person, whatever they say. */
const personal = new Set([
  ...["address", "answer", "billingAddress", "billingEmail", "birthDate", "body", "code", "email", "level"],
  ...["medicalNotes", "note", "notes", "noticeText", "phone", "private", "reason", "reference", "relation"],
  ...["shared", "taxNumber", "text", "username", "words"],
])
const nameFacts = new Set(["name", "firstName", "lastName", "studentName", "guardianName", "title"])

/** Whether an entry is about the person's own record, names it, or neither. */
export type About = "own" | "named" | null

export const aboutOf = (nounId: string, facts: string, { ids }: Traces): About =>
  ids.includes(nounId) ? "own" : ids.some((id) => facts.includes(`"${id}"`)) ? "named" : null

/** The facts of an entry as they stay; null stays null. */
export function withoutTraces(facts: string | null, traces: Traces, about: About): string | null {
  if (facts === null) return null
  const { uniqueNames, addresses, erasedName } = traces
  const isLong = (name: string) => !isOneWord(name)
  const wording: Wording = {
    ...{ inTexts: (about ? traces.names : uniqueNames).filter(isLong), inNames: uniqueNames },
    ...{ ofStudent: uniqueNames, inLabels: [], addresses, erasedName },
  }
  const known = withoutPerson(JSON.parse(facts), wording)
  return JSON.stringify(about ? withoutFacts(known, traces, about) : known)
}

function withoutFacts(value: unknown, traces: Traces, about: About): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutFacts(each, traces, about))
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([fact, each]) => {
      if (personal.has(fact)) return []
      if (nameFacts.has(fact) && (about === "own" || isOfTheirs(each, traces)))
        return [[fact, traces.erasedName]]
      return [[fact, withoutFacts(each, traces, about)]]
    }),
  )
}

/** A class or a task has a name, too: beside their own record only theirs goes. */
const isOfTheirs = (value: unknown, { names, firstName, lastName }: Traces): boolean =>
  typeof value === "string" && [...names, firstName, lastName].includes(value)

/** Whether a row of an imported file is about them: an address of theirs, or their name in one cell or in two. */
export function isRowOf(cells: readonly string[], traces: Traces): boolean {
  const told = cells.map((cell) => cell.trim().toLowerCase())
  const { names, firstName, lastName, addresses } = traces
  const has = (text: string) => told.includes(text.toLowerCase())
  return (
    addresses.some((address) => told.some((cell) => cell.includes(address))) ||
    names
      .filter((name) => !isOneWord(name))
      .some((name) => told.some((cell) => cell.includes(name.toLowerCase()))) ||
    (firstName !== null && lastName !== null && lastName !== "" && has(firstName) && has(lastName)) ||
    told.some(
      (cell) => firstName !== null && lastName !== null && cell === `${lastName}, ${firstName}`.toLowerCase(),
    )
  )
}
