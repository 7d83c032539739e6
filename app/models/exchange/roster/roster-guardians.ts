// The adults of a row: in columns of their own, or several in one cell, with contacts that order or a word tells apart.
import { fold } from "~/utils/names"
import { digitsOf } from "~/utils/phone-number"
import {
  contactsIn,
  fewestDigits,
  isOrganization,
  mayBeTwo,
  namedContacts,
  namedIn,
  peopleIn,
  relationBehind,
  type Said,
} from "./roster-adults"
import { type FieldKey, type GuardianNumber, guardianNumbers, rosterFields } from "./roster-field-names"
import { namesPayer, namesPerson, personKindOf } from "./roster-fields"
import {
  copyToNotes,
  type GuardianCells,
  leaveOut,
  type RowFrame,
  type RowReading,
  type Take,
} from "./roster-reading"
import { guardianWords } from "./roster-synonyms"
import { personName, shorten, splitName, splitTurned } from "./roster-text"
import {
  isVague,
  parseBlock,
  parseEmail,
  parseLine,
  parsePhone,
  parseRelation,
  relationWord,
  splitEmails,
  told,
} from "./roster-values"

const kinds = ["email", "phone"] as const
type ContactKind = (typeof kinds)[number]
const fieldFor = (of: GuardianNumber, kind: ContactKind) =>
  kind === "email" ? (`guardian${of}Email` as const) : (`guardian${of}Phone` as const)

/** All adults of a row. A contact that says whose it is goes there; several go to several people of one cell in their order. */
export function readGuardians(reading: RowReading, take: Take, frame: RowFrame): GuardianCells[] {
  const all = guardianNumbers.flatMap((of) => peopleOf(of, reading, take, frame))
  for (const of of guardianNumbers) for (const kind of kinds) giveToOnly(reading, all, { of, kind }, frame)
  for (const of of guardianNumbers) for (const kind of kinds) shareContacts(reading, take, all, { of, kind })
  const people = withoutReferences(reading, giveToNamed(reading, all), frame)
  const isAnyone = ({ name, email, phone, relation, of }: GuardianCells) =>
    Boolean(name || email || phone) || (relation !== null && relation !== frame.relations[of - 1])
  return people.filter(isAnyone)
}

/** "Billing contact: Guardian 2", "Payer: Mother": whom a cell calls by number or relation is that guardian, who has what it says of them. */
function withoutReferences(
  reading: RowReading,
  people: GuardianCells[],
  { payer }: Pick<RowFrame, "payer">,
): GuardianCells[] {
  const ofPayer = payer && reading.cells[`guardian${payer}Name`]
  const isPayers = (person: GuardianCells) =>
    person.of === payer && person.name !== null && ofPayer && namesPayer(ofPayer.header)
  const [payers, ...more] = people.filter(isPayers)
  return people.filter((person) => {
    const said = reading.cells[`guardian${person.of}Name`]?.text ?? ""
    const number = Number(/^(?:(?:guardian|parent|contact|carer)\s*)?([1-4])$/i.exec(said)?.[1] ?? 0)
    const relation = relationWord(said)
    const others = people.filter((each) => each.of !== person.of)
    const known = others.find((each) =>
      number ? each.of === number : relation && each.relation === relation,
    )
    const isOneWord = person === payers && more.length === 0 && !person.name?.includes(" ")
    const owner = known ?? (isOneWord ? calledIn(`${person.name}: 0`, others).owner : undefined)
    const isOther = (kind: ContactKind) =>
      owner?.[kind] && person[kind] && fold(owner[kind]) !== fold(person[kind])
    if (!owner || isOther("email") || isOther("phone")) {
      // A number is no one's name.
      if (number) {
        person.name = null
        copyToNotes(reading, `guardian${person.of}Name`)
      } else if (isPayers(person) && !owner && !namesSomeone(person, others)) {
        person.name = null
        person.relation = null
        sayNoPayer(reading, `guardian${person.of}Name`)
      }
      return true
    }
    owner.email ??= person.email
    owner.phone ??= person.phone
    if (person.of === payer) owner.of = person.of
    return false
  })
}

