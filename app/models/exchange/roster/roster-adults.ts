// The adults that a cell names, and their contacts: several are told apart by order or by a word. Pure.

import { fold } from "~/utils/names"
import { digitsOf } from "~/utils/phone-number"
import { guardianNumbers } from "./roster-field-names"
import { attributeWords, contactWords } from "./roster-synonyms"
import { bareName, cleanLine, personName, splitName, withoutTitle } from "./roster-text"
import { relationWord } from "./roster-values"

/** A name or a contact, and what a word beside it says whose it is: "Mom: 555-0100", "Ann Meyer (mother)". */
export type Said = { relation: string | null; value: string }

const sheIsCalled = /^\(?(\p{L}{2,20})\)?\.?(?:\s*[:=]\s*|\s+[–-]\s+|\s+)(\S.*)$/u
const calledBehind = /^(\S.*?)\s*\(\s*(\p{L}{2,20})(?:['’]s \p{L}{2,20})?\s*\)$/u

/** "Ida Berg, mother" is "Ida Berg (mother)"; below a heading of relations, so is "Ida Berg, Mother" and "Ida Berg, aunt". */
export const relationBehind = (text: string, isSaid: boolean): string =>
  text.replace(/,\s*(\p{L}[\p{L}-]{1,19})\s*(?=$|[;\n|])/gu, (whole, word: string) => {
    const isLower = /^\p{Ll}/u.test(word)
    const isKnown = relationWord(word) !== null
    return (isSaid ? isKnown || isLower : isKnown && isLower) ? ` (${word})` : whole
  })

function saidIn(part: string): Said {
  const [, before = "", value = ""] = sheIsCalled.exec(part) ?? []
  // "Mere Tamati" has a first name; a mother is "Mère Dupont" or "mere: Dupont".
  const isFirstName = /^(?:Mere|Pere|Mor)\s+\p{Lu}/u.test(part)
  const known = isFirstName ? null : relationWord(before)
  if (known) return { relation: known, value }
  const [, rest = "", behind = ""] = calledBehind.exec(part) ?? []
  const knownBehind = relationWord(behind)
  return knownBehind ? { relation: knownBehind, value: rest } : { relation: null, value: part }
}

const mostInCell = guardianNumbers.length

/** Who is no person though a sign stands in the name: "Meyer & Sons Ltd". */
const organization =
  /\b(?:ltd|gmbh|inc|llc|co|corp|sons|services?|trust|foundation|stiftung|council|charity|association|verein|e ?v|office|amt|school|academy|church|famil(?:y|ie|le|ia)|partners?|group)\b/

export const isOrganization = (name: string): boolean => organization.test(fold(name))

/** The adults that a cell names, each whole: "Ann & Bob Meyer", "Meyer, Ann; Meyer, Bob", "Mom: Ann Meyer / Dad: Bob Meyer". */
export function peopleIn(
  text: string,
  lastName = "",
  childsLast = "",
  emails: readonly string[] = [],
): Said[] {
  const whole = [saidIn(cleanLine(text))].map(({ relation, value }) => ({
    relation,
    value: wholeName(value, lastName),
  }))
  if (/[\d@<>]/.test(text) || isOrganization(text) || text.length > 200) return whole
  const parts = partsOf(text, lastName !== "", childsLast, emails).map(saidIn)
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

function partsOf(
  text: string,
  hasLastName: boolean,
  childsLast = "",
  emails: readonly string[] = [],
): string[] {
  const lines = text.split(/\s*[;\n]\s*/)
  const parts = lines
    .flatMap((line) => line.split(/\s*[&+|]\s*|\s+(?:and|und|u\.?|et|og|och)\s+/iu))
    .flatMap((part) => byWord(part, hasLastName))
    .flatMap((part) => (hasLastName ? part.split(/\s*\/\s*/) : bySlash(part)))
    .flatMap((part) => byComma(part, childsLast, emails))
  return parts.map(cleanLine).filter(Boolean)
}

/** Words that names have, too, such as "Ortega y Gasset", are between people where a last name stands behind the second alone: "Anna en Piet de Vries". */
function byWord(part: string, hasLastName: boolean): string[] {
  const [first = "", second = "", ...more] = part.split(/\s+(?:y|e|en|i)\s+/iu)
  const isTwo = second !== "" && more.length === 0 && !part.includes(",") && !first.includes(" ")
  return isTwo && (hasLastName || second.includes(" ")) ? [first, second] : [part]
}

/** "Meyer/Schmidt" is one name; "Ann / Bob Meyer" and "Ann Meyer/Bob Meyer" are two. */
function bySlash(part: string): string[] {
  const parts = part.split(/\s*\/\s*/)
  return /\s\/\s/.test(part) || /\s/.test(parts.at(-1) ?? "") ? parts : [part]
}

/**
 * "Ann Meyer, Bob Meyer" are two, and "Ann Meyer, Bob Reed" where a child is called by one of their last words or each has an email
 * that says their first name; "Meyer, Ann" is one.
 */
function byComma(part: string, childsLast: string, emails: readonly string[]): string[] {
  const parts = part.split(",").map(cleanLine)
  const people = parts.map((name) => ({ name }))
  const named = new Set(emails.map((email) => namedIn(email, people)))
  const haveEmails = emails.length === parts.length && named.size === parts.length && !named.has(undefined)
  const isOne = new Set(parts.map(lastWord)).size === 1
  const areTwo = isOne || (!isTurned(parts, childsLast) && (haveEmails || endsAsChild(parts, childsLast)))
  return parts.length > 1 && areTwo && parts.every((each) => each.includes(" ")) ? parts : [part]
}

const lastWord = (name: string): string => fold(name).split(" ").at(-1) ?? ""

const endsAsChild = (parts: readonly string[], childsLast: string): boolean =>
  [childsLast, ...childsLast.split("-")].some(
    (last) => last !== "" && parts.some((each) => lastWord(each) === fold(last)),
  )

/** Whose first name an address has, where it is one's alone. */
export function namedIn<Person extends { name: string | null }>(
  email: string | null,
  people: readonly Person[],
): Person | undefined {
  const words = fold((email ?? "").split("@")[0] ?? "").split(" ")
  const found = people.filter(({ name }) => words.includes(fold(name ?? "").split(" ")[0] || "?"))
  return found.length === 1 ? found[0] : undefined
}

/** "Smith Reed, Ann Mary" beside a child who is called Smith begins with the last name. */
const isTurned = ([first = ""]: readonly string[], childsLast: string): boolean =>
  fold(first).split(" ")[0] === (fold(childsLast).split(" ")[0] || null)

/** Whether a cell with one comma can be two people, "Ann Stone, Bob Reed", as well as one with the last name first, "Stone Reed, Ann Mary". */
export function mayBeTwo(text: string, childsLast: string): boolean {
  const [one = "", other = "", ...more] = text.split(",").map(cleanLine)
  const areNames = [one, other].every((each) => /^\p{Lu}[\p{L}\p{M}'’-]+ \p{Lu}[\p{L}\p{M}'’-]+$/u.test(each))
  const isOne = isTurned([one], childsLast) && !endsAsChild([one, other], childsLast)
  return areNames && more.length === 0 && !isOne
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

const betweenContacts =
  /\s*(?::::|[;|\n,])\s*|\s+[/&]\s+|\s+(?:and|or|und|oder|et|ou|y|o|og|och)\s+|\s+(?=\p{L}{2,20}\s*[:=])|(?<=@\S+)\s+(?=\S+@)|(?<=\d\s*\(\p{L}[^()]*\))\s+(?=[+(\d])|(?<=\d{4})\s+(?=\p{L}{2,20}\s+[+(\d][\d\s().-]{6,})/iu
/** "0345 / 123456" is one number. */
const areaCode = /(?<=(?:^|[;,\n:]\s?)\+?\(?\d{2,6}\)?)\s\/\s(?=\d)/g
export const fewestDigits = 7

export function contactsIn(text: string): Said[] {
  const parts = text
    .replace(areaCode, "/")
    .split(betweenContacts)
    .flatMap((part) => {
      const halves = part.split("/")
      const isSeveral = halves.every((half) => half.includes("@") || digitsOf(half).length >= fewestDigits)
      return isSeveral ? halves : [part]
    })
  return parts.map(cleanLine).filter(Boolean).map(saidIn)
}

/** Whether a cell of contacts says whose they are: "Mom: 555-0100". */
export const saysWhose = (text: string): boolean => contactsIn(text).some(({ relation }) => relation !== null)

const contactBehind =
  /^(\p{Lu}.*?)(?:[\s,:<–-]|\((?!\d{1,5}\)))+([^\s<]+@\S+\.\p{L}{2,}|\+?\(?\d[\d\s()./-]{5,}\d)[)>]?$/u
const betweenPeople = /\s*[;\n|]\s*|(?<=>)\s*,\s*|\s+[/&]\s+|\s+(?:and|und|et|y)\s+|,\s+(?=\p{L}[^@]*$)/iu
/** What stands before a number and is no one's name: the office, a telephone, a time to call. */
const noName =
  /^(?:call|text|sms|whatsapp|fax|ext|office|buro|bureau|after|before|only|please|daytime|evening|emergency|day|night|landline|festnetz|fixe|from|since|no|number|nr)$/

type NamedContact = {
  relation: string | null
  name: string
  email: string | null
  phone: string | null
}

/** The people of a cell with a contact behind each name: "Una Lowe 07700 900401"; none where that isn't all it says. */
export function namedContacts(text: string): NamedContact[] {
  if (text.length > 300 || !/@|\d{3}/.test(text)) return []
  const people = withTheirContacts(text.split(betweenPeople).filter(Boolean)).map(namedContact)
  return people.every((person) => person !== null) && people.length <= mostInCell ? people : []
}

const labelBefore =
  /^(?:tel|telefon|telephone|phone|ph|cell|mobile|mob|handy|home|work|[mchpte]|e-?mail)\b\.?\s*[:.]?\s*(?=[+(\d]|\S+@)/iu

/** A number or address alone is that of the person before it: a cell can have a line for each. */
function withTheirContacts(parts: readonly string[]): string[] {
  const found: string[] = []
  for (const part of parts) {
    const bare = part.trim().replace(labelBefore, "")
    const isContact = /^(?:\S+@\S+|[+(\d][\d\s()./+-]*)$/.test(bare)
    if (isContact && found.length > 0) found[found.length - 1] += `, ${bare}`
    else found.push(part)
  }
  return found
}

/** "555-010-0101 (Kim)" is how "Kim 555-010-0101" is said, too. */
const nameFirst = (part: string): string =>
  part.replace(/^([+(\d][\d\s()./-]{5,}\d|\S+@\S+)\s*\((\p{Lu}[^()\d]{1,60})\)$/u, (whole, contact, name) =>
    relationWord(name) === null ? [name, contact].join(" ") : whole,
  )

function namedContact(part: string): NamedContact | null {
  const { relation, value } = saidIn(nameFirst(cleanLine(part)))
  const person: NamedContact = { relation, name: value, email: null, phone: null }
  for (let found = contactBehind.exec(person.name); found; found = contactBehind.exec(person.name)) {
    const [, rest = "", contact = ""] = found
    const kind = contact.includes("@") ? "email" : "phone"
    if (person[kind] !== null || (kind === "phone" && digitsOf(contact).length < fewestDigits)) return null
    person[kind] = contact
    person.name = rest.replace(/[\s,:(–-]+(?:tel|phone|ph|cell|mobile|mob|handy|e-?mail)\.?:?$/iu, "")
  }
  const named = saidIn(person.name)
  if (relation === null && named.relation)
    Object.assign(person, { relation: named.relation, name: named.value })
  const words = fold(person.name).split(" ")
  const isName =
    /^\p{L}[\p{L}\p{M}.'’ -]*(?:, \p{L}[\p{L}\p{M}.'’ -]*)?$/u.test(person.name) &&
    !words.some((word) => noName.test(word) || contactWords.has(word) || attributeWords.has(word)) &&
    relationWord(person.name) === null &&
    bareName(person.name) !== ""
  return isName && (person.email ?? person.phone) !== null ? person : null
}
