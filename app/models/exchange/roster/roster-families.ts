// Students whose guardians share an email address or a phone number, or who have the same guardian, are one family: one
// billing account, each adult once. A surname or a family's name alone never joins anyone: then the check asks.

import type { CustomAnswers } from "~/models/foundation/custom-field/custom-field"
import {
  guardianHere,
  guardianOfOneName,
  hasBalance,
  namelessGuardian,
  notTheAddress,
  notTheOthers,
  notThePayer,
  otherBalance,
  shareFamily,
  shareTheirName,
} from "~/texts/exchange/rosters"
import type { Turns } from "~/utils/in-turns"
import { fold } from "~/utils/names"
import { digitsOf } from "~/utils/phone-number"
import type { GuardianNumber, OwnHolder } from "./roster-field-names"
import { type Answers, answerTo, type Question } from "./roster-questions"
import { copyToNotes, type GuardianCells, joinAnswers, keepInNotes, type RowReading } from "./roster-reading"
import { fullName } from "./roster-row"
import { personName, rowText, withoutSuffix } from "./roster-text"

export type PlannedGuardian = {
  name: string
  relation: string | null
  /** folded to lower case */
  email: string | null
  phone: string | null
  /** Basis points: in a new family the first guardian pays all, in a family that exists newcomers pay nothing. */
  payerShare: number
  /** Already a guardian of the school: only gaps in their record are filled. */
  exists: boolean
  existingId?: string
  /** To the school's own fields. */
  answers?: CustomAnswers
}

export type PlannedFamily = {
  /** Names the family within this plan. */
  key: string
  name: string
  /** The family these students join, when a guardian's address is already known to the school. */
  existingFamilyId: string | null
  address: string | null
  /** What it owed before, minor units: due is positive, account credit below zero. */
  openingMinor?: number
  guardians: PlannedGuardian[]
  /** To the school's own fields. */
  answers?: CustomAnswers
  rowNumbers: number[]
}

/** A row on its way into a family. */
export type FamilyRow = {
  reading: RowReading
  /** A further row of a student, or one that adds to a student of the school: it makes no student of its own. */
  isFurther?: boolean
  /** What holds it to others whatever its contacts are: the student's first row, or the family they are in. */
  ties?: readonly string[]
}

/** An adult of the school. */
export type KnownGuardian = {
  id: string
  familyId: string
  name: string
  email: string | null
  phone: string | null
}

export type KnownFamilies = {
  /** folded guardian email to family id */
  guardianEmails: ReadonlyMap<string, string>
  guardians?: readonly KnownGuardian[]
  /** Of a family without a guardian only its students say that it is here. */
  students?: readonly { familyId?: string; [fact: string]: unknown }[]
}

type Joined = {
  families: PlannedFamily[]
  familyOfRow: Map<number, string>
  /** The adults that a row adds to a family that an earlier row began, or the school has. */
  guardiansOfRow: Map<number, string[]>
  questions: Question[]
}

/** What ties a row to a family of the school. */
export const familyTie = (familyId: string): string => `family ${familyId}`

/**
 * Joins rows into families, in the order of the rows. Address or contacts that differ from what an earlier row of
 * the family said are kept in the student's notes.
 */
export function* joinFamilies(
  rows: readonly FamilyRow[],
  known: KnownFamilies,
  { answers = {}, payer = null }: { answers?: Answers; payer?: GuardianNumber | null } = {},
): Turns<Joined> {
  const school = yield* indexOf(known)
  const { groups, questions, others } = yield* groupRows(rows, school, { answers, payer })
  const families: PlannedFamily[] = []
  const familyOfRow = new Map<number, string>()
  const guardiansOfRow = new Map<number, string[]>()
  for (const [index, members] of groups.entries()) {
    yield
    const family = planFamily(`family-${index + 1}`, members, school, { payer, guardiansOfRow, others })
    families.push(family)
    for (const { reading } of members) familyOfRow.set(reading.rowNumber, family.key)
  }
  return { families, familyOfRow, guardiansOfRow, questions }
}

