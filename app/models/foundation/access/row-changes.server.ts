import { z } from "zod"

// What undoable work does to rows, noted by the door while it does it, and walked back by undo.server.ts.

export const Row = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
export type Row = z.output<typeof Row>

/** Rows that were removed have no `after`, those that were added no `before`; of others both have the columns that changed. */
export const RowChange = z.object({
  table: z.string(),
  ids: z.array(z.string()),
  before: Row.nullable(),
  after: Row.nullable(),
})
export type RowChange = z.output<typeof RowChange>

let noted: RowChange[] | undefined

/**
 * Does work, in the caller's transaction. Answers what add, change and remove did to rows, the last first, as `undo` takes it. What is
 * written otherwise isn't part of it: the activity, links, letters. Nothing of the work may be taken back alone.
 */
export const undoable = (work: () => unknown): RowChange[] => withChanges(work).changes

/** The same beside what the work answers. */
export function withChanges<Answer>(work: () => Answer): { answer: Answer; changes: RowChange[] } {
  const outer = noted
  const changes: RowChange[] = []
  noted = changes
  try {
    const answer = work()
    return { answer, changes: changes.reverse() }
  } finally {
    noted = outer
  }
}

export const isNoted = () => noted !== undefined

/** Notes what became of a row, beside the one before it where the same did. */
export function noteRow(table: string, was: Row | undefined, is: Row | undefined) {
  if (!noted) return
  const id = String((was ?? is)?.id)
  const keys = was && is ? Object.keys(is).filter((key) => was[key] !== is[key]) : undefined
  if (keys?.length === 0) return
  const of = (row: Row | undefined) =>
    row && keys ? Object.fromEntries(keys.map((key) => [key, row[key] ?? null])) : (row ?? null)
  const [before, after] = [of(was), of(is)]
  const last = noted.at(-1)
  const isSame =
    last?.table === table && JSON.stringify([last.before, last.after]) === JSON.stringify([before, after])
  if (isSame) last.ids.push(id)
  else noted.push({ table, ids: [id], before, after })
}
