import * as tables from "db/schema/tables"
import { is } from "drizzle-orm"
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll, written } from "~/models/foundation/access/door.server"
import { listSampleRecords, type SampleNoun } from "~/models/foundation/sample-record/sample-record.server"
import type { Turns } from "~/utils/in-turns"

// What hangs on the sample: its own records and, found through the schema so that a new table is never forgotten, every
// row that refers to one of them, or to such a row. An expense is always the school's own: it is never followed.

export const tableOf: Record<SampleNoun, string> = {
  teacher: "teachers",
  family: "families",
  guardian: "guardians",
  student: "students",
  class: "classes",
  schedule: "schedules",
  enrollment: "enrollments",
}

/** A column that holds the id of a row in another table of the school. */
type Reference = { table: string; column: string; to: string }

let known: Reference[] | undefined

export function references(): Reference[] {
  known ??= Object.values(tables as Record<string, unknown>)
    .filter((each): each is SQLiteTable => is(each, SQLiteTable))
    .map((table) => getTableConfig(table))
    .flatMap(({ name, foreignKeys }) =>
      foreignKeys.flatMap((key) => {
        const { columns, foreignTable } = key.reference()
        const [column] = columns.filter((each) => each.name !== "school_id")
        const isOwned = columns.length === 2 && column !== undefined
        return isOwned ? [{ table: name, column: column.name, to: getTableConfig(foreignTable).name }] : []
      }),
    )
  return known
}

/** A column of records that are the school's own, whatever they name: it is emptied, and they stay. */
export const emptied = { table: "expenses", column: "extra_work_id", to: "extra_work" } as const

const isFollowed = ({ table, column }: Reference) => table !== emptied.table || column !== emptied.column

/** Ids by table. */
export type Reached = Map<string, Set<string>>

/** The sample's own records. */
export function sampleOf(actor: Actor): Reached {
  const own: Reached = new Map()
  for (const { noun, nounId } of listSampleRecords(actor)) add(own, tableOf[noun], [nounId])
  return own
}

/** All that has to go with the sample, itself included. */
export function* reachInTurns(actor: Actor): Turns<Reached> {
  const reached = sampleOf(actor)
  const waiting = [...reached].map(([table, ids]): [string, string[]] => [table, [...ids]])
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [to, ids] = next
    for (const { table, column } of references().filter((each) => each.to === to && isFollowed(each))) {
      const found = rowsReferring(actor, { table, column }, ids)
      const fresh = found.filter((id) => !reached.get(table)?.has(id))
      if (fresh.length > 0) {
        add(reached, table, fresh)
        waiting.push([table, fresh])
      }
      yield
    }
  }
  return reached
}

function add(reached: Reached, table: string, ids: readonly string[]) {
  const already = reached.get(table) ?? new Set()
  for (const id of ids) already.add(id)
  reached.set(table, already)
}

function rowsReferring(
  actor: Actor,
  { table, column }: Omit<Reference, "to">,
  ids: readonly string[],
): string[] {
  const rows = askAll<{ id: string }>(
    written(
      `select id from "${table}" where school_id = @schoolId and "${column}" in (select value from json_each(@ids))`,
      { schoolId: actor.school.id, ids: JSON.stringify(ids) },
    ),
  )
  return rows.map(({ id }) => id)
}
