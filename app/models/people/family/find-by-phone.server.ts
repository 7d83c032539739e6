import { guardians, students } from "db/schema/people"
import { keepUnchanged } from "db/unchanged.server"
import { and, isNotNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { digitsOf, isNumberMeant, typedDigits } from "~/utils/phone-number"

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

const keepNumbers = keepUnchanged<readonly Known[]>(10)

const numbersOf = (actor: Actor): readonly Known[] =>
  keepNumbers([actor.school.id], () => [
    ...select({ familyId: guardians.familyId, phone: guardians.phone })
      .from(guardians)
      .where(and(own(actor, guardians), isNotNull(guardians.phone)))
      .all()
      .map(({ familyId, phone }) => ({ familyId, studentId: null, digits: digitsOf(phone ?? "") })),
    ...select({ familyId: students.familyId, studentId: students.id, phone: students.phone })
      .from(students)
      .where(and(own(actor, students), isNotNull(students.phone)))
      .all()
      .map(({ familyId, studentId, phone }) => ({ familyId, studentId, digits: digitsOf(phone ?? "") })),
  ])