const noPerson =
  /^(?:both|either|each|split|shared?|same|half|yes|no|none|unknown|beide|ambos|entrambi|(?:les )?deux)$/

/** Whether a payer is someone: "Both", "50/50" and "per Post" are no one, and a word alone is hardly one beside other names. */
function namesSomeone({ name, relation, email, phone }: GuardianCells, others: readonly GuardianCells[]) {
  const words = (name ?? "").replace(/^the\s/i, "").split(" ")
  if (others.some((each) => fold(each.name ?? "") === fold(name ?? ""))) return true
  if (isOrganization(name ?? "")) return words.length > 1
  const isWord = (word: string) => noPerson.test(fold(word)) || guardianWords.get(fold(word)) === "any"
  const isCapital = (word: string) => /^[\p{Lu}\p{Lo}]/u.test(word)
  const isTold = relation ?? email ?? phone
  const isAlone = !others.some((each) => each.name !== null) || /^\p{Lo}/u.test(name ?? "")
  const isKnown = words.filter(isCapital).length > 1 || isTold || isAlone
  return Boolean(isKnown) && isCapital(words[0] ?? "") && !words.some(isWord)
}

function sayNoPayer(reading: RowReading, field: `guardian${GuardianNumber}Name`): void {
  const { header = "", text: value = "" } = reading.cells[field] ?? {}
  copyToNotes(reading, field)
  const { message, group } = told.noPayer(shorten(value), shorten(header, 60))
  if (!reading.warnings.some((issue) => issue.field === field && issue.message === message))
    reading.warnings.push({ field, code: "unusual", message, group, value })
}

function peopleOf(of: GuardianNumber, reading: RowReading, take: Take, frame: RowFrame): GuardianCells[] {
  const isSaid = /\brelation/i.test(reading.cells[`guardian${of}Name`]?.header ?? "")
  const name = take(`guardian${of}Name`, (text, label) =>
    parseBlock(relationBehind(text, isSaid), label, 200),
  )
  const last = take(`guardian${of}LastName`, (text, label) => parseLine(text, label, 120))
  const isAddress = name && !last && !reading.cells[fieldFor(of, "email")] && namedContacts(name).length === 0
  const address = isAddress ? parseEmail(name) : null
  if (address?.ok)
    return [{ of, name: null, relation: frame.relations[of - 1] ?? null, email: address.value, phone: null }]
  const named = takeNamed(of, reading, Boolean(name), Boolean(last))
  if (named.length > 0)
    return named.map((person) => ({
      ...person,
      relation: person.relation ?? (named.length > 1 ? null : (frame.relations[of - 1] ?? null)),
    }))
  const relation = take(`guardian${of}Relation`, parseRelation)
  const emails = contactsIn(reading.cells[`guardian${of}Email`]?.text ?? "").map(({ value }) => value)
  const people =
    name || last ? peopleIn(name ?? "", last ?? "", lastNameOf(reading), emails) : namelessIn(of, reading)
  const [only, ...others] = people
  if (name && only && others.length === 0 && !last && mayBeTwo(name, lastNameOf(reading))) {
    const { message, group } = told.maybeTwo(shorten(name), only.value)
    reading.warnings.push({ field: `guardian${of}Name`, code: "unusual", message, group, value: name })
  }
  const relations = (relation ?? "").split(/\s*[/;&,]\s*|\s+(?:and|und|et)\s+/i).filter(Boolean)
  const isEach = relations.length === people.length && people.length > 1
  return people.map((person, index) => {
    const own = isEach ? (relations[index] ?? "") : people.length > 1 ? "" : (relation ?? "")
    const said = relationWord(own) ?? own
    const ordered = frame.ordered[of - 1] ?? []
    const inOrder = ordered.length === people.length ? ordered[index] : null
    const heading = people.length > 1 ? inOrder : frame.relations[of - 1]
    return {
      of,
      name: (frame.areAdultsLastFirst && !last ? turned(person.value) : person.value) || null,
      relation: said || person.relation || heading || null,
      email: null,
      phone: null,
    }
  })
}

