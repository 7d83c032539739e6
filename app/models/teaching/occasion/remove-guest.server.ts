import { transact } from "db/client.server"
import { students } from "db/schema/people"
import { occasionGuests, programEntries, programPerformers } from "db/schema/teaching-occasions"
import { and, asc, count, eq, inArray } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, find, remove, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { deleteToBin } from "~/models/foundation/deleted-record/deleted-record.server"
import { fullName } from "~/utils/names"
import type { Result } from "~/utils/result"
import { takeBackTold } from "../session/told.server"
import { findOccasion, isOver } from "./find-occasion.server"
import { findGuest } from "./occasion-guests.server"
import { takeStudentOut } from "./take-back-telling.server"
import { tellFamilies, tellRemoved } from "./tell-occasion.server"

/**
 * Takes a student off an event and off its program, into the bin; an entry that no one plays any longer goes with them. A family that
 * knows of the event and didn't decline is told in two minutes. Refused once the student has a result or the event is canceled.
 * `guestId` is what the bin knows it by.
 */
export function removeGuest(
  actor: Actor,
  occasionId: string,
  studentId: string,
): Result<{ guestId: string; name: string; told: number }, "not-found" | "is-canceled" | "has-result"> {
  return transact(() => {
    const occasion = findOccasion(actor, occasionId)
    const guest = findGuest(actor, occasionId, studentId)
    if (!occasion || !guest) return { ok: false, reason: "not-found" }
    if (occasion.state === "canceled") return { ok: false, reason: "is-canceled" }
    if (guest.resultOn !== null) return { ok: false, reason: "has-result" }
    const name = fullName(guest)
    const unread = takeStudentOut(actor, guest.id)
    if (unread.size > 0) change(actor, occasionGuests, guest.id, { toldAt: null, toldNews: 0 })
    const played = listPlayed(actor, occasionId, studentId)
    const entry = { noun: "occasion", recordId: guest.id, name: `${name}, ${occasion.title}` } as const
    deleteToBin(actor, entry, () => {
      remove(actor, programPerformers, inArray(programPerformers.id, played.performers))
      remove(actor, programEntries, inArray(programEntries.id, played.alone))
      remove(actor, occasionGuests, guest.id)
    })
    countEntries(actor, occasionId)
    recordEvent(actor, { verb: "remove-guest", noun: "occasion", nounId: occasionId, after: { name } })
    const isNews = occasion.state === "published" && !isOver(occasion) && guest.toldAt !== null
    const told =
      isNews && guest.answer !== "no"
        ? tellRemoved(actor, occasionId, studentId, { guestId: guest.id, except: unread })
        : 0
    return { ok: true, guestId: guest.id, name, told }
  })
}

/** Whether a student who was taken off an event can't come back: they or it are gone, or they are invited again. */
export function refusalToReturn(
  actor: Actor,
  { occasionId, studentId }: { occasionId: string; studentId: string },
): "place-gone" | "still-there" | undefined {
  const student = find(actor, students, studentId)
  if (!student || !findOccasion(actor, occasionId)) return "place-gone"
  return findGuest(actor, occasionId, studentId) ? "still-there" : undefined
}

/** After a student came back from the bin: the email is discarded, or their family is told that they are invited. */
export function resumeGuest(actor: Actor, guestId: string) {
  const guest = find(actor, occasionGuests, guestId)
  if (!guest) return
  const { occasionId, studentId } = guest
  countEntries(actor, occasionId)
  if (takeBackTold(actor, [guestId]).size > 0)
    change(actor, occasionGuests, guestId, { toldAt: null, toldNews: 0 })
  tellFamilies(actor, occasionId, [studentId])
}

/** What a student plays in the program of an event, and the entries that no one else plays. */
function listPlayed(actor: Actor, occasionId: string, studentId: string) {
  const played = select({ id: programPerformers.id, entryId: programPerformers.entryId })
    .from(programPerformers)
    .where(
      and(
        own(actor, programPerformers),
        eq(programPerformers.studentId, studentId),
        inArray(
          programPerformers.entryId,
          select({ id: programEntries.id })
            .from(programEntries)
            .where(and(own(actor, programEntries), eq(programEntries.occasionId, occasionId))),
        ),
      ),
    )
    .all()
  const entryIds = played.map(({ entryId }) => entryId)
  const alone = select({ id: programPerformers.entryId, n: count() })
    .from(programPerformers)
    .where(and(own(actor, programPerformers), inArray(programPerformers.entryId, entryIds)))
    .groupBy(programPerformers.entryId)
    .all()
    .flatMap(({ id, n }) => (n === 1 ? [id] : []))
  return { performers: played.map(({ id }) => id), alone }
}

/** The program's entries have positions from 1 on again. */
function countEntries(actor: Actor, occasionId: string) {
  const entries = select({ id: programEntries.id, position: programEntries.position })
    .from(programEntries)
    .where(and(own(actor, programEntries), eq(programEntries.occasionId, occasionId)))
    .orderBy(asc(programEntries.position), asc(programEntries.id))
    .all()
  for (const [index, { id, position }] of entries.entries())
    if (position !== index + 1) change(actor, programEntries, id, { position: index + 1 })
}
