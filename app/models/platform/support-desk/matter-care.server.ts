import { transact } from "db/client.server"
import { deskNotes, deskWaits, supportRatings } from "db/schema/platform-desk"
import { asc, count, eq, gte, sql } from "drizzle-orm"
import type { SuperActor } from "~/models/foundation/access/actor"
import { columns } from "~/models/foundation/access/columns.server"
import { platformAdd, select } from "~/models/foundation/access/door.server"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import type { Result } from "~/utils/result"
import type { MatterKind } from "./desk"
import type { SortForm } from "./desk-forms"
import { changeMatter, recordMatterAct } from "./matter.server"

// How the staff work off a matter among themselves: notes that the customer never reads, priority, tags, snoozing; and how
// long people waited for an answer.

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** What the desk's figures look back on. */
export const figureDays = 30
const mostNotes = 100

const keyOf = (kind: MatterKind, id: string) => ({
  threadId: kind === "chat" ? id : null,
  contactMessageId: kind === "contact" ? id : null,
  demoRequestId: kind === "demo" ? id : null,
})

const noteColumn = {
  chat: deskNotes.threadId,
  contact: deskNotes.contactMessageId,
  demo: deskNotes.demoRequestId,
} as const

/** The notes beside a matter, oldest first. */
export const listNotes = (_staff: SuperActor, kind: MatterKind, id: string) =>
  select(columns(deskNotes, "id", "staffName", "content", "createdAt"))
    .from(deskNotes)
    .where(eq(noteColumn[kind], id))
    .orderBy(asc(deskNotes.createdAt), asc(deskNotes.id))
    .limit(mostNotes)
    .all()

/** Adds a note for the staff. The caller has found the matter. */
export function addNote(staff: SuperActor, kind: MatterKind, id: string, content: string) {
  transact(() => {
    platformAdd(deskNotes, {
      ...keyOf(kind, id),
      id: newId(),
      userId: staff.userId,
      staffName: staff.name,
      content,
      createdAt: now(),
    })
    recordMatterAct(staff, "add-note", kind, id)
  })
}

/** Sets priority and tags, and puts a matter aside for some hours or brings it back. */
export function sortMatter(
  staff: SuperActor,
  kind: MatterKind,
  id: string,
  { priority, tags, snooze }: SortForm,
): Result<void, "missing"> {
  const until =
    snooze === "keep" ? {} : { snoozedUntil: snooze === "none" ? null : now() + Number(snooze) * hourMs }
  const facts = { priority, tags: tags.join(" "), ...until }
  return transact(() => {
    if (changeMatter(kind, id, facts) === 0) return { ok: false, reason: "missing" }
    recordMatterAct(staff, "sort-matter", kind, id, [priority, ...tags].join(", "))
    return { ok: true }
  })
}

/** A wait that an answer ends, in the answer's transaction. */
export function recordWait(kind: MatterKind, id: string, since: number) {
  platformAdd(deskWaits, { ...keyOf(kind, id), id: newId(), since, answeredAt: now() })
}

/** Of the last thirty days: the median wait for an answer (ms), and how people found the help. */
export function findDeskFigures(_staff: SuperActor) {
  const since = now() - figureDays * dayMs
  const answered =
    select({ n: count() }).from(deskWaits).where(gte(deskWaits.answeredAt, since)).get()?.n ?? 0
  const middle = select({ ms: sql<number>`${deskWaits.answeredAt} - ${deskWaits.since}` })
    .from(deskWaits)
    .where(gte(deskWaits.answeredAt, since))
    .orderBy(sql`1`)
    .limit(1)
    .offset(Math.floor(Math.max(0, answered - 1) / 2))
    .get()
  const ratings = select({ score: supportRatings.score, n: count() })
    .from(supportRatings)
    .where(gte(supportRatings.createdAt, since))
    .groupBy(supportRatings.score)
    .all()
  const good = ratings.find(({ score }) => score === "good")?.n ?? 0
  const rated = ratings.reduce((sum, { n }) => sum + n, 0)
  return { answered, medianMs: middle?.ms ?? null, rated, good }
}

/** How a chat was rated, newest first. */
export const listRatings = (_staff: SuperActor, threadId: string) =>
  select()
    .from(supportRatings)
    .where(eq(supportRatings.threadId, threadId))
    .orderBy(asc(supportRatings.closedAt))
    .all()
    .reverse()
