import { type SQL, sql } from "drizzle-orm"
import { askAll } from "~/models/foundation/access/door.server"

// Which families have charges that keep an import from being undone.

export type MadeIds = { classIds: string[]; familyIds: string[]; studentIds: string[] }

/** The ids of what an import made that are handed on in parts. */
export function readMadeIds(school: string, importId: string): MadeIds {
  const rows = askAll<{ noun: string; id: string }>(
    sql`select noun, noun_id as id from import_creations
      where school_id = ${school} and import_id = ${importId} and noun in ('class', 'family', 'student')`,
  )
  const idsOf = (of: string) => rows.flatMap(({ noun, id }) => (noun === of ? [id] : []))
  return { classIds: idsOf("class"), familyIds: idsOf("family"), studentIds: idsOf("student") }
}

/** Charges of so many students or families are asked for at once; a student has some 30 in half a year. */
const studentsAtOnce = 300

/** Ids, so many at a time. */
export const inParts = (ids: string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, index) =>
    ids.slice(index * size, (index + 1) * size),
  )

/**
 * Families with a charge, and those of students with one. A job charges monthly fees: one that is on no invoice and wasn't taken
 * back goes with its enrollment. The joins keep SQLite to what the import made: left to itself it looks at all charges of the school.
 */
export function chargedFamilies(school: string, { familyIds, studentIds }: MadeIds): SQL[] {
  const stays = sql`not (x.source = 'flat' and x.withdrawn_at is null
    and not exists (select 1 from invoice_lines l where l.school_id = x.school_id and l.charge_id = x.id)
    and not exists (select 1 from credit_note_lines c where c.school_id = x.school_id and c.charge_id = x.id))`
  const ofFamilies = (ids: string[]) => sql`
    select distinct f.name, f.name as once from json_each(${JSON.stringify(ids)}) j
    cross join families f on f.school_id = ${school} and f.id = j.value
    where exists (select 1 from charges x indexed by charges_by_family
      where x.school_id = ${school} and x.family_id = f.id and ${stays})`
  const ofStudents = (ids: string[]) => sql`
    select distinct f.name, f.name as once from json_each(${JSON.stringify(ids)}) j
    cross join charges x indexed by charges_by_student on x.school_id = ${school} and x.student_id = j.value
    cross join families f on f.school_id = ${school} and f.id = x.family_id
    where ${stays}`
  return [
    ...inParts(familyIds, studentsAtOnce).map(ofFamilies),
    ...inParts(studentIds, studentsAtOnce).map(ofStudents),
  ]
}
