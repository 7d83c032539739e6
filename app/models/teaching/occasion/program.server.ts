import { transact } from "db/client.server"
import { students } from "db/schema/people"
import { programEntries, programPerformers } from "db/schema/teaching-occasions"
import { and, asc, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import {
  add,
  change,
  ownRows,
  type Params,
  query,
  remove,
  select,
} from "~/models/foundation/access/door.server"
import { among, joined } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { groupBy } from "~/utils/group-by"
import { fullName } from "~/utils/names"
import type { Result } from "~/utils/result"
import { findOccasion } from "./find-occasion.server"
import { mostEntries } from "./occasion"
import type { EntryForm } from "./occasion-form"
import { listGuests } from "./occasion-guests.server"

// The program of an event: who plays what, in order. Positions count from 1 without a gap. A teacher changes the entries in
// which only their own students play.

/** Whose entries may be changed: all, or those of a teacher's students. */
export type Editor = { teacherId?: string }

type EntryRefusal = "not-found" | "is-canceled" | "not-invited" | "program-full" | "sent-before"

/** The program in order. `isOwn` are the entries that this editor may change. */
export function listProgram(actor: Actor, occasionId: string, editor: Editor = {}) {
  const entries = entriesQuery.all(actor, { occasionId })
  const ids = JSON.stringify(entries.map(({ id }) => id))
  const performers = groupBy(
    entries.length > 0 ? performersQuery.all(actor, { ids }) : [],
    ({ entryId }) => entryId,
  )
  const theirs = editor.teacherId === undefined ? undefined : guestsOf(actor, occasionId, editor)
  return entries.map(({ id, position, piece, composer, accompanist, minutes }) => {
    const playing = performers.get(id) ?? []
    return {
      id,
      position,
      piece,
      composer,
      accompanist,
      minutes,
      performers: playing.map(({ studentId, ...names }) => ({ id: studentId, name: fullName(names) })),
      isOwn:
        theirs === undefined ||
        (playing.length > 0 && playing.every(({ studentId }) => theirs.has(studentId))),
    }
  })
}

const entriesQuery = query((p: Params<{ occasionId: string }>, own) =>
  select()
    .from(programEntries)
    .where(and(own(programEntries), eq(programEntries.occasionId, p.occasionId)))
    .orderBy(asc(programEntries.position), asc(programEntries.id)),
)

const performersQuery = query((p: Params<{ ids: string }>, own) =>
  select({
    entryId: programPerformers.entryId,
    studentId: students.id,
    firstName: students.firstName,
    lastName: students.lastName,
  })
    .from(programPerformers)
    .innerJoin(students, joined(students, programPerformers.studentId))
    .where(and(own(programPerformers), among(programPerformers.entryId, p.ids)))
    .orderBy(sql`${students.lastName} collate nocase`, sql`${students.firstName} collate nocase`),
)

/** Adds an entry at the end of the program. A form that is sent again adds nothing. */
export function addEntry(
  actor: Actor,
  occasionId: string,
  wish: EntryForm,
  editor: Editor = {},
): Result<{ entryId: string }, EntryRefusal> {
  return transact(() => {
    const { formKey } = wish
    const earlier = formKey ? madeByForm(actor, formKey) : undefined
    if (earlier)
      return earlier.occasionId === occasionId && isSame(earlier, factsOf(wish))
        ? { ok: true, entryId: earlier.id }
        : { ok: false, reason: "sent-before" }
    const refusal = refusalOf(actor, occasionId, wish, editor)
    if (refusal) return { ok: false, reason: refusal }
    const entries = listProgram(actor, occasionId)
    if (entries.length >= mostEntries) return { ok: false, reason: "program-full" }
    const id = add(actor, programEntries, {
      occasionId,
      position: entries.length + 1,
      ...factsOf(wish),
      formKey: formKey || null,
    })
    setPerformers(actor, id, wish.performers)
    recordProgram(actor, occasionId, "add-entry", wish.piece)
    return { ok: true, entryId: id }
  })
}

/** Changes what an entry says and who plays in it. */
export function changeEntry(
  actor: Actor,
  occasionId: string,
  entryId: string,
  wish: EntryForm,
  editor: Editor = {},
): Result<object, EntryRefusal> {
  return transact(() => {
    if (!findOwnEntry(actor, occasionId, entryId, editor)) return { ok: false, reason: "not-found" }
    const refusal = refusalOf(actor, occasionId, wish, editor)
    if (refusal) return { ok: false, reason: refusal }
    change(actor, programEntries, entryId, factsOf(wish))
    setPerformers(actor, entryId, wish.performers)
    recordProgram(actor, occasionId, "change-entry", wish.piece)
    return { ok: true }
  })
}

/** Takes an entry off the program; those after it move up. Refused when the event is canceled. */
export function removeEntry(
  actor: Actor,
  occasionId: string,
  entryId: string,
  editor: Editor = {},
): Result<{ piece: string }, "not-found" | "is-canceled"> {
  return transact(() => {
    const found = findOwnEntry(actor, occasionId, entryId, editor)
    if (!found) return { ok: false, reason: "not-found" }
    if (isCanceled(actor, occasionId)) return { ok: false, reason: "is-canceled" }
    setPerformers(actor, entryId, [])
    remove(actor, programEntries, entryId)
    renumber(
      actor,
      listProgram(actor, occasionId).map(({ id }) => id),
    )
    recordProgram(actor, occasionId, "remove-entry", found.piece)
    return { ok: true, piece: found.piece }
  })
}

/**
 * Moves an entry before the one above it, or after the one below; at the end of the program it stays. Refused when the event is
 * canceled.
 */
export function moveEntry(
  actor: Actor,
  occasionId: string,
  entryId: string,
  way: "up" | "down",
): Result<object, "not-found" | "is-canceled"> {
  return transact(() => {
    const ids = listProgram(actor, occasionId).map(({ id }) => id)
    const index = ids.indexOf(entryId)
    if (index < 0) return { ok: false, reason: "not-found" }
    if (isCanceled(actor, occasionId)) return { ok: false, reason: "is-canceled" }
    const target = Math.min(ids.length - 1, Math.max(0, index + (way === "up" ? -1 : 1)))
    ids.splice(index, 1)
    ids.splice(target, 0, entryId)
    renumber(actor, ids)
    return { ok: true }
  })
}

const isCanceled = (actor: Actor, occasionId: string) => findOccasion(actor, occasionId)?.state === "canceled"

const guestsOf = (actor: Actor, occasionId: string, editor: Editor) =>
  new Set(listGuests(actor, occasionId, editor).map(({ studentId }) => studentId))

const findOwnEntry = (actor: Actor, occasionId: string, entryId: string, editor: Editor) =>
  listProgram(actor, occasionId, editor).find(({ id, isOwn }) => id === entryId && isOwn)

function refusalOf(
  actor: Actor,
  occasionId: string,
  { performers }: EntryForm,
  editor: Editor,
): EntryRefusal | undefined {
  const found = findOccasion(actor, occasionId)
  if (!found) return "not-found"
  if (found.state === "canceled") return "is-canceled"
  const guests = guestsOf(actor, occasionId, editor)
  return performers.every((id) => guests.has(id)) ? undefined : "not-invited"
}

const factsOf = ({ piece, composer, accompanist, minutes }: EntryForm) => ({
  piece,
  composer: composer || null,
  accompanist: accompanist || null,
  minutes: minutes ?? null,
})

const madeByForm = (actor: Actor, formKey: string) =>
  ownRows(actor, programEntries).where(eq(programEntries.formKey, formKey)).get()

const isSame = (one: typeof programEntries.$inferSelect, facts: ReturnType<typeof factsOf>): boolean =>
  one.piece === facts.piece &&
  one.composer === facts.composer &&
  one.accompanist === facts.accompanist &&
  one.minutes === facts.minutes

function setPerformers(actor: Actor, entryId: string, studentIds: readonly string[]) {
  remove(actor, programPerformers, eq(programPerformers.entryId, entryId))
  for (const studentId of new Set(studentIds)) add(actor, programPerformers, { entryId, studentId })
}

function renumber(actor: Actor, ids: readonly string[]) {
  for (const [index, id] of ids.entries()) change(actor, programEntries, id, { position: index + 1 })
}

const recordProgram = (
  actor: Actor,
  occasionId: string,
  verb: "add-entry" | "change-entry" | "remove-entry",
  piece: string,
) => recordEvent(actor, `occasion.${verb}`, occasionId, { after: { piece } })
