// The adults of a row: in columns of their own, or several in one cell, with contacts that order or a word tells apart.

import { fold } from "~/utils/names"
import { digitsOf } from "~/utils/phone-number"
import { type FieldKey, type GuardianNumber, guardianNumbers, rosterFields } from "./roster-field-names"
import { leaveOut } from "./roster-notes"
import type { RowFrame, RowReading, Take } from "./roster-reading"
import type { GuardianCells } from "./roster-row-values"
import { bareName, cleanLine, personName, shorten, splitName, withoutTitle } from "./roster-text"
import {
  isVague,
  parseBlock,
  parseEmail,
  parseLine,
  parsePhone,
  parseRelation,
  relationWord,
  splitEmails,
} from "./roster-values"

/** A name or a contact, and what a word beside it says whose it is: "Mom: 555-0100", "Ann Meyer (mother)". */
type Said = { relation: string | null; value: string }

const sheIsCalled = /^(\p{L}{2,20})\.?(?:\s*[:=]\s*|\s+[–-]\s+|\s+)(\S.*)$/u
const calledBehind = /^(\S.*?)\s*\(\s*(\p{L}{2,20})\s*\)$/u

function saidIn(part: string): Said {
  const [, before = "", value = ""] = sheIsCalled.exec(part) ?? []
  const known = relationWord(before)
  if (known) return { relation: known, value }
  const [, rest = "", behind = ""] = calledBehind.exec(part) ?? []
  const knownBehind = relationWord(behind)
  return knownBehind ? { relation: knownBehind, value: rest } : { relation: null, value: part }
}

const mostInCell = guardianNumbers.length

/** Who is no person though a sign stands in the name: "Meyer & Sons Ltd". */
const organization =
  /\b(?:ltd|gmbh|inc|llc|co|corp|sons|services?|trust|foundation|stiftung|council|charity|association|verein|e ?v|office|amt|school|academy|church|famil(?:y|ie|le|ia)|partners?|group)\b/

