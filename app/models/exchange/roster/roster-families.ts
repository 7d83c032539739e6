// Students whose guardians share an email address are one family: one billing account, each adult once. So are students
// who share an address of their own, and those of one family name whose rows say so in another cell, too.

import type { CustomAnswers } from "~/models/foundation/custom-field/custom-field"
import type { Turns } from "~/utils/in-turns"
import { fold } from "~/utils/names"
import { copyToNotes } from "./roster-notes"
import { joinAnswers, keepInNotes } from "./roster-own"
import type { OwnHolder } from "./roster-own-fields"
import type { RowReading } from "./roster-reading"
import { fullName } from "./roster-row"
import type { GuardianCells } from "./roster-row-values"

export type PlannedGuardian = {
  name: string
  relation: string | null
  /** folded to lower case */
  email: string | null
  phone: string | null
  /** Basis points: in a new family the first guardian pays all, in a family that exists newcomers pay nothing. */
  payerShare: number
  /** Already a guardian of the school, by email: only gaps in their record are filled. */
  exists: boolean
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
  guardians: PlannedGuardian[]
  /** To the school's own fields. */
  answers?: CustomAnswers
  rowNumbers: number[]
}

/**
 * Joins rows into families, in the order of the rows. Address or contacts that differ from what an earlier row of
 * the family said are kept in the student's notes.
 * @param knownEmails folded guardian email to the id of the family it belongs to
 */
export function* joinFamilies(
  rows: readonly RowReading[],
  knownEmails: ReadonlyMap<string, string>,
): Turns<{ families: PlannedFamily[]; familyOfRow: Map<number, string> }> {
  const groups = groupByEmail(rows, knownEmails)
  const families: PlannedFamily[] = []
  const familyOfRow = new Map<number, string>()
  for (const [index, members] of groups.entries()) {
    yield
    const family = planFamily(`family-${index + 1}`, members, knownEmails)
    families.push(family)
    for (const member of members) familyOfRow.set(member.rowNumber, family.key)
  }
  return { families, familyOfRow }
}

/** Rows that share a guardian's email, directly or through a third row, or that belong to one existing family. */
function groupByEmail(rows: readonly RowReading[], knownEmails: ReadonlyMap<string, string>): RowReading[][] {
  const parents = rows.map((_, index) => index)
  const rootOf = (index: number): number => {
    let root = index
    while (parents[root] !== root) root = parents[root] ?? root
    parents[index] = root
    return root
  }
  const firstWith = new Map<string, number>()
  rows.forEach((row, index) => {
    for (const email of joiningKeys(row)) {
      const known = knownEmails.get(email)
      const key = known ? `family ${known}` : email
      const first = firstWith.get(key)
      if (first === undefined) {
        firstWith.set(key, index)
        continue
      }
      const [older, younger] = [rootOf(first), rootOf(index)].sort((a, b) => a - b) as [number, number]
      parents[younger] = older
    }
  })

  const groups = new Map<number, RowReading[]>()
  rows.forEach((row, index) => {
    const root = rootOf(index)
    const group = groups.get(root)
    if (group) group.push(row)
    else groups.set(root, [row])
  })
  return [...groups.values()]
}

/** What joins a row to others of its family: addresses, or the family's name together with a place, phone or adult. */
function joiningKeys({ values }: RowReading): string[] {
  const { guardians, household, address, email } = values
  const addresses = guardians.flatMap((guardian) => guardian.email ?? [])
  const own = email && addresses.length === 0 ? [email] : []
  if (!household) return [...addresses, ...own]
  const name = fold(household) || household
  const isFullName = name.split(" ").filter((word) => !familyWords.has(word)).length > 1
  const besides = [address, ...guardians.flatMap(({ phone, name: adult }) => [phone, adult])]
  const together = besides.flatMap((cell) => (cell ? [`household ${name} ${fold(cell) || cell}`] : []))
  return [...addresses, ...own, ...together, ...(isFullName ? [`household ${name}`] : [])]
}

const familyWords = new Set(["family", "familie", "famille", "familia", "the"])