type SchoolIndex = {
  /** By email, phone or id, as keys of rows are written. */
  familyOfKey: ReadonlyMap<string, string>
  /** Whose a phone number is, as keys of rows are written. */
  ownersOf: ReadonlyMap<string, KnownGuardian[]>
  guardiansIn: ReadonlyMap<string, KnownGuardian[]>
  guardianEmails: ReadonlyMap<string, string>
}

function* indexOf({ guardianEmails, guardians = [], students = [] }: KnownFamilies): Turns<SchoolIndex> {
  const familyOfKey = new Map([...guardianEmails].map(([email, familyId]) => [emailKey(email), familyId]))
  const guardiansIn = new Map<string, KnownGuardian[]>()
  const ownersOf = new Map<string, KnownGuardian[]>()
  for (const { familyId } of [...students, ...guardians]) {
    yield
    if (familyId === undefined) continue
    familyOfKey.set(familyTie(familyId), familyId)
    familyOfKey.set(codeKey(familyId), familyId)
  }
  for (const guardian of guardians) {
    yield
    const { familyId, phone } = guardian
    guardiansIn.set(familyId, [...(guardiansIn.get(familyId) ?? []), guardian])
    for (const key of phoneKeys(phone)) ownersOf.set(key, [...(ownersOf.get(key) ?? []), guardian])
  }
  return { familyOfKey, ownersOf, guardiansIn, guardianEmails }
}

/** The family of the school that a row belongs to by one of its keys. A phone of people with other names and emails is no sign of it. */
function familyFor(
  { familyOfKey, ownersOf }: SchoolIndex,
  key: string,
  row: FamilyRow,
  others?: Others,
): string | undefined {
  const { guardians, lastName } = row.reading.values
  const surnames = [lastName, ...guardians.map(({ name }) => name ?? "")].map(surnameOf)
  const emails = guardians.flatMap(({ email }) => email ?? [])
  const owner = ownersOf
    .get(key)
    ?.find(({ name, email }) => emails.length === 0 || email === null || surnames.includes(surnameOf(name)))
  const familyId = familyOfKey.get(key) ?? owner?.familyId
  return familyId && others?.get(row)?.has(familyId) ? undefined : familyId
}

/** The families of the school that a row isn't in, though they have one of its guardians. */
type Others = Map<FamilyRow, Set<string>>

/** So many families with one contact are compared with each further row. */
const mostFirsts = 20

const surnameOf = (name: string): string => fold(withoutSuffix(name)).split(" ").at(-1) || "?"

const emailKey = (email: string): string => `email ${email}`
const codeKey = (code: string): string => `code ${code.trim().toLowerCase()}`

/** A number with or without its country's code and the zero in front has the same last digits. */
const lastDigits = 9
const shortest = 7

/** What phone numbers in a cell are compared by. One of too few digits, or of one digit repeated, is no one's. */
export function phoneKeys(text: string | null): string[] {
  return (text ?? "").split(/\s*(?::::|[/;,|\n]|\bor\b|\bund\b|\band\b)\s*/i).flatMap((part) => {
    const digits = digitsOf(part).slice(-lastDigits)
    const isNoOnes = digits.length < shortest || /^(\d)\1+$/.test(digits) || "1234567890".includes(digits)
    return isNoOnes ? [] : [`phone ${digits}`]
  })
}

/** What joins a row to others of its family for certain. */
function certainKeys({ reading, ties = [] }: FamilyRow): string[] {
  const { guardians, householdCode, email, phone } = reading.values
  const contacts = guardians.flatMap((guardian) => contactKeys(guardian))
  const own = contacts.length === 0 ? [...(email ? [emailKey(email)] : []), ...phoneKeys(phone)] : []
  return [...ties, ...(householdCode ? [codeKey(householdCode)] : []), ...contacts, ...own]
}

const contactKeys = ({ email, phone }: Pick<GuardianCells, "email" | "phone">): string[] => [
  ...(email ? [emailKey(email)] : []),
  ...phoneKeys(phone),
]

