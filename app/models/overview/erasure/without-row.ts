import { fold } from "~/utils/names"
import { erasedNames } from "./erasure"
import type { Traces } from "./without-facts"
import { isOneWord } from "./without-person"

// A row of an imported file without an erased person. The row of a student who was imported goes as a whole. A row that is
// another's, or isn't imported yet, loses only what is the person's own. Safe in the browser.

export type Reading = {
  /** What each column is, by its index. */
  mapping: Readonly<Record<number, string>>
  /** Whether the file isn't imported yet: its rows are still to be checked. */
  isOpen: boolean
  traces: Traces
}

/** What a row says of lessons and of the family, beside the student. */
const besideStudent =
  /^(guardian[1-4].*|household|householdCode|openingBalance|address2?|city|region|postcode|country|status|instrument|level|teacher|classKind|weekday|time|endTime|minutes|price|billing|startDate)$/

/** The cells as they stay, none if the whole row goes. `madeId` is the student whom the row made, if it is known. */
export function withoutInRow(
  cells: readonly string[],
  madeId: string | undefined,
  reading: Reading,
): readonly string[] {
  const { mapping, isOpen, traces } = reading
  const isTheirs = madeId ? traces.ids.includes(madeId) : isRowOf(cells, reading)
  if (isTheirs && !isOpen) return []
  const adults = ["guardian1", "guardian2", "guardian3", "guardian4"].filter((adult) =>
    isAdult(cells, adult, reading),
  )
  return cells.map((cell, column) => {
    const use = mapping[column] ?? ""
    if (isTheirs && !besideStudent.test(use)) return ""
    if (use === "teacher" && isTeacher(cell, traces)) return traces.erasedName
    return adults.some((adult) => use.startsWith(adult)) ? "" : withoutThem(cell, traces)
  })
}

/** A text without their addresses and the names that no one else has. */
export function withoutThem(text: string, { addresses, uniqueNames, erasedName }: Traces): string {
  const parts = text.split(/([\s,;<>]+)/)
  const isNamed = parts.some((part) => addresses.includes(part.toLowerCase()))
  const left = isNamed
    ? parts.map((part) => (addresses.includes(part.toLowerCase()) ? "" : part)).join("")
    : text
  if (isNamed && !/[\p{L}\p{N}]/u.test(left)) return ""
  return uniqueNames
    .filter((name) => !isOneWord(name))
    .reduce((rest, name) => rest.replace(asWords(name), () => erasedName), left)
}

/** A whole name in any case, with any spaces; never in the middle of a word. */
export const asWords = (name: string) => {
  const words = name
    .trim()
    .split(/\s+/u)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${words.join("\\s+")}(?![\\p{L}\\p{M}\\p{N}])`, "giu")
}

const isTeacher = (cell: string, { erasedName, uniqueNames }: Traces): boolean =>
  erasedName === erasedNames.teacher && uniqueNames.map(fold).includes(fold(cell))

function isRowOf(cells: readonly string[], { mapping, traces }: Reading): boolean {
  if (traces.erasedName !== erasedNames.student) return false
  const told = (use: string) => cells.find((_, column) => mapping[column] === use) ?? ""
  return isCalled([told("firstName"), told("lastName")], told("fullName"), told("studentEmail"), traces)
}

function isAdult(cells: readonly string[], adult: string, { mapping, traces }: Reading): boolean {
  const told = (use: string) => cells.find((_, column) => mapping[column] === `${adult}${use}`) ?? ""
  return (
    isCalled([told("Name"), told("LastName")], told("Name"), told("Email"), traces) ||
    severalIn(told("Name"), told("LastName")).some((name) => isCalled([], name, "", traces))
  )
}

/** The people of a cell that names several, each whole: "Ann & Bob Meyer", "Mom: Ann Meyer / Dad: Bob Meyer". */
function severalIn(cell: string, lastName: string): string[] {
  const parts = cell
    .split(/\s*[;\n&+|/]\s*|\s+(?:and|und|u\.?|et|y|e|en)\s+/iu)
    .map((part) => part.replace(/^\p{L}{2,20}\s*[:=]\s*/u, "").trim())
    .filter(Boolean)
  const last = lastName || (parts.at(-1) ?? "").split(/\s+/).at(-1)
  return parts.length < 2 ? [] : parts.map((part) => (/[\s,]/.test(part) ? part : `${part} ${last}`))
}

/** One whom others are called like is recognized by their address. */
function isCalled(parts: readonly string[], whole: string, email: string, traces: Traces): boolean {
  const isTheirAddress = traces.addresses.includes(email.trim().toLowerCase())
  const known = (isTheirAddress ? traces.names : traces.uniqueNames).map(fold)
  const [last = "", first = ""] = whole.split(",")
  return [parts.join(" "), whole, `${first} ${last}`].map(fold).some((name) => name && known.includes(name))
}
