import { studentFields } from "~/models/people/student/student-fields"
import { isOneWord, type Wording, withoutNames, withoutNamesInLine } from "./without-person"

// What an entry of the activity keeps beside who did what and when. Of an entry about an erased person the texts go that
// are personal, every other entry loses the name. No fact goes: its name, numbers, dates and ids stay, as the database
// checks (trigger events_unchanged). Safe in the browser.

/** A class that was called by someone, and how it's called since. */
export type Renamed = { from: string; to: string }

/** By what a person is recognized in the activity and in imported files. */
export type Traces = {
  /** Of their record, of those merged into it, and of their login where it ended. */
  ids: string[]
  memberId: string | null
  /** Of their family, where no one is left of it. */
  familyId: string | null
  /** In full, as no one else of the school is called. */
  uniqueNames: string[]
  /** All of it, also what others are called. */
  names: string[]
  firstName: string | null
  lastName: string | null
  addresses: string[]
  erasedName: string
  /** Private classes that no one else was ever in. */
  classIds: string[]
  /** Classes that were called by them. */
  renamed: Renamed[]
}

/** Texts that say something of a person, whatever they say. */
const nameFacts = new Set(["familyName", "firstName", "guardianName", "lastName", "name", "studentName"])
const personal = new Set([
  ...studentFields.filter((field) => !nameFacts.has(field)),
  ...["address", "answer", "billingAddress", "billingEmail", "body", "level", "note", "noticeText"],
  ...["private", "reason", "relation", "shared", "taxNumber", "text", "username", "words"],
])

/** The facts that an entry about an erased person may lose. */
export const facts: readonly string[] = [...personal, ...nameFacts]

/** What was noted with money belongs to the books. */
const moneyNouns = new Set([
  ...["charge", "credit-note", "discount", "expense", "hire", "invoice", "material", "package"],
  ...[
    "package-offer",
    "payment",
    "payment-order",
    "subscription",
    "subscription-attempt",
    "tax-rate",
    "voucher",
  ],
])

export type Entry = {
  verb: string
  noun: string
  nounId: string
  before: string | null
  after: string | null
}

/** About the person's own record, beside facts of others in an entry that names it, or neither. */
type About = "own" | "beside" | null

/** The facts of an entry before and after, as they stay; null stays null. */
export function withoutTraces(entry: Entry, traces: Traces): Pick<Entry, "before" | "after"> {
  const [before, after] = [parsed(entry.before), parsed(entry.after)]
  const isOwn = [...traces.ids, traces.familyId].includes(entry.nounId)
  const about: About = isOwn
    ? "own"
    : [before, after].some((each) => isBeside(each, traces))
      ? "beside"
      : null
  const wording = wordingOf(about, traces)
  const isOfOwnClass = traces.classIds.includes(entry.nounId)
  const keeps = { keepsTexts: moneyNouns.has(entry.noun), isAnswer: isOwn && entry.verb === "answer" }
  const kept = (given: string | null, value: unknown) =>
    given === null
      ? null
      : JSON.stringify(
          withoutFacts(withoutNames(withoutClasses(value, traces, isOfOwnClass), wording), traces, {
            about,
            ...keeps,
          }),
        )
  return { before: kept(entry.before, before), after: kept(entry.after, after) }
}

/** What an entry says, or a part of it that was kept. */
export const parsed = (given: string | null): unknown => (given === null ? null : JSON.parse(given))

/** Whether the facts hold the person's id themselves, not in a list of several. */
const isBeside = (value: unknown, { ids }: Traces): boolean =>
  isObject(value) && Object.values(value).some((each) => ids.some((id) => id === each))

export const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value)

/**
 * A class that was called by them is called otherwise wherever its whole name is. In the entries of a class that no one
 * else was in, its name has no first name of theirs either.
 */
function withoutClasses(value: unknown, traces: Traces, isOfOwnClass: boolean): unknown {
  const { renamed, firstName, erasedName } = traces
  if (isOfOwnClass && firstName && isObject(value) && typeof value.name === "string") {
    const wording = { inNames: [], ofStudent: [], inLabels: [], addresses: [], erasedName }
    const inTexts = [...traces.names, firstName]
    return { ...value, name: withoutNamesInLine(value.name, { ...wording, inTexts }) }
  }
  if (renamed.length === 0) return value
  const of = new Map(renamed.map(({ from, to }) => [from, to]))
  return JSON.parse(
    JSON.stringify(value, (_, each: unknown) => (typeof each === "string" ? (of.get(each) ?? each) : each)),
  )
}

function wordingOf(about: About, { names, uniqueNames, firstName, addresses, erasedName }: Traces): Wording {
  const known = about ? names : uniqueNames
  const inOwn = about === "own" && firstName ? [firstName] : []
  return {
    inTexts: [...known.filter((name) => !isOneWord(name)), ...inOwn],
    inNames: known,
    ofStudent: known,
    inLabels: [],
    addresses,
    erasedName,
  }
}

type Keeping = { about: About; keepsTexts: boolean; isAnswer: boolean }

function withoutFacts(value: unknown, traces: Traces, keeping: Keeping): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutFacts(each, traces, keeping))
  if (!isObject(value)) return keeping.isAnswer && typeof value === "string" ? null : value
  const about = keeping.about ?? (isBeside(value, traces) ? "beside" : null)
  return Object.fromEntries(
    Object.entries(value).map(([fact, each]) => [
      fact,
      typeof each === "string"
        ? textOf(fact, each, traces, { ...keeping, about })
        : withoutFacts(each, traces, { ...keeping, about }),
    ]),
  )
}

function textOf(fact: string, text: string, traces: Traces, { about, keepsTexts, isAnswer }: Keeping) {
  if (isAnswer) return null
  if (about === null) return text
  if (nameFacts.has(fact)) return about === "own" || isTheirs(text, traces) ? traces.erasedName : text
  return personal.has(fact) && !keepsTexts ? null : text
}

/** A class or a task has a name, too: beside their own record only theirs goes. */
const isTheirs = (text: string, { names, firstName, lastName }: Traces): boolean =>
  [...names, firstName, lastName].includes(text)
