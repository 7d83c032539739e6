import { families, students } from "db/schema/people"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { columns, joined, own } from "~/models/foundation/access/own.server"
import { fold, fullName } from "~/utils/names"
import { tellApart } from "../family/family-name.server"

/**
 * Students of the school who may be the same person: the same name whatever the accents, unless both birthdays are
 * known and differ.
 */
export function listNamesakes(
  actor: Actor,
  { firstName, lastName, birthDate }: { firstName: string; lastName: string; birthDate?: string },
) {
  const name = fold(fullName({ firstName, lastName }))
  const found = select({
    ...columns(students, "id", "familyId", "firstName", "lastName", "birthDate", "status", "email"),
    familyName: families.name,
  })
    .from(students)
    .innerJoin(families, joined(families, students.familyId))
    .where(own(actor, students))
    .all()
    .filter(
      (other) =>
        fold(fullName(other)) === name && !(birthDate && other.birthDate && other.birthDate !== birthDate),
    )
    .slice(0, 5)
  return tellApart(actor, found).map(({ firstName: first, lastName: last, ...other }) => ({
    ...other,
    name: fullName({ firstName: first, lastName: last }),
  }))
}
