import { db, transact } from "db/client.server"
import { teachers } from "db/schema/people"
import { rooms } from "db/schema/teaching"
import { occasionGuests, occasions, programEntries, programPerformers } from "db/schema/teaching-occasions"
import { and, eq, inArray, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/new-row.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { instantOf } from "~/utils/zones"
import { findOccasion, type Occasion } from "./find-occasion.server"
import type { OccasionRefusal } from "./occasion"
import type { OccasionForm } from "./occasion-form"
import { listGuestIds } from "./occasion-guests.server"
import { tellFamilies } from "./tell-occasion.server"

// A recital, an exam, an excursion. A draft is the office's and the teacher's alone; published, every invited family has
// been told of it once, and hears of a new time or place and of its end.

type Wish = Omit<OccasionForm, "intent">
type Refused<Reason extends OccasionRefusal> = { ok: false; reason: Reason }

/** Plans an event as a draft. Refused when its room or teacher isn't the school's any longer. */
export function addOccasion(
  actor: Actor,
  wish: Wish,
): Result<{ occasionId: string }, "unknown-room" | "unknown-teacher"> {
  return transact(() => {
    const refusal = refusalOf(actor, wish)
    if (refusal) return refusal
    const row = newRow(actor)
    db()
      .insert(occasions)
      .values({ ...row, ...factsOf(actor, wish) })
      .run()
    recordEvent(actor, { verb: "add", noun: "occasion", nounId: row.id, after: { name: wish.title } })
    return { ok: true, occasionId: row.id }
  })
}

/** Changes an event that isn't canceled. Families who know of it are told of a new day, time or place. */
export function changeOccasion(
  actor: Actor,
  occasionId: string,
  wish: Wish,
): Result<{ told: number }, "not-found" | "is-canceled" | "unknown-room" | "unknown-teacher"> {
  return transact(() => {
    const before = findOccasion(actor, occasionId)
    if (!before) return { ok: false, reason: "not-found" }
    if (before.state === "canceled") return { ok: false, reason: "is-canceled" }
    const refusal = refusalOf(actor, wish, before)
    if (refusal) return refusal
    db()
      .update(occasions)
      .set({ ...factsOf(actor, wish), revision: sql`${occasions.revision} + 1` })
      .where(own(actor, occasions, occasionId))
      .run()
    recordEvent(actor, { verb: "change", noun: "occasion", nounId: occasionId, after: { name: wish.title } })
    const after = findOccasion(actor, occasionId)
    const isNews = after && after.state === "published" && !isOver(after) && isElsewhere(before, after)
    return {
      ok: true,
      told: isNews ? tellFamilies(actor, after, "changed", listGuestIds(actor, occasionId)) : 0,
    }
  })
}

/** Shows an event to the families of its students and emails each of them once. */
export function publishOccasion(
  actor: Actor,
  occasionId: string,
): Result<{ told: number }, "not-found" | "not-a-draft" | "no-guests" | "over"> {
  return transact(() => {
    const found = findOccasion(actor, occasionId)
    if (!found) return { ok: false, reason: "not-found" }
    if (found.state !== "draft") return { ok: false, reason: "not-a-draft" }
    if (isOver(found)) return { ok: false, reason: "over" }
    const studentIds = listGuestIds(actor, occasionId)
    if (studentIds.length === 0) return { ok: false, reason: "no-guests" }
    db()
      .update(occasions)
      .set({ publishedAt: now(), revision: sql`${occasions.revision} + 1` })
      .where(own(actor, occasions, occasionId))
      .run()
    recordEvent(actor, {
      verb: "publish",
      noun: "occasion",
      nounId: occasionId,
      after: { name: found.title, students: studentIds.length },
    })
    return { ok: true, told: tellFamilies(actor, found, "invited", studentIds) }
  })
}

/** Calls a published event off for good and tells the families why. */
export function cancelOccasion(
  actor: Actor,
  occasionId: string,
  reason: string,
): Result<{ told: number }, "not-found" | "not-published" | "over"> {
  return transact(() => {
    const found = findOccasion(actor, occasionId)
    if (!found) return { ok: false, reason: "not-found" }
    if (found.state !== "published") return { ok: false, reason: "not-published" }
    if (isOver(found)) return { ok: false, reason: "over" }
    db()
      .update(occasions)
      .set({ canceledAt: now(), cancelReason: reason, revision: sql`${occasions.revision} + 1` })
      .where(own(actor, occasions, occasionId))
      .run()
    recordEvent(actor, {
      verb: "cancel",
      noun: "occasion",
      nounId: occasionId,
      after: { name: found.title, reason },
    })
    const canceled = { ...found, cancelReason: reason }
    return { ok: true, told: tellFamilies(actor, canceled, "canceled", listGuestIds(actor, occasionId)) }
  })
}

/** Deletes a draft with its students and its program. What families have seen is canceled instead. */
export function deleteOccasion(
  actor: Actor,
  occasionId: string,
): Result<{ title: string }, "not-found" | "not-a-draft"> {
  return transact(() => {
    const found = findOccasion(actor, occasionId)
    if (!found) return { ok: false, reason: "not-found" }
    if (found.state !== "draft") return { ok: false, reason: "not-a-draft" }
    const entries = db()
      .select({ id: programEntries.id })
      .from(programEntries)
      .where(and(own(actor, programEntries), eq(programEntries.occasionId, occasionId)))
    db()
      .delete(programPerformers)
      .where(and(own(actor, programPerformers), inArray(programPerformers.entryId, entries)))
      .run()
    for (const table of [programEntries, occasionGuests])
      db()
        .delete(table)
        .where(and(own(actor, table), eq(table.occasionId, occasionId)))
        .run()
    db()
      .delete(occasions)
      .where(own(actor, occasions, occasionId))
      .run()
    recordEvent(actor, {
      verb: "delete",
      noun: "occasion",
      nounId: occasionId,
      before: { name: found.title },
    })
    return { ok: true, title: found.title }
  })
}

export const isOver = ({ endsAt }: Pick<Occasion, "endsAt">): boolean => endsAt <= now()

const isElsewhere = (before: Occasion, after: Occasion): boolean =>
  before.startsAt !== after.startsAt || before.endsAt !== after.endsAt || before.where !== after.where

function factsOf(actor: Actor, { kind, title, date, startTime, endTime, ...rest }: Wish) {
  const { timeZone } = actor.school
  return {
    kind,
    title,
    localDate: date,
    startTime,
    startsAt: instantOf(date, startTime, timeZone),
    endsAt: Math.max(instantOf(date, endTime, timeZone), instantOf(date, startTime, timeZone) + 60_000),
    teacherId: rest.teacherId || null,
    roomId: rest.roomId || null,
    place: rest.place || null,
    note: rest.note || null,
  }
}

/** A room or teacher that the event has already may stay, also when the school no longer uses it. */
function refusalOf(
  actor: Actor,
  { teacherId, roomId }: Wish,
  before?: Occasion,
): Refused<"unknown-room" | "unknown-teacher"> | undefined {
  const isTeacher =
    !teacherId ||
    teacherId === before?.teacherId ||
    db()
      .select({ id: teachers.id })
      .from(teachers)
      .where(and(own(actor, teachers, teacherId), isNull(teachers.deactivatedAt)))
      .get()
  if (!isTeacher) return { ok: false, reason: "unknown-teacher" }
  const isRoom =
    !roomId ||
    roomId === before?.roomId ||
    db()
      .select({ id: rooms.id })
      .from(rooms)
      .where(and(own(actor, rooms, roomId), isNull(rooms.archivedAt)))
      .get()
  return isRoom ? undefined : { ok: false, reason: "unknown-room" }
}