/** An adult's whole name, for comparing; null where there is only one name, which many have. */
export function wholeName(name: string | null): string | null {
  const folded = fold(personName(name ?? ""))
  return folded.includes(" ") ? folded : null
}

const familyWords = new Set(["family", "familie", "famille", "familia", "the", "household", "haushalt"])
const householdName = (household: string): string =>
  fold(household)
    .split(" ")
    .filter((word) => !familyWords.has(word))
    .join(" ") || household

/** Rows that belong together, and what only a person knows of the others. */
function* groupRows(
  rows: readonly FamilyRow[],
  school: SchoolIndex,
  { answers, payer }: { answers: Answers; payer: GuardianNumber | null },
): Turns<{ groups: FamilyRow[][]; questions: Question[]; others: Others }> {
  const groups = new Groups(rows)
  const others: Others = new Map()
  const questions = yield* askOfSchool(rows, school, answers, others)
  // By what they share, the first row of each family that has it.
  const byKey = new Map<string, number[]>()
  const doubtful = new Map<string, { members: number[]; doubt: Doubt }>()
  for (const [index, row] of rows.entries()) {
    yield
    for (const key of certainKeys(row)) {
      const familyId = familyFor(school, key, row, others)
      const asked = familyId ? familyTie(familyId) : key
      const firsts = byKey.get(asked) ?? []
      const isContact = key.startsWith("phone ") || key.startsWith("email ")
      const doubts = firsts.map((first) => (isContact ? doubtOf(rows[first], row, { key, payer }) : null))
      const likely = firsts.filter((_, at) => doubts[at] === null)
      const kin = likely.find((first) => lastNameOf(rows[first]) === lastNameOf(row)) ?? likely[0]
      const [doubt] = doubts
      if (kin !== undefined) groups.join(kin, index)
      else if (doubt)
        doubtful.set(key, { members: [...(doubtful.get(key)?.members ?? firsts.slice(0, 1)), index], doubt })
      // What so many families share, such as the school's own phone, says nothing of any of them.
      if (kin === undefined && firsts.length < mostFirsts) byKey.set(asked, [...firsts, index])
    }
  }
  const ask = (
    question: Omit<Question, "kind" | "chosen" | "rowNumbers" | "choices">,
    members: number[],
    usual: string,
  ) => {
    const roots = new Set(members.map((index) => groups.rootOf(index)))
    if (roots.size < 2 || groups.areKnownApart(members)) return
    const chosen = answerTo(answers, question.key, ["apart", "join"], usual)
    const rowNumbers = members.flatMap((index) => rows[index]?.reading.rowNumber ?? [])
    questions.push({
      ...question,
      kind: "family",
      choices: [
        { value: "apart", label: `Keep ${roots.size} families` },
        { value: "join", label: "One family" },
      ],
      chosen,
      rowNumbers,
    })
    if (chosen === "join") for (const index of members) groups.join(members[0] ?? index, index)
  }
  const nameOf = (index: number) => {
    const reading = rows[index]?.reading
    return reading ? `${fullName(reading.values)} (row ${rowText(reading.rowNumber)})` : ""
  }
  /** A student of several rows is named once. */
  const listed = (members: number[]) => {
    const asOne = (index: number) => {
      const reading = rows[index]?.reading
      return `${groups.rootOf(index)} ${reading ? fullName(reading.values) : ""}`
    }
    const own = new Map<string, number>()
    for (const index of members) if (!own.has(asOne(index))) own.set(asOne(index), index)
    const names = [...own.values()].slice(0, 6).map(nameOf)
    return names.length < own.size
      ? `${names.join(", ")} and ${own.size - names.length} more`
      : names.join(", ")
  }

  for (const [key, { members, doubt }] of doubtful) {
    const rowNumbers = String(members.map((index) => rows[index]?.reading.rowNumber))
    if (questions.some((question) => String(question.rowNumbers) === rowNumbers)) continue
    ask({ key, text: shareFamily(listed(members), doubt.text) }, members, doubt.usual)
  }
  for (const [name, members] of yield* gather(rows, ({ reading }) => namesOf(reading))) {
    yield
    const contacts = members.flatMap((index) => guardiansNamed(rows[index], name).map(contactKeys))
    // People of one name whose contacts are all different are different people.
    const bare = members.filter((index) =>
      guardiansNamed(rows[index], name).every((each) => contactKeys(each).length === 0),
    )
    if (bare.length === 0) continue
    const reached = new Set(
      members.filter((index) => !bare.includes(index)).map((index) => groups.rootOf(index)),
    )
    const streets = new Set(members.flatMap((index) => streetOf(rows[index]) ?? []))
    const usual = reached.size > 1 || streets.size > 1 ? "apart" : "join"
    const adult = guardiansNamed(rows[members[0] ?? 0], name)[0]?.name ?? name
    const lack = contacts.every((keys) => keys.length === 0)
      ? "without an email or phone"
      : "not all with an email or phone"
    ask(
      {
        key: `guardian ${name}`,
        text: guardianOfOneName(listed(members), adult, lack),
      },
      members,
      usual,
    )
  }
  for (const [name, members] of yield* gather(rows, ({ reading }) => {
    const { household, householdCode } = reading.values
    return household && !householdCode ? [householdName(household)] : []
  })) {
    yield
    const household = rows[members[0] ?? 0]?.reading.values.household ?? name
    const byStreet = new Map<string, number>()
    for (const index of members) {
      const street = streetOf(rows[index])
      const first = street === null ? undefined : byStreet.get(street)
      if (first !== undefined) groups.join(first, index)
      else if (street !== null) byStreet.set(street, index)
    }
    ask(
      {
        key: `household ${name}`,
        text: shareTheirName(listed(members), household),
      },
      members,
      "apart",
    )
  }
  return { groups: groups.all(), questions, others }
}

