import { transact } from "db/client.server"
import { oneTimeLinks } from "db/schema/foundation"
import * as tables from "db/schema/tables"
import { inArray, is, sql } from "drizzle-orm"
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core"
import { heldFromDeletion, isSchoolHeld } from "~/models/accounts/school/legal-hold.server"
import type { Actor } from "~/models/foundation/access/actor"
import {
  askAll,
  askOne,
  deferReferences,
  remove,
  runSql,
  written,
} from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { forgetAnswers } from "~/models/foundation/custom-field/answers.server"
import {
  forgetSample,
  hasSample,
  listSampleRecords,
  type SampleNoun,
} from "~/models/foundation/sample-record/sample-record.server"
import { countOf, formatNumber } from "~/utils/formats"
import { atOnce, inTurns, type Turns } from "~/utils/in-turns"

// What hangs on the sample: its own records and, found through the schema so that a new table is never forgotten, every
// row that refers to one of them, or to such a row. An expense is always the school's own: it is never followed.

const tableOf: Record<SampleNoun, string> = {
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

function references(): Reference[] {
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
const emptied = { table: "expenses", column: "extra_work_id", to: "extra_work" } as const

const isFollowed = ({ table, column }: Reference) => table !== emptied.table || column !== emptied.column

/** Ids by table. */
type Reached = Map<string, Set<string>>

/** The sample's own records. */
function sampleOf(actor: Actor): Reached {
  const own: Reached = new Map()
  for (const { noun, nounId } of listSampleRecords(actor)) add(own, tableOf[noun], [nounId])
  return own
}

/** All that has to go with the sample, itself included. */
function* reachInTurns(actor: Actor): Turns<Reached> {
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

// What of the school's own hangs on the sample: removing the sample would take it along, so it is named first.

/** Records of the school's own, and how their names read. */
const roots: Record<string, { what: string; name: string }> = {
  students: { what: "students", name: "trim(x.first_name || ' ' || x.last_name)" },
  guardians: { what: "guardians", name: "x.name" },
  families: { what: "families", name: "x.name" },
  classes: { what: "classes", name: "x.name" },
}

/** One sentence for each kind of record that stands in the way; empty while the sample can be removed. */
function* sampleObstaclesInTurns(actor: Actor, reached: Reached): Turns<string[]> {
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

// The sample goes as a whole: its people, classes and lessons with all that was entered for them, in one transaction.
// What belongs to the school, and what the books keep, is named first and refuses it.

export type SampleRemoval = {
  counts: {
    teachers: number
    families: number
    students: number
    classes: number
    lessons: number
    charges: number
    drafts: number
  }
  /** In sentences, what has to be undone first. */
  obstacles: string[]
}

/** What removing the sample would take away, and what is in its way; undefined when there is none. */
export async function previewRemoval(actor: Actor): Promise<SampleRemoval | undefined> {
  if (!hasSample(actor)) return undefined
  return (await inTurns(removalInTurns(actor))).removal
}

function* removalInTurns(actor: Actor): Turns<{ reached: Reached; removal: SampleRemoval }> {
  const reached = yield* reachInTurns(actor)
  const obstacles = yield* sampleObstaclesInTurns(actor, reached)
  if (isSchoolHeld(actor)) obstacles.unshift(heldFromDeletion)
  const count = (table: string) => reached.get(table)?.size ?? 0
  const counts = {
    teachers: count("teachers"),
    families: count("families"),
    students: count("students"),
    classes: count("classes"),
    lessons: count("sessions"),
    charges: count("charges"),
    drafts: count("invoices"),
  }
  return { reached, removal: { counts, obstacles } }
}

type Removed = { ok: true; wasThere: boolean } | { ok: false; reason: "built-on"; obstacles: string[] }

/**
 * Removes the sample completely, and says whether there was one. Refused while something of the school's own is linked to
 * it: `obstacles` names what.
 */
export async function removeSample(actor: Actor): Promise<Removed> {
  if (!hasSample(actor)) return { ok: true, wasThere: false }
  const looked = await inTurns(removalInTurns(actor))
  if (looked.removal.obstacles.length > 0)
    return { ok: false, reason: "built-on", obstacles: looked.removal.obstacles }
  return transact((): Removed => {
    if (!hasSample(actor)) return { ok: true, wasThere: false }
    // Looked at once more within the transaction: what was added since goes along, or is in the way.
    const { reached, removal } = atOnce(removalInTurns(actor))
    if (removal.obstacles.length > 0) return { ok: false, reason: "built-on", obstacles: removal.obstacles }
    const subjects = [...sampleOf(actor).values()].flatMap((ids) => [...ids])
    forgetAnswers(actor, subjects)
    remove(actor, oneTimeLinks, inArray(oneTimeLinks.subjectId, subjects))
    forgetEntries(actor, reached)
    deferReferences()
    const idsOf = (table: string) => ({
      schoolId: actor.school.id,
      ids: JSON.stringify([...(reached.get(table) ?? [])]),
    })
    runSql(
      written(
        `update "${emptied.table}" set "${emptied.column}" = null
          where school_id = @schoolId and "${emptied.column}" in (select value from json_each(@ids))`,
        idsOf(emptied.to),
      ),
    )
    for (const table of childrenFirst(reached))
      runSql(
        written(
          `delete from "${table}" where school_id = @schoolId and id in (select value from json_each(@ids))`,
          idsOf(table),
        ),
      )
    forgetSample(actor)
    recordEvent(actor, "school.remove-sample", actor.school.id)
    return { ok: true, wasThere: true }
  })
}

/** Records with entries of their own in the activity: the trigger events_kept lets those of the sample go. */
const madeOf = {
  session: ["sessions", "class_id"],
  enrollment: ["enrollments", "student_id"],
  seat: ["seats", "student_id"],
  "make-up-credit": ["make_up_credits", "student_id"],
  "time-off": ["time_off", "teacher_id"],
  charge: ["charges", "student_id"],
  invoice: ["invoices", "family_id"],
} as const

/** What was written about the sample goes first, while it is still known as such. */
function forgetEntries(actor: Actor, reached: Reached) {
  const made = Object.values(madeOf)
  const tables = [...Object.values(tableOf), ...made.map(([table]) => table)]
  const ids = tables.flatMap((table) => [...(reached.get(table) ?? [])])
  const nouns = [...Object.keys(tableOf), ...Object.keys(madeOf)]
  const ofSample = made.map(
    ([table, column]) =>
      `(select x.${column} from ${table} x where x.school_id = events.school_id and x.id = events.noun_id)`,
  )
  runSql(
    written(
      `delete from events where (school_id, id) in (
          select e.school_id, e.id from json_each(@nouns) n cross join json_each(@ids) i
            cross join events e on e.school_id = @schoolId and e.noun = n.value and e.noun_id = i.value)
        and exists (select 1 from sample_records r where r.school_id = events.school_id and r.noun_id in (
          events.noun_id, ${ofSample.join(", ")}))`,
      { nouns: JSON.stringify(nouns), ids: JSON.stringify(ids), schoolId: actor.school.id },
    ),
  )
}

/** The tables in an order in which a row goes before what it refers to. */
function childrenFirst(reached: Reached): string[] {
  const ordered: string[] = []
  const seen = new Set<string>()
  const visit = (table: string) => {
    if (seen.has(table)) return
    seen.add(table)
    for (const reference of references())
      if (reference.to === table && reached.has(reference.table)) visit(reference.table)
    ordered.push(table)
  }
  for (const table of reached.keys()) visit(table)
  return ordered
}