/** The student's last name, as the row writes it. */
const lastNameOf = ({ cells }: RowReading): string =>
  cells.lastName?.text ?? splitName(cells.fullName?.text ?? "").lastName

function turned(name: string): string {
  const parts = splitTurned(name, false)
  return parts ? `${parts.firstName} ${parts.lastName}` : name
}

/** People whose contacts stand behind their names, in the column of the names or in that of the contacts. */
function takeNamed(
  of: GuardianNumber,
  reading: RowReading,
  hasName: boolean,
  hasLast: boolean,
): GuardianCells[] {
  if (hasLast) return []
  const fields = hasName
    ? ([`guardian${of}Name`] as const)
    : ([fieldFor(of, "phone"), fieldFor(of, "email")] as const)
  for (const field of fields) {
    const cell = reading.cells[field]
    const people = namedContacts(cell?.text ?? "")
    if (!cell || people.length === 0) continue
    if (field !== `guardian${of}Name`) delete reading.cells[field]
    return people.map(({ relation, name, email, phone }) => {
      const read = email === null ? null : parseEmail(email)
      if (read?.ok === false) reading.notes.push(`${cell.header}: ${email}`)
      const person = { of, name: personName(name), relation, email: read?.ok ? read.value : null, phone }
      for (const kind of kinds)
        if (person[kind] && reading.cells[fieldFor(of, kind)] && people.length === 1) {
          reading.notes.push(`${cell.header}: ${person[kind]}`)
          person[kind] = null
        }
      return person
    })
  }
  return []
}

/** A contact whose column only its place gives to a guardian the row doesn't name is that of the one it names, or the student's. */
function giveToOnly(
  reading: RowReading,
  all: readonly GuardianCells[],
  { of, kind }: { of: GuardianNumber; kind: ContactKind },
  { mapping }: Pick<RowFrame, "mapping">,
): void {
  const { cells } = reading
  const named = all.filter(({ name }) => name !== null)
  const cell = cells[fieldFor(of, kind)]
  const hasNames = Object.values(mapping).some((use) => /^guardian\dName$/.test(use))
  const isNamed = named.some((each) => each.of === of)
  if (!cell || !hasNames || isNamed || named.length > 1) return
  const [only] = named
  if (namesPerson(cell.header)) {
    // "Phone 2" is another number of the one guardian whom the row names.
    const isNumbered = personKindOf(cell.header) === undefined && only?.of === 1 && of === 2
    if (!isNumbered || kind === "email") return
    if (cells[fieldFor(1, kind)]) reading.notes.push([cell.header, cell.text].join(": "))
    else cells[fieldFor(1, kind)] = cell
    delete cells[fieldFor(of, kind)]
    return
  }
  const field = only ? fieldFor(only.of, kind) : kind === "email" ? "studentEmail" : "studentPhone"
  if (cells[field]) return
  cells[field] = cell
  delete cells[fieldFor(of, kind)]
}