type Doubt = { text: string; usual: "apart" | "join" }

/** Why two rows that share a contact may be two families; null where they are one. */
function doubtOf(
  one: FamilyRow | undefined,
  other: FamilyRow,
  { key, payer }: { key: string; payer: GuardianNumber | null },
): Doubt | null {
  if (!one || isTied(one, other)) return null
  if (key.startsWith("phone ") && areStrangers(one, other))
    return { text: "a phone number, but their guardians have other names and emails", usual: "apart" }
  const [ours, theirs] = [one, other].map(({ reading }) => reading.values.guardians) as [
    GuardianCells[],
    GuardianCells[],
  ]
  const shared = sharedAdult(ours, theirs)
  if (!shared) return null
  const adult = shared.name ?? shared.email ?? shared.phone ?? "a guardian"
  const [besides, beside] = [besidesThose(theirs, ours)[0], besidesThose(ours, theirs)[0]]
  const streets = [one, other].map(streetOf) as [string | null, string | null]
  const isElsewhere = areOtherHouses(...streets)
  const [pays, paysToo] = [ours, theirs].map((list) => list.find(({ of }) => of === payer))
  const isPaidByOther = pays && paysToo && !isAmong(paysToo, [pays])
  if (besides && beside)
    return {
      text: notTheOthers(adult, beside.name ?? "", besides.name ?? ""),
      usual: lastNameOf(one) === lastNameOf(other) && !isElsewhere && !isPaidByOther ? "join" : "apart",
    }
  if (isPaidByOther) return { text: notThePayer(adult), usual: "apart" }
  return isElsewhere ? { text: notTheAddress(adult), usual: "join" } : null
}

const lastNameOf = (row: FamilyRow | undefined): string =>
  fold(withoutSuffix(row?.reading.values.lastName ?? ""))
const isTied = (one: FamilyRow, other: FamilyRow): boolean =>
  one.ties?.some((tie) => other.ties?.includes(tie)) === true

