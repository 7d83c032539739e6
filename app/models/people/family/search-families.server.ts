import { cacheUntilWrite } from "db/cache-until-write.server"
import { families, guardians, students } from "db/schema/people"
import { isNotNull, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows } from "~/models/foundation/access/door.server"
import { holdsWords, searchedWords } from "~/utils/names"
import { digitsOf, isNumberMeant, typedDigits } from "~/utils/phone-number"
import { findFamily } from "./family.server"

// People found by a phone number, however it and the search are written. The numbers of a school are read once between two
// writes.

type Known = { familyId: string; studentId: string | null; digits: string }

/** Whose number a search means: guardians by their family, students by themselves; none where it is no number. */
function findByPhone(actor: Actor, search: string): readonly Known[] {
  const typed = typedDigits(search)
  return typed ? numbersOf(actor).filter(({ digits }) => isNumberMeant(digits, typed)) : []
}

/** The families in which someone has the number that a search means. */
export const familiesByPhone = (actor: Actor, search: string): string[] => [
  ...new Set(findByPhone(actor, search).map(({ familyId }) => familyId)),
]

/** Whether a student or a guardian of theirs has that number. */
export function studentsByPhone(actor: Actor, search: string) {
  const meant = findByPhone(actor, search)
  const own = new Set(meant.flatMap(({ studentId }) => studentId ?? []))
  const ofGuardians = new Set(meant.flatMap(({ studentId, familyId }) => (studentId ? [] : [familyId])))
  return ({ id, familyId }: { id: string; familyId: string }) => own.has(id) || ofGuardians.has(familyId)
}

const keepNumbers = cacheUntilWrite<readonly Known[]>(10)

const numbersOf = (actor: Actor): readonly Known[] =>
  keepNumbers([actor.school.id], () => [
    ...ownRows(actor, guardians, ["familyId", "phone"])
      .where(isNotNull(guardians.phone))
      .all()
      .map(({ familyId, phone }) => ({ familyId, studentId: null, digits: digitsOf(phone ?? "") })),
    ...ownRows(actor, students, {
      familyId: students.familyId,
      studentId: students.id,
      phone: students.phone,
    })
      .where(isNotNull(students.phone))
      .all()
      .map(({ familyId, studentId, phone }) => ({ familyId, studentId, digits: digitsOf(phone ?? "") })),
  ])

const most = 8

/** A family as it is offered to be chosen: who belongs to it. */
export type FoundFamily = { id: string; name: string; people: string }

/** Families by their name, or the name, email or phone of anyone in them, whatever the accents; at most eight. */
function searchFamilies(actor: Actor, search: string): FoundFamily[] {
  const words = searchedWords(search)
  if (words.length === 0) return []
  const texts = new Map<string, string>()
  const add = (id: string, text: string) => texts.set(id, `${texts.get(id) ?? ""} ${text}`)
  for (const { id, name } of listLiving(actor)) add(id, name)
  const people = [
    ...ownRows(actor, guardians, {
      id: guardians.familyId,
      text: sql<string>`${guardians.name} || ' ' || coalesce(${guardians.email}, '')`,
    }).all(),
    ...ownRows(actor, students, {
      id: students.familyId,
      text: sql<string>`${students.firstName} || ' ' || ${students.lastName}`,
    }).all(),
  ]
  for (const { id, text } of people) add(id, text)
  const called = new Set(familiesByPhone(actor, search))
  return [...texts]
    .filter(([id, text]) => called.has(id) || holdsWords(text, words))
    .slice(0, most)
    .flatMap(([id]) => describeFamily(actor, id) ?? [])
    .sort((a, b) => a.name.localeCompare(b.name, "en"))
}

/** Those that were merged into another take no one. */
const listLiving = (actor: Actor) =>
  ownRows(actor, families, ["id", "name"]).where(isNull(families.mergedInto)).all()

/** One family as it is offered; undefined when it is not the school's, or was merged into another. */
export function describeFamily(actor: Actor, familyId: string): FoundFamily | undefined {
  const family = findFamily(actor, familyId)
  return family && !family.mergedInto ? asFound(family) : undefined
}

/** A family that was read already, as a form offers it. */
export function asFound(family: NonNullable<ReturnType<typeof findFamily>>): FoundFamily {
  const people = [
    ...family.students.map(({ firstName }) => firstName),
    ...family.guardians.map(({ name }) => name),
  ]
  return { id: family.id, name: family.name, people: people.join(", ") }
}

/** The families a student's form offers: what was searched for, and the one chosen before. */
export function offerFamilies(actor: Actor, form?: FormData): FoundFamily[] {
  const search = form?.get("familySearch")
  const chosen = form?.get("family")
  const found = typeof search === "string" ? searchFamilies(actor, search.slice(0, 100)) : []
  const chosenFamily = typeof chosen === "string" ? describeFamily(actor, chosen) : undefined
  return chosenFamily && !found.some(({ id }) => id === chosenFamily.id) ? [chosenFamily, ...found] : found
}

/** The last name that all students of a family have: another child most likely has it, too. Undefined when they differ. */
export function findFamilyLastName(actor: Actor, familyId: string): string | undefined {
  const names = new Set(findFamily(actor, familyId)?.students.map(({ lastName }) => lastName))
  const [name, another] = names
  return another === undefined ? name || undefined : undefined
}
