import BetterSqlite from "better-sqlite3"
import { getTableName, is } from "drizzle-orm"
import { SQLiteTable } from "drizzle-orm/sqlite-core"
import { afterAll, expect } from "vitest"
import * as schema from "../../db/schema/tables"
import { statesInIndexes } from "../../db/written-states.server"
import { readWords, tablesIn, type Word } from "./statement-words"

// A state that an index names is written into a statement that compares it (db/written-states.server.ts). Every statement of
// every test is looked at, those of the built app included. One that the app asks and whose refusal it catches fails the file.

const tables = Object.values(schema).flatMap((table) => (is(table, SQLiteTable) ? [table] : []))
const tableNames = new Set<string>(tables.map(getTableName))

/** The columns that indexes of some rows compare with a value, each with its tables. */
const states = new Map<string, Set<string>>()
for (const table of tables)
  for (const { name } of statesInIndexes(table))
    states.set(name, (states.get(name) ?? new Set()).add(getTableName(table)))

/** The states that a statement compares with what is given later. */
export function givenStates(source: string): string[] {
  const words = readWords(source)
  return words.flatMap(({ text }, at) => {
    const ofTables = states.get(text)
    const given = ofTables && givenBeside(words, at)
    if (!given || !tablesMeant(words, at).some((table) => ofTables.has(table))) return []
    return [source.slice(words[given.first]?.start, words[given.last]?.end)]
  })
}

type Range = { first: number; last: number }

const comparing = new Set(["=", "==", "<>", "!=", "is", "in"])

/** From a column to the parameter that it is compared with, or from that to the column. */
function givenBeside(words: Word[], at: number): Range | undefined {
  const first = words[at - 1]?.text === "." ? at - 2 : at
  const isGiven = (place: number) => words[place]?.is === "given"
  const textAt = (place: number) => words[place]?.text ?? ""
  let before = first - 1
  if (textAt(before) === "not") before -= 1
  if (comparing.has(textAt(before)) && isGiven(before - 1)) return { first: before - 1, last: at }
  let next = at + 1
  if (textAt(next) === "not") next += 1
  const operator = textAt(next)
  if (!comparing.has(operator) || isSetThere(words, first)) return
  while (["is", "not", "distinct", "from", operator].includes(textAt(next))) next += 1
  if (operator === "in") return givenInList(words, first, next)
  while (textAt(next) === "(") next += 1
  return isGiven(next) ? { first, last: next } : undefined
}

/** What is set isn't compared. */
const isSetThere = (words: Word[], first: number) =>
  words[first]?.clause === "set" && ["set", ","].includes(words[first - 1]?.text ?? "")

function givenInList(words: Word[], first: number, open: number): Range | undefined {
  if (/^(select|with)$/.test(words[open + 1]?.text ?? "")) return
  for (let last = open + 1; (words[last]?.depth ?? 0) > (words[open]?.depth ?? 0); last += 1)
    if (words[last]?.is === "given") return { first, last }
}

/** The tables that a column may be of. Those of what the statement names itself are any that it reads. */
function tablesMeant(words: Word[], at: number): string[] {
  const read = tablesIn(words)
  const name = words[at - 1]?.text === "." ? words[at - 2]?.text : undefined
  if (name === "excluded") return []
  const named = read.filter(({ table, alias }) => name === alias || name === table)
  const isTable = named.length > 0 && named.every(({ table }) => tableNames.has(table))
  return (isTable ? named : read).map(({ table }) => table)
}

const check = Symbol.for("tutti states check")
const shared = globalThis as typeof globalThis & { [check]?: Set<string> }
const known = new Set<string>()

/** What was refused since it was last asked for. */
export function takeRefused(): string[] {
  const refused = [...(shared[check] ?? [])]
  shared[check]?.clear()
  return refused
}

/** Refuses statements that would be planned again each time they are asked. */
export function checkStates() {
  afterAll(() => expect(takeRefused(), "states that an index names are written out").toEqual([]))
  // files that share a process look once
  if (shared[check]) return
  const refused = new Set<string>()
  shared[check] = refused
  const prototype = BetterSqlite.prototype as { prepare(source: string): unknown }
  const { prepare } = prototype
  prototype.prepare = function (this: unknown, source: string) {
    if (!known.has(source)) {
      const given = givenStates(source)
      if (given.length > 0) {
        refused.add(`${given.join(", ")}\n${source}`)
        throw new Error(`${given.join(", ")}: a state that an index names is written out.\n${source}`)
      }
      known.add(source)
    }
    return prepare.call(this, source)
  }
}
