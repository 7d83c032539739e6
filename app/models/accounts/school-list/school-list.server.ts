import { transact } from "db/client.server"
import { instruments, levels } from "db/schema/accounts-school-lists"
import { rooms } from "db/schema/teaching"
import { asc, max, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, ownRows, queryEach, select } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { ListRefusal } from "~/texts/accounts/refusals"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { type ListEntry, type ListKind, listLabels } from "./school-list"

// Instruments, levels and rooms of a school: added, renamed, archived and restored, each with its event.

const tables = { instruments, levels, rooms } as const

type Done = Result<{ name: string }, ListRefusal>

/** The whole list, archived entries last; levels in their own order, the others by name. */
export const listEntries = (actor: Actor, kind: ListKind): ListEntry[] => entriesQuery(kind).all(actor)

const entriesQuery = queryEach((kind: ListKind, _, own) => {
  const table = tables[kind]
  return select({
    id: table.id,
    name: table.name,
    isArchived: sql<number>`${table.archivedAt} is not null`.mapWith(Boolean),
  })
    .from(table)
    .where(own(table))
    .orderBy(
      sql`${table.archivedAt} is not null`,
      ...(kind === "levels" ? [asc(levels.position)] : []),
      sql`${table.name} collate nocase`,
    )
})

/** The names that forms offer. */
export const offeredNames = (actor: Actor, kind: ListKind): string[] =>
  listEntries(actor, kind).flatMap(({ name, isArchived }) => (isArchived ? [] : [name]))

/** An instrument as the school's list writes it, whatever its capitals and blanks; another one without blanks too many. */
export function instrumentAsListed(actor: Actor, typed: string): string {
  const name = typed.trim().replace(/\s+/g, " ")
  return offeredNames(actor, "instruments").find((each) => each.toLowerCase() === name.toLowerCase()) ?? name
}

/** Adds an entry at the end. Refuses a name that is in use, in any capitalization. */
export function addEntry(actor: Actor, kind: ListKind, name: string): Done {
  return transact(() => {
    if (isTaken(actor, kind, name)) return { ok: false, reason: "name-taken" }
    const id =
      kind === "levels"
        ? add(actor, levels, { name, position: nextPosition(actor) })
        : add(actor, tables[kind], { name })
    recordEvent(actor, `${listLabels[kind].noun}.add`, id, { after: { name } })
    return { ok: true, name }
  })
}

/** Renames an entry; records made under the old name keep it. */
export function renameEntry(actor: Actor, kind: ListKind, id: string, name: string): Done {
  return transact(() => {
    const entry = listEntries(actor, kind).find((each) => each.id === id)
    if (!entry) return { ok: false, reason: "not-found" }
    if (isTaken(actor, kind, name, id)) return { ok: false, reason: "name-taken" }
    if (entry.name === name) return { ok: true, name }
    change(actor, tables[kind], id, { name })
    recordEvent(actor, `${listLabels[kind].noun}.rename`, id, {
      before: { name: entry.name },
      after: { name },
    })
    return { ok: true, name }
  })
}

/** Archives an entry, so that forms no longer offer it, or restores it. */
export function putAway(actor: Actor, kind: ListKind, id: string, away: boolean): Done {
  return transact(() => {
    const entry = listEntries(actor, kind).find((each) => each.id === id)
    if (!entry) return { ok: false, reason: "not-found" }
    if (entry.isArchived !== away) {
      change(actor, tables[kind], id, { archivedAt: away ? now() : null })
      recordEvent(actor, `${listLabels[kind].noun}.${away ? "archive" : "restore"}`, id)
    }
    return { ok: true, name: entry.name }
  })
}

const isTaken = (actor: Actor, kind: ListKind, name: string, except?: string): boolean =>
  listEntries(actor, kind).some(
    (entry) => entry.id !== except && entry.name.toLowerCase() === name.toLowerCase(),
  )

function nextPosition(actor: Actor): number {
  const last = ownRows(actor, levels, { last: max(levels.position) }).get()
  return (last?.last ?? -1) + 1
}
