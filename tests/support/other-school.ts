import { sqlite } from "db/client.server"
import { isFormMark } from "~/utils/form-marks"
import type { FormField } from "./forms"
import type { Fields, Value } from "./found-forms"
import { idsInText } from "./row-ids"

// What belongs to another school, and a database that cries out when one school's request touches it.

type Row = Record<string, string>
const all = (text: string, ...values: string[]) =>
  sqlite()
    .prepare(text)
    .all(...values) as Row[]

/** The tables whose rows each belong to a school. */
const ownedTables = (): string[] =>
  all(
    `select t.name from pragma_table_list t join pragma_table_info(t.name) c on c.name = 'school_id' and c."notnull"
      where t.schema = 'main' and t.type = 'table' and exists (select 1 from pragma_table_info(t.name) where name = 'id')`,
  ).map(({ name = "" }) => name)

/** One id of another school for each table, and which of them to put in the place of a school's own. */
export function idsElsewhere(schoolId: string) {
  const mine = new Map<string, string>()
  const others = new Map<string, string>()
  for (const table of ownedTables()) {
    for (const { id = "" } of all(`select id from "${table}" where school_id = ?`, schoolId))
      mine.set(id, table)
    const [other] = all(`select id from "${table}" where school_id <> ? order by id limit 1`, schoolId)
    if (other?.id) others.set(table, other.id)
  }
  return {
    ids: [...others.values()],
    insteadOf(id: string): string | undefined {
      const table = mine.get(id)
      return table === undefined ? undefined : (others.get(table) ?? others.get("students"))
    },
  }
}

/**
 * From now on the database refuses every write to a row of another school than this, and every row of this school that
 * holds one of the ids. The answer is then a 500, which no sweep lets pass.
 */
export const guardOthers = (schoolId: string, ids: readonly string[]) =>
  sqlite().transaction(() => addGuards(schoolId, ids))()

function addGuards(schoolId: string, ids: readonly string[]) {
  dropGuards()
  const isForeign = (row: string) => `${row}.school_id is not null and ${row}.school_id <> '${schoolId}'`
  const tables = all(
    `select t.name from pragma_table_list t join pragma_table_info(t.name) c on c.name = 'school_id'
      where t.schema = 'main' and t.type = 'table'`,
  )
  const listed = ids.map((id) => `'${id}'`).join()
  for (const { name = "" } of tables) {
    const columns = all(`select name from pragma_table_info('${name}') where lower(type) = 'text'`)
    const holds = columns
      .filter((column) => column.name !== "school_id")
      .map((column) => `new."${column.name}" in (${listed})`)
      .join(" or ")
    const cry = `begin select raise(abort, 'a row of another school: ${name}'); end`
    sqlite().exec(`
      create trigger "guard_insert_${name}" before insert on "${name}" when (${isForeign("new")}) or ${holds} ${cry};
      create trigger "guard_update_${name}" before update on "${name}"
        when (${isForeign("old")}) or (${isForeign("new")}) or ${holds} ${cry};
      create trigger "guard_delete_${name}" before delete on "${name}" when (${isForeign("old")}) ${cry};
    `)
  }
}

export const removeGuards = () => sqlite().transaction(dropGuards)()

function dropGuards() {
  for (const { name } of all(
    "select name from sqlite_master where type = 'trigger' and name like 'guard\\_%' escape '\\'",
  ))
    sqlite().exec(`drop trigger "${name}"`)
}

/** The form once for every id it holds or offers, with another school's in that one place, in a value or in a field's name. */
export function withForeignIds(
  fields: Fields,
  offered: readonly FormField[],
  elsewhere: (id: string) => string | undefined,
): { field: string; fields: Fields }[] {
  const swapped = (text: string): string | undefined => {
    const next = text.replaceAll(idsInText, (id) => elsewhere(id) ?? id)
    return next === text ? undefined : next
  }
  return Object.entries(fields).flatMap(([field, value]) => {
    if (field === "formToken" || isFormMark(field)) return []
    const choices = offered.filter(({ name }) => name === field).flatMap((each) => each.choices)
    const known = [...texts(value), ...choices]
    const foreign = known.map(swapped).find((text) => text !== undefined)
    const renamed = swapped(field)
    const { [field]: _, ...rest } = fields
    return [
      ...(foreign === undefined ? [] : [{ field, fields: { ...fields, [field]: foreign } }]),
      ...(renamed === undefined ? [] : [{ field, fields: { ...rest, [renamed]: value } }]),
    ]
  })
}

const texts = (value: Value): string[] => [value ?? []].flat().filter((each) => typeof each === "string")
