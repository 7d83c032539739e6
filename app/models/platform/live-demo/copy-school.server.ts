import { sqlite, transact } from "db/client.server"
import * as tables from "db/schema/tables"
import { is } from "drizzle-orm"
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core"
import { now } from "~/utils/clock.server"
import { type Later, laterValue, teachLaterDays } from "./later-days.server"

// Copies a school's rows under another school's id. Keys are (school, id), so a copy keeps its ids and its references. The
// work is cut into steps of a few milliseconds, each a transaction of its own: what is copied first is what others refer to.

/** What a copy does without: logins and links of people, dealings with providers, work under way, who did what to whom, and sums. */
const leftOut = new Set([
  "auto_charges",
  "auto_pay_rules",
  "calendar_feeds",
  "deleted_records",
  "erasures",
  "imports",
  "invoice_links",
  "mail_choices",
  "mail_counts",
  "members",
  "payment_orders",
  "push_devices",
  "refund_orders",
  "saved_methods",
  "staff_acts",
  "subscription_attempts",
  "subscription_cases",
  "support_consents",
  "tasks",
  "taught_sums",
])

/** Columns that a copy has another value in: a provider's reference and a file exist once, and triggers add up marks, lines and payments again. */
const instead: Record<string, Record<string, string>> = {
  charges: { billed_lines: "0", credited_net_minor: "0" },
  expenses: { file_id: "null", file_name: "null" },
  // The task that undid a run stays behind: the copy has its invoices, void.
  invoice_runs: { undone_at: "null", undone_by: "null" },
  invoices: { settled_minor: "0" },
  payments: { provider_reference: "null" },
  refunds: { provider_reference: "null" },
  sessions: { marked_count: "0", attended_count: "0" },
}

/** Columns that are empty while a task is at work, which the copy does without. */
const orElse: Record<string, Record<string, string>> = {
  invoice_runs: { ended_at: "created_at", held_until: "created_at" },
}

/** Rows of these are left out where they hold a file, and so are those that refer to them. */
const withoutFiles = new Set(["resources"])

/**
 * An issued invoice takes no more lines, so they come before it, and the charges before them; a late fee names its invoice. So all of
 * them are one step, whose references are looked at when it ends.
 */
const before: Record<string, readonly string[]> = { invoices: ["charges", "invoice_lines"] }

const rowsAtOnce = 600

/** `isNeeded`: a row can't be without it. */
type Reference = { table: string; from: string[]; isNeeded: boolean }
type Owned = {
  name: string
  columns: string[]
  types: ReadonlyMap<string, "text" | "integer">
  references: Reference[]
}

function ownedTables(): Owned[] {
  return Object.values(tables as Record<string, unknown>)
    .filter((each): each is SQLiteTable => is(each, SQLiteTable))
    .map((table) => getTableConfig(table))
    .filter(({ primaryKeys }) => primaryKeys[0]?.columns.map(({ name }) => name).join() === "school_id,id")
    .map(({ name, columns, foreignKeys }) => ({
      name,
      columns: columns.map((column) => column.name),
      types: new Map(
        columns.map((column) => [column.name, column.getSQLType() === "integer" ? "integer" : "text"]),
      ),
      references: foreignKeys.map((key) => {
        const { columns: from, foreignTable } = key.reference()
        return {
          table: getTableConfig(foreignTable).name,
          from: from.map((column) => column.name),
          isNeeded: from.every(({ notNull }) => notNull),
        }
      }),
    }))
}

/** The tables to copy, each behind those it refers to. What needs a table that is left out is left out with it. */
function inOrder(): Owned[] {
  const copied = withoutNeedy(ownedTables().filter(({ name }) => !leftOut.has(name)))
  const ordered: Owned[] = []
  const done = new Set<string>()
  const add = (table: Owned) => {
    if (done.has(table.name)) return
    done.add(table.name)
    const names = before[table.name] ?? []
    const together = copied.filter(({ name }) => names.includes(name))
    for (const { name } of together) done.add(name)
    for (const { table: needed } of [table, ...together].flatMap(({ references }) => references)) {
      const parent = copied.find(({ name }) => name === needed)
      if (parent) add(parent)
    }
    ordered.push(...together, table)
  }
  // Whatever needs a charge comes after its invoice, from wherever one begins.
  for (const table of copied.filter(({ name }) => name in before)) add(table)
  for (const table of copied) add(table)
  return ordered
}