/** The adults that a cell names, each whole: "Ann & Bob Meyer", "Meyer, Ann; Meyer, Bob", "Mom: Ann Meyer / Dad: Bob Meyer". */
export function peopleIn(text: string, lastName = ""): Said[] {
  const whole = [saidIn(cleanLine(text))].map(({ relation, value }) => ({
    relation,
    value: wholeName(value, lastName),
  }))
  if (/[\d@<>]/.test(text) || organization.test(fold(text)) || text.length > 200) return whole
  const parts = partsOf(text, lastName !== "").map(saidIn)
  const bare = parts.map(({ value }) => bareName(value))
  const isNoName = ({ value }: Said) => !/^\p{L}[\p{L}\p{M}.'’ ,-]*$/u.test(value) || bareName(value) === ""
  if (parts.length < 2 || parts.length > mostInCell || parts.some(isNoName)) return whole
  const shared = sharedLastName(bare)
  const lastNames = partsOf(lastName, true)
  return parts.map(({ relation }, index) => {
    const name = bare[index] ?? ""
    const last = lastNames.length === parts.length ? lastNames[index] : lastName
    const isOneWord = !name.includes(" ") && !name.includes(",")
    const whole = last || (isOneWord ? shared : "")
    return { relation, value: wholeName(isOneWord && !whole ? (parts[index]?.value ?? name) : name, whole) }
  })
}

function partsOf(text: string, hasLastName: boolean): string[] {
  const lines = text.split(/\s*[;\n]\s*/)
  const parts = lines
    .flatMap((line) => line.split(/\s*[&+|]\s*|\s+(?:and|und|u\.?|et)\s+/iu))
    .flatMap((part) => byWord(part, hasLastName))
    .flatMap((part) => (hasLastName ? part.split(/\s*\/\s*/) : bySlash(part)))
    .flatMap(byComma)
  return parts.map(cleanLine).filter(Boolean)
}

/** Words that names have, too, such as "Ortega y Gasset", are between people where a last name stands behind the second alone: "Anna en Piet de Vries". */
function byWord(part: string, hasLastName: boolean): string[] {
  const [first = "", second = "", ...more] = part.split(/\s+(?:y|e|en)\s+/iu)
  const isTwo = second !== "" && more.length === 0 && !part.includes(",") && !first.includes(" ")
  return isTwo && (hasLastName || second.includes(" ")) ? [first, second] : [part]
}

/** "Meyer/Schmidt" is one name; "Ann / Bob Meyer" and "Ann Meyer/Bob Meyer" are two. */
function bySlash(part: string): string[] {
  const parts = part.split(/\s*\/\s*/)
  return /\s\/\s/.test(part) || /\s/.test(parts.at(-1) ?? "") ? parts : [part]
}

/** "Ann Meyer, Bob Meyer" are two; "Meyer, Ann" is one. */
function byComma(part: string): string[] {
  const parts = part.split(",").map(cleanLine)
  const ends = new Set(parts.map((each) => fold(each).split(" ").at(-1)))
  return parts.length > 1 && ends.size === 1 && parts.every((each) => each.includes(" ")) ? parts : [part]
}

/** The last name that stands once for several: behind the last of them, behind the first, or before a comma. */
function sharedLastName(names: readonly string[]): string {
  const [first = ""] = names
  if (first.includes(",")) return splitName(first).lastName
  return [names.at(-1) ?? "", first].map((name) => splitName(name).lastName).find(Boolean) ?? ""
}

/** A name in one cell, in any order, or in two. */
function wholeName(first: string, last: string): string {
  if (!first || !last) return personName(first || last)
  const whole = ` ${fold(first)} `.includes(` ${fold(last)} `) ? first : `${withoutTitle(first)} ${last}`
  return personName(whole)
}

const kinds = ["email", "phone"] as const
type ContactKind = (typeof kinds)[number]
const fieldFor = (of: GuardianNumber, kind: ContactKind) =>
  kind === "email" ? (`guardian${of}Email` as const) : (`guardian${of}Phone` as const)

/** All adults of a row. A contact that says whose it is goes there; several go to several people of one cell in their order. */
export function readGuardians(reading: RowReading, take: Take, frame: RowFrame): GuardianCells[] {
  const all = guardianNumbers.flatMap((of) => peopleOf(of, reading, take, frame))
  for (const of of guardianNumbers) for (const kind of kinds) shareContacts(reading, take, all, { of, kind })
  const isAnyone = ({ name, email, phone, relation, of }: GuardianCells) =>
    Boolean(name || email || phone) || (relation !== null && relation !== frame.relations[of - 1])
  return all.filter(isAnyone)
}

function peopleOf(of: GuardianNumber, reading: RowReading, take: Take, frame: RowFrame): GuardianCells[] {
  const name = take(`guardian${of}Name`, (text, label) => parseBlock(text, label, 200))
  const last = take(`guardian${of}LastName`, (text, label) => parseLine(text, label, 120))
  const relation = take(`guardian${of}Relation`, parseRelation)
  const people = name || last ? peopleIn(name ?? "", last ?? "") : namelessIn(of, reading)
  const relations = (relation ?? "").split(/\s*[/;&,]\s*|\s+(?:and|und|et)\s+/i).filter(Boolean)
  const isEach = relations.length === people.length && people.length > 1
  return people.map((person, index) => {
    const own = isEach ? (relations[index] ?? "") : people.length > 1 ? "" : (relation ?? "")
    const said = relationWord(own) ?? own
    const heading = people.length > 1 ? null : frame.relations[of - 1]
    return {
      of,
      name: person.value || null,
      relation: said || person.relation || heading || null,
      email: null,
      phone: null,
    }
  })
}

/** People that only contacts tell apart: "Mom: 555-0100 / Dad: 555-0101". */
function namelessIn(of: GuardianNumber, reading: RowReading): Said[] {
  const said = kinds.flatMap((kind) =>
    contactsIn(reading.cells[fieldFor(of, kind)]?.text ?? "").flatMap(({ relation }) => relation ?? []),
  )
  const relations = [...new Set(said)]
  return relations.length > 1
    ? relations.map((relation) => ({ relation, value: "" }))
    : [{ relation: null, value: "" }]
}

const betweenContacts =
  /\s*(?::::|[;|\n,])\s*|\s+[/&]\s+|\s+(?:and|or|und|oder|et|ou|y|o)\s+|\s+(?=\p{L}{2,20}\s*[:=])|(?<=@\S+)\s+(?=\S+@)/iu
const fewestDigits = 7

function contactsIn(text: string): Said[] {
  const parts = text.split(betweenContacts).flatMap((part) => {
    const halves = part.split("/")
    const isSeveral = halves.every((half) => half.includes("@") || digitsOf(half).length >= fewestDigits)
    return isSeveral ? halves : [part]
  })
  return parts.map(cleanLine).filter(Boolean).map(saidIn)
}

/** Whether a cell of contacts says whose they are: "Mom: 555-0100". */
export const saysWhose = (text: string): boolean => contactsIn(text).some(({ relation }) => relation !== null)

function shareContacts(
  reading: RowReading,
  take: Take,
  all: GuardianCells[],
  { of, kind }: { of: GuardianNumber; kind: ContactKind },
): void {
  const field = fieldFor(of, kind)
  const cell = reading.cells[field]
  const own = all.filter((each) => each.of === of)
  const [only] = own
  if (!cell || !only) return
  const said = contactsIn(cell.text)
  const owners = said.map(({ relation }) => relation && all.find((each) => each.relation === relation))
  const isShared = own.length > 1 || owners.some(Boolean)
  if (!isShared || (kind === "email" && !said.every(({ value }) => parseEmail(value).ok))) {
    only[kind] =
      kind === "email"
        ? takeEmail(reading, take, `guardian${of}Email`)
        : takePhone(reading, `guardian${of}Phone`)
    return
  }
  let isByOrder = false
  for (const [index, { relation, value }] of said.entries()) {
    const owner = owners[index]
    const person =
      (owner && owner[kind] === null ? owner : undefined) ??
      own.find((each) => each[kind] === null && (relation === null || isVague(each.relation)))
    const read = kind === "email" ? parseEmail(value) : parsePhone(value, rosterFields[field])
    if (!person || !read.ok) {
      reading.notes.push(`${cell.header}: ${[relation, value].filter(Boolean).join(" ")}`)
      continue
    }
    person[kind] = read.value
    if (relation && isVague(person.relation)) person.relation = relation
    if (relation && person.name && !owner) isByOrder = true
  }
  if (!isByOrder) return
  const message = `“${shorten(cell.text)}” names no one, so the guardians get these in their order.`
  const group = "The cell names no one, so the guardians get its contacts in their order."
  reading.warnings.push({ field, code: "unusual", message, group, value: cell.text })
}

type EmailField = Extract<FieldKey, `${string}Email`>
type PhoneField = Extract<FieldKey, `${string}Phone`>

/** "a ::: b" and "a; b" are two addresses: the first is used, the others are kept in the notes. */
export function takeEmail(reading: RowReading, take: Take, field: EmailField): string | null {
  const cell = reading.cells[field]
  const text =
    cell &&
    contactsIn(cell.text)
      .map(({ value }) => value)
      .join("; ")
  const several = text === undefined ? undefined : splitEmails(text)
  if (!cell || !several) return take(field, (whole) => parseEmail(text && parseEmail(text).ok ? text : whole))
  if (several.others.length === 0) return several.first
  reading.notes.push(`${cell.header}: ${several.others.join(", ")}`)
  const message = `“${shorten(cell.text)}” has several addresses. The first is used, the others are kept in the notes.`
  const group = "The cell has several addresses. The first is used, the others are kept in the notes."
  reading.warnings.push({ field, code: "unusual", message, group, value: cell.text })
  return several.first
}

/** A phone number as it was written: what is none is a note, and never keeps the row out. */
export function takePhone(reading: RowReading, field: PhoneField): string | null {
  const cell = reading.cells[field]
  if (!cell) return null
  const [first = "", ...others] = cell.text.split(/\s*:::\s*/).filter(Boolean)
  const phone = parsePhone(first, rosterFields[field])
  if (!phone.ok) return leaveOut(reading, field, phone.message)
  if (others.length > 0) reading.notes.push(`${cell.header}: ${others.join(", ")}`)
  return phone.value
}