/** "Mother’s phone" beside one cell with both parents’ names is the mother’s, where the row or a heading says who she is. */
function giveToNamed(reading: RowReading, all: GuardianCells[]): GuardianCells[] {
  const named = all.filter(({ name }) => name !== null)
  return all.filter((person) => {
    const { relation, email, phone, of } = person
    // "Email 2" beside "Kim and Tom Stone" is Tom's.
    const pair = named.filter((each) => each.of === 1)
    const second = namedIn(email, pair) ?? pair[1]
    const isOfSecond = of === 2 && !person.name && isVague(relation) && pair.length === 2 && (email ?? phone)
    if (isOfSecond && second && !(second.email && email) && !(second.phone && phone)) {
      second.email ??= email
      second.phone ??= phone
      sayByOrder(reading, fieldFor(of, email ? "email" : "phone"))
      return false
    }
    const isHeading = relation !== null && !reading.cells[`guardian${of}Relation`]
    if (person.name || !isHeading || isVague(relation) || !(email || phone) || named.length === 0) return true
    const others = named.filter((each) => each.of !== of)
    const open = others.filter((each) => isVague(each.relation))
    const isAlone =
      all.filter((each) => each.name === null && !isVague(each.relation) && (each.email ?? each.phone))
        .length === 1
    const known = others.find((each) => each.relation === relation) ?? namedIn(email, open)
    const owner = known ?? (open.length === 1 && isAlone && others.length === 1 ? open[0] : undefined)
    if (owner) {
      if ((owner.email && email) || (owner.phone && phone)) return true
      owner.email ??= email
      owner.phone ??= phone
      if (!known) sayTaken(reading, owner, person)
      owner.relation = relation
      return false
    }
    if (open.length < 2) return true
    const [first, ...different] = new Set(open.map(({ name }) => name))
    const field = fieldFor(of, phone ? "phone" : "email")
    // Who is named in two columns is one.
    if (first && different.length === 0 && open[0] && isAlone) {
      for (const kind of kinds)
        if (open[0][kind] && person[kind] && open[0][kind] !== person[kind])
          copyToNotes(reading, fieldFor(of, kind))
      open[0].email ??= email
      open[0].phone ??= phone
      open[0].relation = relation
      return false
    }
    const names = [first, ...different].join(" or ")
    const heading = reading.cells[field]?.header ?? ""
    const place = email ? `is a guardian named ${relation} until you choose` : "is kept in the notes"
    reading.warnings.push({
      field,
      code: "unusual",
      message: `“${heading}” is of ${names}, and the file doesn’t say of whom. It ${place}.`,
      group: `“${heading}” is of one of two guardians, and the file doesn’t say of whom. It ${place}.`,
      value: reading.cells[field]?.text ?? "",
    })
    if (!email) copyToNotes(reading, field)
    return email !== null
  })
}

