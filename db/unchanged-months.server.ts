import type { SignedTable } from "./change-signs.server"
import { checkedRead } from "./checked-read.server"
import { tablesStamps } from "./kept-tables.server"
import { allMonths, type FactSign, signOwner, signsMonths, tablesWatched } from "./month-signs.server"
import { ofSchema, onConnection, untilWritten } from "./on-connection.server"
import type { TableOfOwnSign } from "./tables-of-own-sign"
import { dayStamps, keeperOfEach, type Span, schoolStamp } from "./unchanged.server"

// What was read of some months of a school stays true while others are written (month-signs.server.ts), and what was read of
// some of its tables besides, or of some days of one, while these aren't (kept-tables.server.ts, unchanged.server.ts).

/** What is depended on: all months of a sign, or those (`YYYY-MM`, both included) that are named. */
export type OnSign = { sign: FactSign; from?: string; to?: string }
/** Or every row of a table. */
export type OnTable = { table: TableOfOwnSign }
/** Or the rows of one that begin in a span. */
export type OnDays = Span & { daysOf: SignedTable }
type On = OnSign | OnTable | OnDays

const isTable = (on: On): on is OnTable => "table" in on
const isSign = (on: On): on is OnSign => "sign" in on
const isDays = (on: On): on is OnDays => "daysOf" in on

const statements = onConnection((on, number) => ({
  number,
  signs: on
    .prepare(
      `select owner, cast(sign as text) from change_signs where owner = ? union all
        select owner, cast(sign as text) from change_signs where owner >= ? and owner < ?`,
    )
    .raw(),
}))
const signsMonthsHere = ofSchema(signsMonths)

/** The signs of all that a school has months of, and the one that all schools share. */
const monthSigns = untilWritten(
  (schoolId: string) =>
    statements().signs.all(allMonths, `${schoolId} `, `${schoolId}!`) as [owner: string, sign: string][],
)

/**
 * What stands for some months, tables and days of a school. Without the triggers of this version the school's sign stands for
 * them.
 */
function stampsOf(schoolId: string): (on: readonly On[]) => string | undefined {
  if (!signsMonthsHere()) return () => schoolStamp(schoolId)
  const stampOfMonths = monthStamps(schoolId)
  const stampOfTables = tablesStamps(schoolId)
  return (on) => {
    const tables = on.filter(isTable).map(({ table }) => table)
    const others = [
      ...(tables.length > 0 ? [stampOfTables(tables)] : []),
      ...on.filter(isDays).map(({ daysOf, ...span }) => dayStamps(daysOf, schoolId)(span)),
    ]
    return others.includes(undefined) ? undefined : [stampOfMonths(on.filter(isSign)), ...others].join(" ")
  }
}

function monthStamps(schoolId: string): (on: readonly OnSign[]) => string {
  const found = monthSigns(schoolId)
  const shared = `${statements().number} ${found.find(([owner]) => owner === allMonths)?.[1]} `
  return (on) =>
    on
      .flatMap(({ sign, from = "", to = "~" }) => {
        const [least, most] = [signOwner(sign, schoolId, from), signOwner(sign, schoolId, to)]
        return found.flatMap(([owner, value]) =>
          owner >= least && owner <= most ? `${owner.slice(schoolId.length)} ${value}` : [],
        )
      })
      .concat(shared)
      .join(" ")
}

/**
 * Keeps what depends on some signs of a school, and on what its key names, alone. Where tables or days are named, tests look at
 * every table that is read: it's one of these, or one whose rows change a sign that is named.
 */
export function keepOfMonths<Value>(most: number) {
  const keep = keeperOfEach<Value>(most)
  return <Asked extends { key: string; on: readonly On[] }>(
    schoolId: string,
    all: readonly Asked[],
    read: (stale: readonly Asked[]) => readonly Value[],
  ): Value[] => {
    const stampOf = stampsOf(schoolId)
    return keep(
      all,
      ({ key, on }) => ({ key: JSON.stringify([schoolId, key]), stamp: stampOf(on) }),
      (stale) => checkedWhereNamed(stale, () => read(stale)),
    )
  }
}

function checkedWhereNamed<Value>(stale: readonly { on: readonly On[] }[], read: () => Value): Value {
  const all = stale.flatMap(({ on }) => on)
  if (all.every(isSign)) return read()
  const tablesOf = (on: On) => (isTable(on) ? on.table : isDays(on) ? on.daysOf : tablesWatched(on.sign))
  return checkedRead([...new Set(all.flatMap(tablesOf))], read)
}

/** The same for one value. */
export function keepOnSigns<Value>(most: number) {
  const keep = keepOfMonths<Value>(most)
  return (schoolId: string, asked: { key: string; on: readonly On[] }, read: () => Value): Value =>
    keep(schoolId, [asked], () => [read()])[0] as Value
}