type Adult = { name: string | null; email: string | null; phone: string | null }
const isAmong = (adult: Omit<GuardianCells, "of">, list: readonly Adult[]): boolean =>
  list.some((each) => isKnownGuardian({ ...each, name: each.name ?? "" }, adult))
const sharedAdult = (cells: readonly GuardianCells[], others: readonly Adult[]) =>
  cells.find((each) => isAmong(each, others))
/** Adults with a name of whom the other list knows nothing. */
const besidesThose = (cells: readonly GuardianCells[], others: readonly Adult[]) =>
  cells.filter((each) => wholeName(each.name) && !isAmong(each, others))

/** Two houses, not one that is written in two ways: the numbers of one aren't all among those of the other. */
function areOtherHouses(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return false
  const numbersIn = (street: string): readonly string[] => street.match(/\d+/g) ?? []
  const [ours, theirs] = [numbersIn(one), numbersIn(other)]
  return !ours.every((number) => theirs.includes(number)) && !theirs.every((number) => ours.includes(number))
}

/**
 * Asks of students with a guardian of the school whose other guardians aren't those of that family: in a stepfamily they
 * are a family of their own. `others` is filled with the families that rows aren't in.
 */
function* askOfSchool(
  rows: readonly FamilyRow[],
  school: SchoolIndex,
  answers: Answers,
  others: Others,
): Turns<Question[]> {
  const doubtful = new Map<string, { members: FamilyRow[]; adult: string; beside: string; besides: string }>()
  for (const row of rows) {
    yield
    const { guardians, householdCode } = row.reading.values
    const familyIds = new Set(certainKeys(row).flatMap((key) => familyFor(school, key, row) ?? []))
    const doubts = [...familyIds].flatMap((familyId) => {
      if (householdCode || row.ties?.includes(familyTie(familyId))) return []
      const adults = school.guardiansIn.get(familyId) ?? []
      const beside = adults.find((adult) => !isAmong({ ...adult, relation: null }, guardians))
      const [shared, besides] = [sharedAdult(guardians, adults), besidesThose(guardians, adults)[0]]
      return shared && besides && beside ? [{ familyId, shared, besides, beside }] : []
    })
    const isInAnother = doubts.length < familyIds.size
    for (const { familyId, shared, besides, beside } of doubts) {
      if (isInAnother) others.set(row, (others.get(row) ?? new Set()).add(familyId))
      else {
        const members = [...(doubtful.get(familyId)?.members ?? []), row]
        const adult = shared.name ?? shared.email ?? "A guardian"
        doubtful.set(familyId, { members, adult, beside: beside.name, besides: besides.name ?? "" })
      }
    }
  }
  return [...doubtful].map(([familyId, { members, adult, beside, besides }]): Question => {
    const key = `home ${familyId}`
    const names = members
      .slice(0, 6)
      .map(({ reading }) => `${fullName(reading.values)} (row ${rowText(reading.rowNumber)})`)
    const chosen = answerTo(answers, key, ["apart", "join"], "apart")
    if (chosen === "apart")
      for (const row of members) others.set(row, (others.get(row) ?? new Set()).add(familyId))
    return {
      key,
      kind: "family",
      text: guardianHere(adult, beside, names, besides),
      choices: [
        { value: "apart", label: "Create a new family" },
        { value: "join", label: "Add to that family" },
      ],
      chosen,
      rowNumbers: members.map(({ reading }) => reading.rowNumber),
    }
  })
}

/** Whether two rows with one phone number have nothing else in common: other emails, other names, of adults and of students. */
function areStrangers(one: FamilyRow, other: FamilyRow): boolean {
  const emails = [one, other].map(({ reading }) =>
    reading.values.guardians.flatMap(({ email }) => email ?? []),
  )
  if (emails.some((list) => list.length === 0)) return false
  const names = [one, other].map(({ reading }) => [
    fold(reading.values.lastName),
    ...reading.values.guardians.map(
      ({ name }) =>
        fold(name ?? "")
          .split(" ")
          .at(-1) ?? "",
    ),
  ])
  return !names[0]?.some((name) => name !== "" && names[1]?.includes(name))
}