function withoutNeedy(copied: Owned[]): Owned[] {
  const there = new Set([...copied.map(({ name }) => name), "members", "schools"])
  const remaining = copied.filter(({ references }) =>
    references.every(({ table, isNeeded }) => !isNeeded || there.has(table)),
  )
  return remaining.length === copied.length ? remaining : withoutNeedy(remaining)
}

/** One statement that copies rows of a table: all that refer to rows the copy has. */
function copyOf(
  { name, columns, types, references }: Owned,
  kept: ReadonlySet<string>,
  isLater: boolean,
): string {
  const values = columns.map((column) =>
    column === "school_id" ? "@to" : (instead[name]?.[column] ?? copied(column)),
  )
  /** A reference into what is left out is dropped where it may be empty; the row stays behind where it may not. */
  function copied(column: string): string {
    const lost = references.some(
      ({ table, from }) => from.includes(column) && table !== "schools" && !kept.has(table),
    )
    if (lost) return "null"
    const other = orElse[name]?.[column]
    const value = other ? `coalesce(s."${column}", s."${other}")` : `s."${column}"`
    return isLater ? laterValue(column, types.get(column) ?? "text", value) : value
  }
  const conditions = references
    .filter(({ table }) => withoutFiles.has(table))
    .map(({ table, from }) => {
      const [column = ""] = from.filter((each) => each !== "school_id")
      return `and (s."${column}" is null or exists (select 1 from "${table}" p where p.school_id = @to and p.id = s."${column}"))`
    })
  if (withoutFiles.has(name)) conditions.push("and s.file_id is null")
  return `insert into "${name}" (${columns.map((column) => `"${column}"`).join(", ")})
    select ${values.join(", ")} from "${name}" s where s.school_id = @from and s.id > @after and s.id <= @upTo
    ${conditions.join(" ")}`
}

/**
 * Copies everything but people's logins, a step each time it is asked; the members of the copy exist already. What
 * happened is as long ago as it was in the sample when it was seeded.
 */
export function* copySchool(from: string, to: string, later: Later | undefined): Generator<void, void, void> {
  if (later) teachLaterDays()
  const parameters = { from, to, ...(later ? { ...later, present: now() } : {}) }
  const isLater = later !== undefined
  const ordered = inOrder()
  const kept = new Set([...ordered.map(({ name }) => name), "members"])
  const skipped = new Set(Object.values(before).flat())
  for (const table of ordered) {
    if (skipped.has(table.name)) continue
    const names = before[table.name] ?? []
    if (names.length > 0) {
      const first = names.flatMap((name) => ordered.find((each) => each.name === name) ?? [])
      copyTogether([...first, table], kept, { parameters, isLater })
      yield
      continue
    }
    let after = ""
    for (;;) {
      const upTo = lastOfStep(table.name, from, after)
      if (upTo === undefined) break
      transact(() =>
        sqlite()
          .prepare(copyOf(table, kept, isLater))
          .run({ ...parameters, after, upTo }),
      )
      after = upTo
      yield
    }
  }
}

function copyTogether(
  together: Owned[],
  kept: ReadonlySet<string>,
  { parameters, isLater }: { parameters: object; isLater: boolean },
) {
  transact(() => {
    sqlite().pragma("defer_foreign_keys = ON")
    for (const table of together)
      sqlite()
        .prepare(copyOf(table, kept, isLater))
        .run({ ...parameters, after: "", upTo: "\uffff" })
  })
}

/** The id with which the next step of a table ends; undefined when there is nothing more. */
function lastOfStep(table: string, schoolId: string, after: string): string | undefined {
  const row = sqlite()
    .prepare(
      `select max(id) as id from (select id from "${table}" where school_id = ? and id > ? order by id limit ${rowsAtOnce})`,
    )
    .get(schoolId, after) as { id: string | null }
  return row.id ?? undefined
}
