import { db, transact } from "db/client.server"
import { importParts, imports } from "db/schema/exchange"
import { erasures, events } from "db/schema/foundation-audit"
import { guardians, members, students } from "db/schema/people"
import { and, asc, eq, gt, inArray } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/new-row.server"
import { own } from "~/models/foundation/access/own.server"
import { queueJob } from "~/models/foundation/job/job.server"
import { now } from "~/utils/clock.server"
import type { Delimiter } from "~/utils/csv"
import { readCsvInTurns } from "~/utils/csv.server"
import type { ErasedNoun } from "./erasure"
import { type ErasedPerson, isNameOfOthers, isUsedByOthers } from "./forget-mail.server"
import { listMerges } from "./forget-tasks.server"
import { aboutOf, isRowOf, type Traces, withoutTraces } from "./without-facts"

// The activity keeps who did what and when, and loses what it says of an erased person; so do the files that were imported.
// There can be many: a job goes through them, a few at a time, and forgets by what it recognized the person.

const eventsAtOnce = 300
/** So long the files of an import that is under way are waited for. */
const pauseMs = 5 * 60_000

const Person = z.object({
  ids: z.array(z.string()),
  memberId: z.string().nullable(),
  uniqueNames: z.array(z.string()),
  names: z.array(z.string()),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  addresses: z.array(z.string()),
  erasedName: z.string(),
}) satisfies z.ZodType<Traces>

type Known = Pick<Traces, "ids" | "memberId" | "firstName" | "lastName">

/** What of a person's record is looked for later, read before it is gone. */
export function gatherTraces(actor: Actor, noun: ErasedNoun, id: string): Known {
  const { ids } = listMerges(actor, noun, id)
  if (noun === "payer") return { ids, memberId: null, firstName: null, lastName: null }
  if (noun === "student") {
    const found = db()
      .select()
      .from(students)
      .where(own(actor, students, id))
      .get()
    const { memberId = null, firstName = null, lastName = null } = found ?? {}
    return { ids, memberId, firstName, lastName }
  }
  const found = db()
    .select()
    .from(guardians)
    .where(own(actor, guardians, id))
    .get()
  const words = found?.name.trim().split(/\s+/) ?? []
  const lastName = words.length > 1 ? (words.at(-1) ?? null) : null
  return { ids, memberId: found?.memberId ?? null, firstName: words.slice(0, -1).join(" ") || null, lastName }
}

/** Begins to forget a person there, in the caller's transaction; call it once their record and login hold nothing more. */
export function forgetInActivity(actor: Actor, { names, erasedName, addresses }: ErasedPerson, known: Known) {
  const ended =
    known.memberId !== null &&
    db()
      .select()
      .from(members)
      .where(own(actor, members, known.memberId))
      .get()?.deactivatedAt !== null
  const person: Traces = {
    ...known,
    memberId: ended ? known.memberId : null,
    names: [...names],
    uniqueNames: names.filter((name) => !isNameOfOthers(actor, name)),
    addresses: addresses.filter((address) => !isUsedByOthers(actor, address)),
    erasedName,
  }
  const row = newRow(actor)
  db()
    .insert(erasures)
    .values({ ...row, person: JSON.stringify(person) })
    .run()
  queueJob({ kind: "forget-person", payload: { erasureId: row.id }, schoolId: actor.school.id })
}

/** The next entries, then the next file; true while there is more. */
export async function continueErasure(actor: Actor, erasureId: string): Promise<boolean> {
  const found = db()
    .select()
    .from(erasures)
    .where(own(actor, erasures, erasureId))
    .get()
  if (!found) return false
  const traces = Person.parse(JSON.parse(found.person))
  if (transact(() => forgetInEvents(actor, erasureId, found.afterEvent, traces))) return true
  const next = await forgetInImport(actor, found.afterImport, traces)
  if (next === "wait") {
    const dueAt = now() + pauseMs
    queueJob({ kind: "forget-person", payload: { erasureId }, schoolId: actor.school.id, dueAt })
    return false
  }
  const here = own(actor, erasures, erasureId)
  if (next) db().update(erasures).set({ afterImport: next }).where(here).run()
  else db().delete(erasures).where(here).run()
  return next !== undefined
}