const namesOf = ({ values }: RowReading): string[] => [
  ...new Set(values.guardians.flatMap(({ name }) => wholeName(name) ?? [])),
]
const guardiansNamed = (row: FamilyRow | undefined, name: string): GuardianCells[] =>
  row ? row.reading.values.guardians.filter((guardian) => wholeName(guardian.name) === name) : []

/** Where a row's family lives, with a house: a town alone is many families'. */
function streetOf(row: FamilyRow | undefined): string | null {
  const address = row?.reading.cells.address ? row.reading.values.address : null
  return address && /\d/.test(address) && /\p{L}/u.test(address) ? fold(address) : null
}

/** What several rows share: by each of its values, the rows that have it, where those are more than one. */
function* gather(
  rows: readonly FamilyRow[],
  valuesOf: (row: FamilyRow) => string[],
): Turns<Map<string, number[]>> {
  const found = new Map<string, number[]>()
  for (const [index, row] of rows.entries()) {
    yield
    for (const value of valuesOf(row)) {
      const members = found.get(value)
      if (members) members.push(index)
      else found.set(value, [index])
    }
  }
  for (const [value, members] of found) if (members.length < 2) found.delete(value)
  return found
}

/** Rows on their way into groups. Those of two families by the file's own numbers never join. */
class Groups {
  readonly #rows: readonly FamilyRow[]
  readonly #parents: number[]
  readonly #codes: Map<number, string>

