import { transact } from "db/client.server"
import { importCreations, importParts, imports } from "db/schema/exchange"
import { and, asc, eq, gt, inArray, isNotNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, find, remove, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { importJobKey } from "~/models/foundation/job/job"
import { isJobDead } from "~/models/foundation/job/job.server"
import type { Delimiter } from "~/utils/csv"
import { readRecordsInTurns } from "~/utils/csv.server"
import { groupBy } from "~/utils/group-by"
import { perChild, readLayout, rowsOfContent } from "~/utils/sheet-rows"
import type { Traces } from "./without-facts"
import { asWords, withoutInRow, withoutThem } from "./without-row"

// Files that were imported lose what they say of an erased person. The other rows keep their numbers. What a file has
// behind a fault was never imported, and goes where it could say something of the person.

/** The file after that one. */
export const findNextImport = (actor: Actor, after: string): string | undefined =>
  select({ id: imports.id })
    .from(imports)
    .where(and(own(actor, imports), gt(imports.id, after)))
    .orderBy(asc(imports.id))
    .limit(1)
    .get()?.id

/** Looks through a file; false when it has to wait, because its import is under way. */
export async function forgetInImport(actor: Actor, importId: string, traces: Traces): Promise<boolean> {
  const found = find(actor, imports, importId)
  if (!found) return true
  const { state, content } = found
  const isHalfway = state === "importing" || state === "undoing"
  if (isHalfway && !isJobDead(importJobKey(importId))) return false
  const delimiter = found.delimiter as Delimiter
  const { records, problems } = await readRecordsInTurns(content, delimiter)
  const mapping = JSON.parse(found.mapping) as Record<number, string>
  const places = rowsOfContent(records, readLayout(found.layout, records), found.encoding === "xlsx")
  const isOpen = state === "uploaded"
  const made = groupBy(listMade(actor, importId), ([row]) => Number(row) % perChild)
  const lines: (readonly string[])[] = []
  const gone = new Set<number>()
  let isChanged = false
  for (const [at, record] of records.entries()) {
    const { rowNumber = null, columns = [] } = places[at] ?? {}
    const ids = rowNumber === null ? [] : (made.get(rowNumber) ?? []).map(([, id]) => id)
    // A title says no more of anyone than their name; of several children in a row each is looked for.
    const here = Object.fromEntries(columns.map((column, index) => [index, mapping[column ?? -1] ?? ""]))
    const left =
      rowNumber === null
        ? record.map((cell) => withoutThem(cell, traces))
        : (ids.length > 0 ? ids : [undefined]).reduce<readonly string[]>(
            (cells, id) =>
              cells.length === 0 ? cells : withoutInRow(cells, id, { mapping: here, isOpen, traces }),
            record,
          )
    if (rowNumber !== null && left.length === 0 && record.length > 0) gone.add(rowNumber)
    if (left.length !== record.length || left.some((cell, index) => cell !== record[index])) isChanged = true
    lines.push(left)
  }
  const isCutOff = problems.length > 0
  transact(() => {
    if (isChanged || (isCutOff && canName(content, traces)))
      change(actor, imports, and(eq(imports.id, importId), eq(imports.content, content)), {
        content: lines.map((cells) => lineOf(cells, delimiter)).join("\r\n"),
      })
    forgetInSummary(actor, found, traces)
    forgetInParts(actor, importId, gone, traces)
    forgetKeys(actor, importId, traces, isHalfway)
  })
  return true
}

/** The students whom its rows made, by the row's number. */
const listMade = (actor: Actor, importId: string): [string | null, string][] =>
  select({ row: importCreations.planKey, id: importCreations.nounId })
    .from(importCreations)
    .where(
      and(
        own(actor, importCreations),
        eq(importCreations.importId, importId),
        eq(importCreations.noun, "student"),
      ),
    )
    .all()
    .map(({ row, id }) => [row, id])

/** Whether a text without cells can say anything of them: a name in the middle of a word is another one. */
function canName(text: string, { names, firstName, addresses }: Traces): boolean {
  return [...names, firstName, ...addresses].some((said) => said && asWords(said).test(text))
}

/** What was kept when the import was undone is named. */
function forgetInSummary(
  actor: Actor,
  { id, summary }: Pick<typeof imports.$inferSelect, "id" | "summary">,
  traces: Traces,
) {
  if (summary === null) return
  const left = withoutThemInJson(summary, traces)
  if (left !== summary) change(actor, imports, id, { summary: left })
}

const withoutThemInJson = (json: string, traces: Traces): string =>
  JSON.stringify(JSON.parse(json), (_, value: unknown) =>
    typeof value === "string" ? withoutThem(value, traces) : value,
  )

/** A step that was given up, without the rows that are gone. */
function withoutRows(content: string, gone: ReadonlySet<number>): string {
  const step = JSON.parse(content) as { rows?: { rowNumber: number }[] }
  return step.rows
    ? JSON.stringify({ ...step, rows: step.rows.filter((row) => !gone.has(row.rowNumber)) })
    : content
}

/** Rows that stayed out are kept with what was wrong in them, and steps that were given up with what they were to make. */
function forgetInParts(actor: Actor, importId: string, gone: ReadonlySet<number>, traces: Traces) {
  const parts = select()
    .from(importParts)
    .where(and(own(actor, importParts), eq(importParts.importId, importId)))
    .all()
  for (const { id, kind, rowNumber, content } of parts) {
    const theirs = own(actor, importParts, id)
    if (kind === "left-out" && rowNumber !== null && gone.has(rowNumber)) {
      remove(actor, importParts, theirs)
      continue
    }
    const left = withoutThemInJson(withoutRows(content, gone), traces)
    if (left !== content) change(actor, importParts, theirs, { content: left })
  }
}

/** A family is known to its import by a guardian's name or address, a teacher by the name: steps that are left find it by the same words. */
function forgetKeys(actor: Actor, importId: string, traces: Traces, isHalfway: boolean) {
  const named = and(
    own(actor, importCreations),
    eq(importCreations.importId, importId),
    inArray(importCreations.noun, ["family", "teacher"]),
    isNotNull(importCreations.planKey),
  )
  const kept = select({
    id: importCreations.id,
    nounId: importCreations.nounId,
    planKey: importCreations.planKey,
  })
    .from(importCreations)
    .where(named)
    .all()
  for (const { id, nounId, planKey } of kept) {
    const left = withoutThem(planKey ?? "", traces)
    if (left !== planKey || (!isHalfway && traces.ids.includes(nounId)))
      change(actor, importCreations, id, { planKey: isHalfway ? left : null })
  }
}

/** A row that is empty is skipped, and still counted. */
const lineOf = (cells: readonly string[], delimiter: Delimiter): string =>
  cells
    .map((cell) =>
      /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell,
    )
    .join(delimiter)