function forgetInEvents(actor: Actor, erasureId: string, after: string, traces: Traces): boolean {
  const entries = db()
    .select()
    .from(events)
    .where(and(own(actor, events), gt(events.id, after)))
    .orderBy(asc(events.id))
    .limit(eventsAtOnce)
    .all()
  for (const entry of entries) {
    const isTheirs = traces.memberId !== null && entry.memberId === traces.memberId
    const text = `${entry.actorName} ${entry.before ?? ""}${entry.after ?? ""} ${entry.nounId}`
    if (!isTheirs && !mentions(text, traces)) continue
    const about = aboutOf(entry.nounId, `${entry.before ?? ""}${entry.after ?? ""}`, traces)
    const next = {
      actorName:
        isTheirs || traces.uniqueNames.includes(entry.actorName) ? traces.erasedName : entry.actorName,
      before: withoutTraces(entry.before, traces, about),
      after: withoutTraces(entry.after, traces, about),
    }
    const isSame =
      next.actorName === entry.actorName && next.before === entry.before && next.after === entry.after
    if (!isSame)
      db()
        .update(events)
        .set(next)
        .where(own(actor, events, entry.id))
        .run()
  }
  const last = entries.at(-1)?.id
  if (last)
    db()
      .update(erasures)
      .set({ afterEvent: last })
      .where(own(actor, erasures, erasureId))
      .run()
  return last !== undefined
}

/** Whether an entry can say anything of them; most don't. */
function mentions(entry: string, { ids, names, addresses }: Traces): boolean {
  const folded = entry.toLowerCase()
  const written = [...names, ...addresses].map((text) => JSON.stringify(text.toLowerCase()).slice(1, -1))
  return [...ids, ...written].some((text) => folded.includes(text)) || ids.some((id) => entry.includes(id))
}

/** Answers the file that was looked through; undefined after the last one. */
async function forgetInImport(actor: Actor, after: string, traces: Traces): Promise<string | undefined> {
  const found = db()
    .select({ id: imports.id, content: imports.content, delimiter: imports.delimiter, state: imports.state })
    .from(imports)
    .where(and(own(actor, imports), gt(imports.id, after)))
    .orderBy(asc(imports.id))
    .limit(1)
    .get()
  if (!found) return undefined
  if (found.state === "importing" || found.state === "undoing") return "wait"
  const delimiter = found.delimiter as Delimiter
  const { headers, rows } = await readCsvInTurns(found.content, delimiter)
  const theirs = new Set(rows.filter(({ cells }) => isRowOf(cells, traces)).map(({ rowNumber }) => rowNumber))
  if (theirs.size === 0) return found.id
  const lines = [headers]
  for (const { rowNumber, cells } of rows) lines[rowNumber - 1] = theirs.has(rowNumber) ? [] : cells
  const content = Array.from(lines, (cells) => lineOf(cells ?? [], delimiter)).join("\r\n")
  transact(() => {
    db()
      .update(imports)
      .set({ content })
      .where(and(own(actor, imports, found.id), eq(imports.content, found.content)))
      .run()
    db()
      .delete(importParts)
      .where(
        and(
          own(actor, importParts),
          eq(importParts.importId, found.id),
          eq(importParts.kind, "left-out"),
          inArray(importParts.rowNumber, [...theirs]),
        ),
      )
      .run()
  })
  return found.id
}

/** A row that is empty is skipped, and still counted. */
const lineOf = (cells: readonly string[], delimiter: Delimiter): string =>
  cells
    .map((cell) =>
      /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell,
    )
    .join(delimiter)
