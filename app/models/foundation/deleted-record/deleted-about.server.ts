import { deletedRecords } from "db/schema/foundation-bin"
import { and, notInArray, sql } from "drizzle-orm"
import type { Actor } from "../access/actor"
import { select } from "../access/door.server"
import { inBin, ofMany, readKept } from "./deleted-record.server"

/** What the bin holds that refers to one of some records and lists no one else, with its rows as they were. */
export function listDeletedAbout(actor: Actor, recordIds: readonly string[]) {
  return select()
    .from(deletedRecords)
    .where(
      and(
        inBin(actor),
        notInArray(deletedRecords.noun, [...ofMany]),
        sql`exists (select 1 from json_each(${JSON.stringify(recordIds)}) e where instr(${deletedRecords.rows}, e.value) > 0)`,
      ),
    )
    .all()
    .map(({ id, noun, name, deletedName, createdAt, rows }) => ({
      id,
      noun,
      name,
      deletedName,
      createdAt,
      rows: readKept(rows).map(({ table, before }) => ({ table, row: before })),
    }))
}