function planFamily(
  key: string,
  members: readonly RowReading[],
  knownEmails: ReadonlyMap<string, string>,
): PlannedFamily {
  const emails = members.flatMap((row) => row.values.guardians.flatMap(({ email }) => email ?? []))
  const existing = [...new Set(emails.flatMap((email) => knownEmails.get(email) ?? []))]
  const first = members[0]?.values ?? { firstName: "", lastName: "" }
  const family: PlannedFamily = {
    key,
    name:
      members.find((row) => row.values.household)?.values.household ??
      `${first.lastName || first.firstName} family`,
    existingFamilyId: existing[0] ?? null,
    address: members.find((row) => row.values.address)?.values.address ?? null,
    guardians: [],
    rowNumbers: members.map((row) => row.rowNumber),
  }
  for (const row of members) {
    if (row.values.address && row.values.address !== family.address) copyToNotes(row, "address")
    const { household } = row.values
    if (household && (family.existingFamilyId !== null || household !== family.name))
      copyToNotes(row, "household")
    if (existing.length > 1) warnOfTwoFamilies(row)
    addGuardian(family, row, 1, knownEmails)
    addGuardian(family, row, 2, knownEmails)
    answer(family, row, "family")
  }
  warnOfSharedAddress(members)
  return family
}

function addGuardian(
  family: PlannedFamily,
  row: RowReading,
  number: 1 | 2,
  knownEmails: ReadonlyMap<string, string>,
): void {
  const cells = row.values.guardians[number - 1]
  const holder = `guardian${number}` as const
  if (!cells || !Object.values(cells).some(Boolean)) {
    keepInNotes(row, holder)
    return
  }
  const same = family.guardians.find((guardian) => isSamePerson(guardian, cells))
  if (!same) {
    const isPayer = family.existingFamilyId === null && family.guardians.length === 0
    const guardian: PlannedGuardian = {
      ...cells,
      name: cells.name ?? row.values.household ?? cells.email ?? cells.relation ?? "Guardian",
      payerShare: isPayer ? 10_000 : 0,
      exists: cells.email !== null && knownEmails.get(cells.email) === family.existingFamilyId,
    }
    answer(guardian, row, holder)
    family.guardians.push(guardian)
    if (!cells.name) warnOfMissingName(row, number)
    return
  }
  answer(same, row, holder)
  same.email ??= cells.email
  same.phone ??= cells.phone
  same.relation ??= cells.relation
  if (cells.name && cells.name !== same.name) {
    copyToNotes(row, `guardian${number}Name`, `guardian${number}LastName`)
  }
  if (cells.phone && cells.phone !== same.phone) copyToNotes(row, `guardian${number}Phone`)
  if (cells.relation && cells.relation !== same.relation) copyToNotes(row, `guardian${number}Relation`)
}

function answer(planned: { answers?: CustomAnswers }, row: RowReading, holder: OwnHolder): void {
  const answers = joinAnswers(planned.answers, row, holder)
  if (answers) planned.answers = answers
}

/** The same address is the same person; without one, the same name in the same family is. */
function isSamePerson(guardian: PlannedGuardian, cells: GuardianCells): boolean {
  if (guardian.email && cells.email) return guardian.email === cells.email
  return cells.name !== null && fold(guardian.name) === fold(cells.name)
}

function warnOfMissingName(row: RowReading, number: 1 | 2): void {
  const message = `Guardian ${number} of ${fullName(row.values)} has no name. Add it after the import.`
  const group = `Guardian ${number} has no name. Add it after the import.`
  row.warnings.push({ field: `guardian${number}Name`, code: "no-guardian", message, group, value: "" })
}

/** Students of one address are siblings, as far as anyone can tell. */
function warnOfSharedAddress(members: readonly RowReading[]): void {
  const seen = new Map<string, string>()
  for (const row of members) {
    const { email, guardians } = row.values
    if (!email || guardians.some((guardian) => guardian.email)) continue
    const sibling = seen.get(email)
    const group = "Students share an email address: they are joined as one family."
    const message = `${fullName(row.values)} has the same email address as ${sibling}: they are joined as one family.`
    if (sibling)
      row.warnings.push({ field: "studentEmail", code: "families-joined", message, group, value: email })
    else seen.set(email, fullName(row.values))
  }
}

function warnOfTwoFamilies(row: RowReading): void {
  const message =
    "The guardians’ addresses belong to two families of the school. The student joins the first."
  row.warnings.push({ field: "guardian1Email", code: "families-joined", message, value: "" })
}
