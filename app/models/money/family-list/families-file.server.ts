import { families, students } from "db/schema/people"
import { and, asc, ne } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows } from "~/models/foundation/access/door.server"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { among } from "~/models/foundation/access/own.server"
import { answersOf, fieldColumns } from "~/models/foundation/custom-field/answers.server"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { listGuardians } from "~/models/people/family/family.server"
import { addressColumns, guardianColumns } from "~/models/people/family/file-columns.server"
import { todayOf } from "~/utils/clock.server"
import { type CsvColumn, writeTable } from "~/utils/csv.server"
import { groupBy } from "~/utils/group-by"
import { fullName } from "~/utils/names"
import { addressCells } from "~/utils/postal-address"
import { balancesOf } from "../student-list/student-facts.server"

/**
 * Some families as a CSV file, in the order given. The balance is a number in the school's currency, owed above zero; who
 * doesn't see balances gets none.
 */
export function writeFamiliesFile(actor: Actor, ids: readonly string[]): { fileName: string; csv: string } {
  const known = new Map(listNamed(actor, ids).map((family) => [family.id, family]))
  const found = ids.flatMap((id) => known.get(id) ?? [])
  const children = groupBy(listChildren(actor, ids), ({ familyId }) => familyId)
  const adults = groupBy(listGuardians(actor, [...known.keys()]), ({ familyId }) => familyId)
  const fields = listFields(actor, "family")
  const ofGuardian = listFields(actor, "guardian")
  const answers = answersOf(actor, [
    ...(fields.length > 0 ? known.keys() : []),
    ...(ofGuardian.length > 0 ? [...adults.values()].flat().map((guardian) => guardian.id) : []),
  ])
  const balances = seesFamilyMoney(actor) ? balancesOf(actor, [...known.keys()]) : null
  const rows = found.map((family) => ({
    ...family,
    address: addressCells(family.address),
    guardians: adults.get(family.id) ?? [],
  }))
  type Row = (typeof rows)[number]
  return {
    fileName: `families-${todayOf(actor)}.csv`,
    csv: writeTable(rows, [
      ["Family", (row) => row.name],
      ["Students", (row) => (children.get(row.id) ?? []).map(fullName).join(", ")],
      ...addressColumns(),
      ...guardianColumns(1, (row: Row) => row.guardians[0]),
      ...guardianColumns(2, (row: Row) => row.guardians[1]),
      ["Family ID", (row) => row.id],
      ["Guardians", (row) => row.guardians.length],
      ["In the Portal", (row) => row.guardians.filter(({ memberId }) => memberId !== null).length],
      ...(balances
        ? ([
            ["Balance", (row) => (balances.get(row.id) ?? 0) / 100],
            ["Currency", () => actor.school.currency],
          ] satisfies CsvColumn<Row>[])
        : []),
      ...fieldColumns(fields, answers, (row: Row) => row.id),
      ...fieldColumns(ofGuardian, answers, (row: Row) => row.guardians[0]?.id, "Parent 1 "),
      ...fieldColumns(ofGuardian, answers, (row: Row) => row.guardians[1]?.id, "Parent 2 "),
    ]),
  }
}

const listNamed = (actor: Actor, ids: readonly string[]) =>
  ownRows(actor, families, ["id", "name", "address"]).where(among(families.id, ids)).all()

/** Without former students. */
const listChildren = (actor: Actor, ids: readonly string[]) =>
  ownRows(actor, students, ["familyId", "firstName", "lastName"])
    .where(and(ne(students.status, "former"), among(students.familyId, ids)))
    .orderBy(asc(students.firstName), asc(students.id))
    .all()
