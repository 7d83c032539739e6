import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll, askOne, written } from "~/models/foundation/access/door.server"
import { countOf } from "~/utils/count-of"
import { formatNumber } from "~/utils/formats"
import type { Turns } from "~/utils/in-turns"
import { type Reached, references, sampleOf } from "./reach-sample.server"

// What of the school's own hangs on the sample: removing the sample would take it along, so it is named first.

/** Records of the school's own, and how their names read. */
const roots: Record<string, { what: string; name: string }> = {
  students: { what: "students", name: "trim(x.first_name || ' ' || x.last_name)" },
  guardians: { what: "guardians", name: "x.name" },
  families: { what: "families", name: "x.name" },
  classes: { what: "classes", name: "x.name" },
}

/** One sentence for each kind of record that stands in the way; empty while the sample can be removed. */
export function* sampleObstaclesInTurns(actor: Actor, reached: Reached): Turns<string[]> {
  const found: string[] = []
  const sample = sampleOf(actor)
  for (const [root, { what, name }] of Object.entries(roots)) {
    const ids = new Set([...(reached.get(root) ?? [])].filter((id) => !sample.get(root)?.has(id)))
    for (const reference of references().filter(({ to }) => to === root)) {
      for (const id of targets(actor, reference, reached)) if (!sample.get(root)?.has(id)) ids.add(id)
      yield
    }
    const names = namesOf(actor, root, name, [...ids])
    if (names.length > 0) found.push(`Your own ${what} are linked to sample records: ${listText(names)}.`)
  }
  for (const table of ["teachers", "students", "guardians"]) {
    const names = namesOf(
      actor,
      table,
      roots[table]?.name ?? "x.name",
      [...(sample.get(table) ?? [])],
      "and x.member_id is not null",
    )
    if (names.length > 0) found.push(`Sample ${table} have a login: ${listText(names)}.`)
  }
  const kept = keptTables().reduce((sum, table) => sum + countKept(actor, table, reached), 0)
  if (kept > 0)
    found.push(
      `The books keep ${countOf(kept, "record")} of the sample, such as a sent invoice or a payment.`,
    )
  return found
}

const listText = (names: readonly string[]): string =>
  [...names.slice(0, 3), ...(names.length > 3 ? [`and ${formatNumber(names.length - 3)} more`] : [])].join(
    "; ",
  )

/** The records that the reached rows of a table refer to. */
function targets(
  actor: Actor,
  { table, column }: { table: string; column: string },
  reached: Reached,
): string[] {
  const ids = reached.get(table)
  if (!ids?.size) return []
  const rows = askAll<{ id: string }>(
    written(
      `select distinct "${column}" as id from "${table}" where school_id = @schoolId and "${column}" is not null
        and id in (select value from json_each(@ids))`,
      { schoolId: actor.school.id, ids: JSON.stringify([...ids]), draft: "draft", locked: "locked" },
    ),
  )
  return rows.map(({ id }) => id)
}

function namesOf(actor: Actor, table: string, name: string, ids: string[], more = ""): string[] {
  if (ids.length === 0) return []
  const rows = askAll<{ name: string }>(
    written(
      `select ${name} as name from "${table}" x where x.school_id = @schoolId
        and x.id in (select value from json_each(@ids)) ${more} order by 1`,
      { schoolId: actor.school.id, ids: JSON.stringify(ids) },
    ),
  )
  return rows.map((row) => row.name)
}

/** Tables from which the database deletes nothing, or nothing that was issued. */
const keptTables = (): string[] =>
  askAll<{ name: string }>(
    sql`select distinct tbl_name as name from sqlite_master where type = 'trigger' and sql like '%BEFORE DELETE%'`,
  ).map(({ name }) => name)

/** Of these only some rows are kept: by a condition. */
const keptOnly: Record<string, string> = {
  invoices: "and state <> @draft",
  pay_slips: "and state = @locked",
  pay_slip_lines: `and exists (select 1 from pay_slips p where p.school_id = pay_slip_lines.school_id
    and p.id = pay_slip_lines.slip_id and p.state = @locked)`,
}

function countKept(actor: Actor, table: string, reached: Reached): number {
  const ids = reached.get(table)
  // The lines of a draft go with it, those of an issued invoice are counted with theirs.
  if (!ids?.size || table === "invoice_lines") return 0
  return askOne<{ n: number }>(
    written(
      `select count(*) as n from "${table}" where school_id = @schoolId
        and id in (select value from json_each(@ids)) ${keptOnly[table] ?? ""}`,
      { schoolId: actor.school.id, ids: JSON.stringify([...ids]), draft: "draft", locked: "locked" },
    ),
  ).n
}