  constructor(rows: readonly FamilyRow[]) {
    this.#rows = rows
    this.#parents = rows.map((_, index) => index)
    this.#codes = new Map(
      rows.flatMap(({ reading }, index) => {
        const code = reading.values.householdCode
        return code ? [[index, codeKey(code)] as const] : []
      }),
    )
  }

  rootOf(index: number): number {
    let root = index
    while (this.#parents[root] !== root) root = this.#parents[root] ?? root
    this.#parents[index] = root
    return root
  }

  join(one: number, other: number) {
    const [older, younger] = [this.rootOf(one), this.rootOf(other)].sort((a, b) => a - b) as [number, number]
    const [olderCode, youngerCode] = [this.#codes.get(older), this.#codes.get(younger)]
    if (older === younger || (olderCode && youngerCode && olderCode !== youngerCode)) return
    this.#parents[younger] = older
    if (youngerCode) this.#codes.set(older, youngerCode)
  }

  /** Whether the file's own numbers say that these are different families. */
  areKnownApart(members: readonly number[]): boolean {
    const codes = members.map((index) => this.#codes.get(this.rootOf(index)))
    return codes.every((code) => code !== undefined) && new Set(codes).size > 1
  }

  all(): FamilyRow[][] {
    const groups = new Map<number, FamilyRow[]>()
    for (const [index, row] of this.#rows.entries()) {
      const root = this.rootOf(index)
      const group = groups.get(root)
      if (group) group.push(row)
      else groups.set(root, [row])
    }
    return [...groups.values()]
  }
}

type Planning = {
  payer: GuardianNumber | null
  guardiansOfRow: Map<number, string[]>
  others: Others
}

/** One balance a family: rows that repeat it say it once, and one that says another is told. */
function takeOpening(family: PlannedFamily, readings: readonly RowReading[]) {
  const said = readings.filter(({ values }) => values.openingMinor !== null)
  // Of rows where one says 0 and one an amount, the amount is the balance.
  const first = said.find(({ values }) => values.openingMinor) ?? said[0]
  if (!first?.values.openingMinor) return
  family.openingMinor = first.values.openingMinor
  for (const row of said)
    if (row.values.openingMinor !== first.values.openingMinor)
      row.warnings.push({
        field: "openingBalance",
        code: "unusual",
        message: otherBalance(String(first.rowNumber)),
        value: row.cells.openingBalance?.text ?? "",
      })
}

/** That a family's balance isn't entered, as it has one. */
export const openingKept = ({ name }: PlannedFamily): string => hasBalance(name)

function planFamily(
  key: string,
  members: readonly FamilyRow[],
  school: SchoolIndex,
  planning: Planning,
): PlannedFamily {
  const readings = members.map(({ reading }) => reading)
  const existing = [
    ...new Set(
      members.flatMap((row) =>
        certainKeys(row).flatMap((each) => familyFor(school, each, row, planning.others) ?? []),
      ),
    ),
  ]
  const first = readings[0]?.values ?? { firstName: "", lastName: "" }
  const family: PlannedFamily = {
    key,
    name:
      readings.find((row) => row.values.household)?.values.household ??
      `${withoutSuffix(first.lastName) || first.firstName} family`,
    existingFamilyId: existing[0] ?? null,
    address: readings.find((row) => row.values.address)?.values.address ?? null,
    guardians: [],
    rowNumbers: members.flatMap(({ reading, isFurther }) => (isFurther ? [] : [reading.rowNumber])),
  }
  const adults = new Adults(family, school, planning)
  for (const row of readings) {
    if (row.values.address && row.values.address !== family.address) copyToNotes(row, ...addressFields)
    const { household } = row.values
    if (household && (family.existingFamilyId !== null || household !== family.name))
      copyToNotes(row, "household")
    if (existing.length > 1) warnOfTwoFamilies(row)
    for (const cells of row.values.guardians) adults.add(row, cells)
    for (const number of [1, 2] as const)
      if (!row.values.guardians.some(({ of }) => of === number)) keepInNotes(row, `guardian${number}`)
    answer(family, row, "family")
  }
  warnOfSharedContact(readings)
  takeOpening(family, readings)
  return family
}

const addressFields = ["address", "houseNumber", "address2", "city", "region", "postcode", "country"] as const

/** The adults of a family, each once. */
class Adults {
  readonly #family: PlannedFamily
  readonly #school: SchoolIndex
  readonly #planning: Planning

  constructor(family: PlannedFamily, school: SchoolIndex, planning: Planning) {
    this.#family = family
    this.#school = school
    this.#planning = planning
  }

  add(row: RowReading, cells: GuardianCells) {
    const family = this.#family
    const { of: number } = cells
    const same = family.guardians.find((guardian) => isKnownGuardian(guardian, cells))
    if (!same) {
      this.#begin(row, cells)
      if (!cells.name) warnOfMissingName(row, number)
      return
    }
    answerGuardian(same, row, cells)
    if (this.#isPayer(row, cells))
      for (const each of family.guardians) each.payerShare = each === same ? 10_000 : 0
    const isPhonesAlone =
      same.phone !== null &&
      cells.phone !== null &&
      phoneKeys(cells.phone).every((key) => phoneKeys(same.phone).includes(key))
    if (cells.email && same.email && cells.email !== same.email) copyToNotes(row, `guardian${number}Email`)
    same.email ??= cells.email
    same.phone ??= cells.phone
    same.relation ??= cells.relation
    if (cells.name && cells.name !== same.name) {
      copyToNotes(row, `guardian${number}Name`, `guardian${number}LastName`)
    }
    if (cells.phone && cells.phone !== same.phone && !isPhonesAlone)
      copyToNotes(row, `guardian${number}Phone`)
    if (cells.relation && cells.relation !== same.relation) copyToNotes(row, `guardian${number}Relation`)
  }

  /** Whether the file calls them the payer of a new family. */
  #isPayer(row: RowReading, cells: GuardianCells): boolean {
    const { existingFamilyId, rowNumbers } = this.#family
    const isNamed = cells.of === this.#planning.payer && isFirstOf(row, cells)
    return existingFamilyId === null && isNamed && row.rowNumber === rowNumbers[0]
  }

  #begin(row: RowReading, cells: GuardianCells) {
    const { of: _, ...facts } = cells
    const family = this.#family
    const { guardianEmails, guardiansIn } = this.#school
    const { guardiansOfRow } = this.#planning
    const isNew = family.existingFamilyId === null
    const isPayer = (isNew && family.guardians.length === 0) || this.#isPayer(row, cells)
    if (isPayer) for (const other of family.guardians) other.payerShare = 0
    const known = isNew
      ? undefined
      : guardiansIn.get(family.existingFamilyId ?? "")?.find((each) => isKnownGuardian(each, cells))
    const guardian: PlannedGuardian = {
      ...facts,
      name: cells.name ?? row.values.household ?? cells.email ?? cells.relation ?? "Guardian",
      payerShare: isPayer ? 10_000 : 0,
      exists:
        known !== undefined ||
        (cells.email !== null && guardianEmails.get(cells.email) === family.existingFamilyId),
      ...(known ? { existingId: known.id } : {}),
    }
    answerGuardian(guardian, row, cells)
    family.guardians.push(guardian)
    if (!guardian.exists)
      guardiansOfRow.set(row.rowNumber, [...(guardiansOfRow.get(row.rowNumber) ?? []), guardian.name])
  }
}

function answer(planned: { answers?: CustomAnswers }, row: RowReading, holder: OwnHolder): void {
  const answers = joinAnswers(planned.answers, row, holder)
  if (answers) planned.answers = answers
}

/** The school's own fields have columns for two guardians; of two in one cell, they are the first's. */
function answerGuardian(planned: { answers?: CustomAnswers }, row: RowReading, cells: GuardianCells): void {
  if (isFirstOf(row, cells) && (cells.of === 1 || cells.of === 2)) answer(planned, row, `guardian${cells.of}`)
}

const isFirstOf = ({ values }: RowReading, cells: GuardianCells): boolean =>
  values.guardians.find(({ of }) => of === cells.of) === cells

/** The same address is the same person; so is the same name in the same family, unless their contacts are different ones. */
export function isKnownGuardian(
  person: { name: string; email: string | null; phone: string | null },
  cells: Omit<GuardianCells, "of">,
): boolean {
  const sharesPhone = phoneKeys(person.phone).some((key) => phoneKeys(cells.phone).includes(key))
  const isSameName = cells.name !== null && fold(personName(person.name)) === fold(cells.name)
  if (person.email && cells.email) return person.email === cells.email || (isSameName && sharesPhone)
  return isSameName || (sharesPhone && cells.name === null)
}

function warnOfMissingName(row: RowReading, number: GuardianNumber): void {
  const { message, group } = namelessGuardian(number, fullName(row.values))
  row.warnings.push({ field: `guardian${number}Name`, code: "no-guardian", message, group, value: "" })
}

/** Students of one address or phone are siblings, as far as anyone can tell. */
function warnOfSharedContact(members: readonly RowReading[]): void {
  const seen = new Map<string, string>()
  for (const row of members) {
    const { email, phone, guardians } = row.values
    if (guardians.some((guardian) => guardian.email || guardian.phone)) continue
    const name = fullName(row.values)
    const ways = [
      {
        key: email,
        noun: "email address",
        several: "an email address",
        field: "studentEmail" as const,
        value: email,
      },
      {
        key: phoneKeys(phone)[0],
        noun: "phone number",
        several: "a phone number",
        field: "studentPhone" as const,
        value: phone,
      },
    ]
    for (const { key, noun, several, field, value } of ways) {
      if (!key) continue
      const sibling = seen.get(key)
      if (sibling === undefined) seen.set(key, name)
      else if (sibling !== name) {
        const group = `Students share ${several}: they are joined as one family.`
        const message = `${name} has the same ${noun} as ${sibling}: they are joined as one family.`
        row.warnings.push({ field, code: "families-joined", message, group, value: value ?? "" })
        break
      }
    }
  }
}

function warnOfTwoFamilies(row: RowReading): void {
  const message = "The guardians’ contacts belong to two families of the school. The student joins the first."
  row.warnings.push({ field: "guardian1Email", code: "families-joined", message, value: "" })
}
