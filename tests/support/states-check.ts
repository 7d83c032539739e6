import BetterSqlite from "better-sqlite3"
import { getTableName, type Table } from "drizzle-orm"
import * as schema from "../../db/schema/tables"
import { statesInIndexes } from "../../db/written-states.server"

// A state that an index names is written into a statement that compares it (db/written-states.server.ts). Every statement of
// every test is looked at, those of the built app included.

/** The columns that indexes of some rows compare with a value, each with its tables. */
const states = new Map<string, Set<string>>()
for (const table of Object.values(schema) as unknown[])
  for (const { name } of statesInIndexes(table))
    states.set(name, (states.get(name) ?? new Set()).add(getTableName(table as Table)))

const compared = new RegExp(
  String.raw`(?:\b(\w+)"?\.)?"?\b(${[...states.keys()].join("|")})"? (?:=|<>|in|not in|is|is not) \(?[?:@$]`,
  "gi",
)

/** The states that a statement compares with what is given later. */
export function givenStates(source: string): string[] {
  return [...source.matchAll(compared)].flatMap(([text, name, column = ""]) => {
    if (name === "excluded") return []
    const tables = name ? tablesNamed(source, name) : tablesIn(source)
    // what is set isn't compared, and what is returned neither
    const isSet = /\bset\b[^()]*$/i.test(source.slice(0, source.indexOf(text))) && /^\s*update/i.test(source)
    return !isSet && tables.some((table) => states.get(column)?.has(table)) ? [text] : []
  })
}

const inFrom = /\b(?:from|join|update|into|,)\s+"?(\w+)"?(?:\s+(?:as\s+)?"?(\w+)"?)?/gi

const tablesIn = (source: string) => [...source.matchAll(inFrom)].map(([, table = ""]) => table)

const tablesNamed = (source: string, name: string) =>
  [...source.matchAll(inFrom)].flatMap(([, table = "", alias]) =>
    table === name || alias === name ? [table] : [],
  )

const check = Symbol.for("tutti states check")
const known = new Set<string>()

/** Refuses statements that would be planned again each time they are asked. */
export function checkStates() {
  const shared = globalThis as typeof globalThis & { [check]?: true }
  // files that share a process look once
  if (shared[check]) return
  shared[check] = true
  const prototype = BetterSqlite.prototype as { prepare(source: string): unknown }
  const { prepare } = prototype
  prototype.prepare = function (this: unknown, source: string) {
    if (!known.has(source)) {
      const given = givenStates(source)
      if (given.length > 0)
        throw new Error(`${given.join(", ")}: a state that an index names is written out.\n${source}`)
      known.add(source)
    }
    return prepare.call(this, source)
  }
}
