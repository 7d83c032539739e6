import { allRows, ofAll, tableOwner, tablesSigned } from "./change-signs.server"
import { checkedRead } from "./checked-read.server"
import { ofSchema, onConnection } from "./on-connection.server"
import type { TableOfOwnSign } from "./tables-of-own-sign"
import { keeper, schoolSigns, schoolStamp } from "./unchanged.server"

// What was read of a few tables of a school stays true while its other tables are written (unchanged.server.ts).

const numberHere = onConnection((_, number) => number)
const signedHere = ofSchema(tablesSigned)

/**
 * The signs of a school's rows in some tables and of what no school owns. They're those of what this connection reads now, and one
 * that is taken back never comes again. Where the machine that writes is of an earlier version, the school's sign stands for them.
 */
export function tablesStamps(schoolId: string): (tables: readonly TableOfOwnSign[]) => string | undefined {
  const signed = signedHere()
  const signs = schoolSigns(schoolId)
  const number = numberHere()
  return (tables) => {
    if (!tables.every((table) => signed.has(table))) return schoolStamp(schoolId)
    const owners = [ofAll, ...tables.flatMap((table) => [allRows(table), tableOwner(table, schoolId)])]
    return `tables ${number} ${owners.map((owner) => signs.get(owner)).join(" ")}`
  }
}

/**
 * The same for what is read of a school's rows in these tables alone, and of what no school owns: writes of its other tables
 * leave it. Tests look at every table that is read so.
 */
export function keepOfTables<Value>(tables: readonly TableOfOwnSign[], most: number) {
  const keep = keeper<Value>(most)
  return (
    [schoolId, ...others]: readonly [schoolId: string, ...others: unknown[]],
    read: () => Value,
  ): Value =>
    keep(tablesStamps(schoolId)(tables), JSON.stringify([schoolId, ...others]), () =>
      checkedRead(tables, read),
    )
}

/** So many records are on the longest page. */
const mostOfPage = 500
const pagesKept = 20

/** The same for what a page reads of its records, by their ids; what is read of more than a page shows isn't kept. */
export function keepOfPage<Value>(tables: readonly TableOfOwnSign[]) {
  const keep = keepOfTables<Value>(tables, pagesKept)
  return (
    [schoolId, ids, ...others]: readonly [schoolId: string, ids: readonly string[], ...others: unknown[]],
    read: () => Value,
  ): Value => (ids.length > mostOfPage ? read() : keep([schoolId, ids, ...others], read))
}
