import { families, students } from "db/schema/people"
import { and, asc, ne } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows } from "~/models/foundation/access/door.server"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { among } from "~/models/foundation/access/own.server"
import { answersOf } from "~/models/foundation/custom-field/answers.server"
import { answerCell, type CustomField } from "~/models/foundation/custom-field/custom-field"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { listGuardians } from "~/models/people/family/family.server"
import { todayOf } from "~/utils/clock.server"
import { writeCsv } from "~/utils/csv.server"
import { groupBy } from "~/utils/group-by"
import { fullName } from "~/utils/names"
import { addressCells, addressHeadings } from "~/utils/postal-address"
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
  const cells = (of: readonly CustomField[], subjectId: string | undefined) =>
    of.map((field) => answerCell(field, answers.get(subjectId ?? "")?.[field.id]))
  const balances = seesFamilyMoney(actor) ? balancesOf(actor, [...known.keys()]) : null
  const rows = found.map(({ id, name, address }) => {
    const guardians = adults.get(id) ?? []
    return [
      name,
      (children.get(id) ?? []).map(fullName).join(", "),
      ...addressCells(address),
      ...[guardians[0], guardians[1]].flatMap((guardian) => [
        guardian?.name ?? null,
        guardian?.relation ?? null,
        guardian?.email ?? null,
        guardian?.phone ?? null,
      ]),
      id,
      guardians.length,
      guardians.filter(({ memberId }) => memberId !== null).length,
      ...(balances ? [(balances.get(id) ?? 0) / 100, actor.school.currency] : []),
      ...cells(fields, id),
      ...cells(ofGuardian, guardians[0]?.id),
      ...cells(ofGuardian, guardians[1]?.id),
    ]
  })
  const headings = [
    ...["Family", "Students", ...addressHeadings, ...guardianHeadings(1), ...guardianHeadings(2)],
    ...["Family ID", "Guardians", "In the Portal", ...(balances ? ["Balance", "Currency"] : [])],
    ...fields.map(({ name }) => name),
    ...[1, 2].flatMap((number) => ofGuardian.map(({ name }) => `Parent ${number} ${name}`)),
  ]
  return {
    fileName: `families-${todayOf(actor)}.csv`,
    csv: writeCsv(headings, rows),
  }
}

const guardianHeadings = (number: number) =>
  ["Name", "Relationship", "Email", "Phone"].map((column) => `Parent ${number} ${column}`)

const listNamed = (actor: Actor, ids: readonly string[]) =>
  ownRows(actor, families, ["id", "name", "address"]).where(among(families.id, ids)).all()

/** Without former students. */
const listChildren = (actor: Actor, ids: readonly string[]) =>
  ownRows(actor, students, ["familyId", "firstName", "lastName"])
    .where(and(ne(students.status, "former"), among(students.familyId, ids)))
    .orderBy(asc(students.firstName), asc(students.id))
    .all()
