import { db, transact } from "db/client.server"
import { importCreations, importParts, imports } from "db/schema/exchange"
import { and, asc, eq, gt, inArray, isNotNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import type { Delimiter } from "~/utils/csv"
import { readCsvInTurns } from "~/utils/csv.server"
import { isRowOf, type Traces } from "./without-facts"

// Files that were imported lose the rows of an erased person. The other rows keep their numbers. What a file has behind a
// fault was never imported, and goes where it could say something of the person.

/** Looks through the next file: which one it was, that it has to wait for an import under way, or that there is none. */
export async function forgetInImport(
  actor: Actor,
  after: string,
  traces: Traces,
): Promise<{ importId: string } | "wait" | "none"> {
  const found = db()
    .select()
    .from(imports)
    .where(and(own(actor, imports), gt(imports.id, after)))
    .orderBy(asc(imports.id))
    .limit(1)
    .get()
  if (!found) return "none"
  const { id: importId, state, content } = found
  if (state === "importing" || state === "undoing") return "wait"
  const delimiter = found.delimiter as Delimiter
  const { headers, rows, problems } = await readCsvInTurns(content, delimiter)
  const theirs = rows.filter(({ cells }) => isRowOf(cells, traces)).map(({ rowNumber }) => rowNumber)
  const isCutOff = problems.some(({ rowNumber }) => rowNumber === null || rowNumber > rows.length + 1)
  const isUnread = isCutOff && canName(content, traces)
  if (theirs.length > 0 || isUnread) {
    const lines = [headers]
    for (const { rowNumber, cells } of rows) lines[rowNumber - 1] = theirs.includes(rowNumber) ? [] : cells
    const left = Array.from(lines, (cells) => lineOf(cells ?? [], delimiter)).join("\r\n")
    transact(() => {
      db()
        .update(imports)
        .set({ content: left })
        .where(and(own(actor, imports, importId), eq(imports.content, content)))
        .run()
      forgetLeftOut(actor, importId, theirs)
    })
  }
  forgetKeys(actor, importId, traces)
  return { importId }
}

/** Whether a text without cells can say anything of them. */
function canName(text: string, { names, firstName, addresses }: Traces): boolean {
  const told = text.toLowerCase()
  return [...names, firstName, ...addresses].some((said) => said && told.includes(said.toLowerCase()))
}

/** Rows that stayed out are kept with what was wrong in them. */
function forgetLeftOut(actor: Actor, importId: string, rowNumbers: number[]) {
  const ofFile = and(own(actor, importParts), eq(importParts.importId, importId))
  db()
    .delete(importParts)
    .where(and(ofFile, eq(importParts.kind, "left-out"), inArray(importParts.rowNumber, rowNumbers)))
    .run()
}

/** A family is known to its import by a guardian's name or address. */
function forgetKeys(actor: Actor, importId: string, traces: Traces) {
  const families = and(
    own(actor, importCreations),
    eq(importCreations.importId, importId),
    eq(importCreations.noun, "family"),
    isNotNull(importCreations.planKey),
  )
  const theirs = db()
    .select({ id: importCreations.id, planKey: importCreations.planKey })
    .from(importCreations)
    .where(families)
    .all()
    .filter(({ planKey }) => planKey !== null && isRowOf([planKey], traces))
  for (const { id } of theirs)
    db()
      .update(importCreations)
      .set({ planKey: null })
      .where(own(actor, importCreations, id))
      .run()
}

/** A row that is empty is skipped, and still counted. */
const lineOf = (cells: readonly string[], delimiter: Delimiter): string =>
  cells
    .map((cell) =>
      /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell,
    )
    .join(delimiter)
