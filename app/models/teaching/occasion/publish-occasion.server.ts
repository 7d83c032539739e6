import { transact } from "db/client.server"
import { occasionGuests, occasions, programEntries, programPerformers } from "db/schema/teaching-occasions"
import { eq, inArray, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, idsOf, remove } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { deleteToBin } from "~/models/foundation/deleted-record/deleted-record.server"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { findOccasion, isOver } from "./find-occasion.server"
import { listGuestIds } from "./occasion-guests.server"
import { takeTellingBack } from "./take-back-telling.server"
import { addNews, findTelling, noTelling, type Telling, tellFamilies, tellLead } from "./tell-occasion.server"

// A draft becomes public, and is canceled from then on; before that it is deleted.

/** Sends the emails about an event to whom they didn't reach, as after they were stopped. */
export function tellTheOthers(
  actor: Actor,
  occasionId: string,
): Result<Telling, "not-found" | "not-published" | "over"> {
  return transact(() => {
    const found = findOccasion(actor, occasionId)
    if (!found) return { ok: false, reason: "not-found" }
    if (found.state === "draft") return { ok: false, reason: "not-published" }
    if (isOver(found)) return { ok: false, reason: "over" }
    const underWay = findTelling(actor, occasionId)
    if (underWay) return { ok: true, ...noTelling, taskId: underWay.id }
    return { ok: true, ...tellFamilies(actor, occasionId) }
  })
}

/** Shows an event to the families of its students and emails each of them once. */
export function publishOccasion(
  actor: Actor,
  occasionId: string,
): Result<Telling, "not-found" | "not-a-draft" | "no-guests" | "over"> {
  return transact(() => {
    const found = findOccasion(actor, occasionId)
    if (!found) return { ok: false, reason: "not-found" }
    if (found.state !== "draft") return { ok: false, reason: "not-a-draft" }
    if (isOver(found)) return { ok: false, reason: "over" }
    const studentIds = listGuestIds(actor, occasionId)
    if (studentIds.length === 0) return { ok: false, reason: "no-guests" }
    change(actor, occasions, occasionId, { publishedAt: now(), revision: sql`${occasions.revision} + 1` })
    recordEvent(actor, {
      verb: "publish",
      noun: "occasion",
      nounId: occasionId,
      after: { name: found.title, students: studentIds.length },
    })
    addNews(actor, occasionId)
    return { ok: true, ...tellFamilies(actor, occasionId) }
  })
}

/** Calls a published event off for good and tells the families why. */
export function cancelOccasion(
  actor: Actor,
  occasionId: string,
  reason: string,
): Result<Telling, "not-found" | "not-published" | "over"> {
  return transact(() => {
    const found = findOccasion(actor, occasionId)
    if (!found) return { ok: false, reason: "not-found" }
    if (found.state !== "published") return { ok: false, reason: "not-published" }
    if (isOver(found)) return { ok: false, reason: "over" }
    change(actor, occasions, occasionId, {
      canceledAt: now(),
      cancelReason: reason,
      revision: sql`${occasions.revision} + 1`,
    })
    recordEvent(actor, {
      verb: "cancel",
      noun: "occasion",
      nounId: occasionId,
      after: { name: found.title, reason },
    })
    takeTellingBack(actor, occasionId)
    addNews(actor, occasionId)
    tellLead(actor, { ...found, cancelReason: reason }, "canceled")
    return { ok: true, ...tellFamilies(actor, occasionId) }
  })
}

/** Deletes a draft with its students and its program, into the bin. What families have seen is canceled instead. */
export function deleteOccasion(
  actor: Actor,
  occasionId: string,
): Result<{ title: string }, "not-found" | "not-a-draft"> {
  return transact(() => {
    const found = findOccasion(actor, occasionId)
    if (!found) return { ok: false, reason: "not-found" }
    if (found.state !== "draft") return { ok: false, reason: "not-a-draft" }
    const entries = idsOf(actor, programEntries, eq(programEntries.occasionId, occasionId))
    deleteToBin(actor, { noun: "occasion", recordId: occasionId, name: found.title }, () => {
      remove(actor, programPerformers, inArray(programPerformers.entryId, entries))
      remove(actor, programEntries, inArray(programEntries.id, entries))
      remove(actor, occasionGuests, eq(occasionGuests.occasionId, occasionId))
      remove(actor, occasions, occasionId)
    })
    recordEvent(actor, {
      verb: "delete",
      noun: "occasion",
      nounId: occasionId,
      before: { name: found.title },
    })
    if (!isOver(found)) tellLead(actor, found, "not-in-charge")
    return { ok: true, title: found.title }
  })
}

/** Tells who is in charge of a draft again that it was restored from the bin. */
export function tellLeadOfRestored(actor: Actor, occasionId: string) {
  const found = findOccasion(actor, occasionId)
  if (found && !isOver(found)) tellLead(actor, found, "in-charge")
}