/** One named guardian beside one "Mother’s phone" is taken for her. */
function sayTaken(reading: RowReading, { name }: GuardianCells, { relation, of, phone }: GuardianCells) {
  const field = fieldFor(of, phone ? "phone" : "email")
  const heading = reading.cells[field]?.header ?? ""
  const who = relation?.toLowerCase() ?? ""
  reading.warnings.push({
    field,
    code: "unusual",
    message: `${name} is taken for the ${who} of “${heading}.”`,
    group: `The one guardian who is named is taken for the ${who} of “${heading}.”`,
    value: reading.cells[field]?.text ?? "",
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
  const named = namedContacts(cell.text).map((each) => ({
    each,
    owner: calledIn(`${each.name}: 0`, all).owner,
  }))
  if (named.length > 0 && named.every(({ owner }) => owner && owner.email === null && owner.phone === null)) {
    for (const { each, owner } of named)
      if (owner) Object.assign(owner, { email: each.email?.toLowerCase() ?? null, phone: each.phone })
    return
  }
  const said = contactsIn(cell.text).map((each) => ({ ...each, ...calledIn(each.value, all) }))
  const owners = said.map(
    ({ relation, owner }) => owner ?? (relation ? all.find((each) => each.relation === relation) : null),
  )
  // "0151 555401 (mother)" says who she is, though no name does.
  const [alone, ...others] = said
  if (kind === "phone" && alone?.relation && others.length === 0 && isVague(only.relation) && !only.phone) {
    only.relation = alone.relation
    only.phone = alone.value
    return
  }
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
      (kind === "email"
        ? namedIn(
            value,
            own.filter(({ email }) => email === null),
          )
        : undefined) ??
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
  if (isByOrder) sayByOrder(reading, field)
}

function sayByOrder(reading: RowReading, field: EmailField | PhoneField): void {
  const value = reading.cells[field]?.text ?? ""
  const message = `“${shorten(value)}” names no one, so the guardians get these in their order.`
  const group = "The cell names no one, so the guardians get its contacts in their order."
  reading.warnings.push({ field, code: "unusual", message, group, value })
}

/** "Kim: 555-0101" and "555-0101 (Kim)" are those of the guardian who is called so. */
function calledIn(text: string, all: readonly GuardianCells[]): { value?: string; owner?: GuardianCells } {
  // "kim-stone@x.example" is an address, and no dash within a word says whose it is.
  const [, before = "", after = ""] =
    /^(\p{L}[\p{L} .'’-]{0,60}?)(?:\s*:\s*|\s*=\s*|\s+[–-]\s+|\s+(?=[+(\d]))(\S.*)$/u.exec(
      /^\S+@\S+$/.test(text) ? "" : text,
    ) ?? []
  const [, first = "", behind = ""] = /^(\S[^()]*?)\s*\((\p{L}[\p{L} .'’-]{0,60})\)$/u.exec(text) ?? []
  const [name, value] = before ? [before, after] : [behind, first]
  const [owner, ...others] = all.filter((each) =>
    [each.name ?? "", (each.name ?? "").split(" ")[0] ?? ""].map(fold).includes(fold(name)),
  )
  return name && owner && others.length === 0 ? { value, owner } : {}
}

/** Whether the words beside an address are a guardian's name that the row has anyway. */
const isNamed = ({ cells }: RowReading, words: string): boolean =>
  guardianNumbers.some((of) => fold(cells[`guardian${of}Name`]?.text ?? "") === words.trim())

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
  if (!cell || !several) {
    const email = take(field, (whole) => parseEmail(text && parseEmail(text).ok ? text : whole))
    const beside = email === null ? "" : fold(cell?.text ?? "").replace(fold(email), "")
    if (cell && /\p{L}/u.test(beside.replace(/\b(?:mailto|e ?mail)\b/, "")) && !isNamed(reading, beside))
      reading.notes.push(`${cell.header}: ${cell.text}`)
    return email
  }
  if (several.others.length === 0) return several.first
  reading.notes.push(`${cell.header}: ${several.others.join(", ")}`)
  const message = `“${shorten(cell.text)}” has several addresses. The first is used, the others are kept in the notes.`
  const group = "The cell has several addresses. The first is used, the others are kept in the notes."
  reading.warnings.push({ field, code: "unusual", message, group, value: cell.text })
  return several.first
}

const labelOfPhone =
  /^(?:[chmwp](?=\s\D?\d)|[chmtwp](?=[.:])|phone|tele?phone|telefon|tel|mobile|mobil|mob|handy|cell|home|work|privat|main)(?:\s+(?:phone|number|no))?(?:\.?\s*[:.]\s*|(?<=^[chmwp])\s)(?=[+(\d])/iu

/** A number that needs no other part, with its kind behind it: "315-555-0401 (c)". */
const isWholePhone = (part: string): boolean =>
  /^[+(]?\d[\d\s().+/-]*(?:\(?\p{L}{1,12}\.?\)?)?$/u.test(part) && digitsOf(part).length >= fewestDigits

/** The numbers of a cell: "a ::: b", and where each has a word before it, "Phone: a Mobile: b", without that. */
function phonesIn(text: string): string[] {
  const parts = text.split(/\s*:::\s*/).filter(Boolean)
  const labeled = text.split(/\s*[,;/\n]\s*|\s+(?=\p{L}{3,12}\.?\s*[:.])/u).filter(Boolean)
  if (labeled.every((part) => labelOfPhone.test(part)))
    return labeled.map((part, at) => (at === 0 ? part.replace(labelOfPhone, "") : part))
  const numbers = text.split(/\s*[,;|\n]\s*|\s+\/\s+/).filter(Boolean)
  const isMobile = (part: string) => /\(?\b(?:c|m|cell|mob(?:ile)?|handy|gsm)\.?\)?$/i.test(part)
  return numbers.length > 1 && numbers.every(isWholePhone)
    ? [...numbers.filter(isMobile), ...numbers.filter((part) => !isMobile(part))]
    : parts
}

/** A phone number as it was written: what is none is a note, and never keeps the row out. */
export function takePhone(reading: RowReading, field: PhoneField): string | null {
  const cell = reading.cells[field]
  if (!cell) return null
  const [first = "", ...others] = phonesIn(cell.text)
  const phone = parsePhone(first, rosterFields[field])
  if (!phone.ok) return leaveOut(reading, field, phone.message)
  if (others.length > 0) reading.notes.push(`${cell.header}: ${others.join(", ")}`)
  return phone.value
}
