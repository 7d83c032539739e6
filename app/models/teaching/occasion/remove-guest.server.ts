import { db, transact } from "db/client.server"
import { students } from "db/schema/people"
import { occasionGuests, programEntries, programPerformers } from "db/schema/teaching-occasions"
import { and, asc, count, eq, inArray } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { fullName } from "~/utils/names"
import type { Result } from "~/utils/result"
import { findOccasion, isOver } from "./find-occasion.server"
import { takeStudentOut } from "./take-back-telling.server"
import { tellRemoved } from "./tell-occasion.server"

/**
 * Takes a student off an event and off its program; an entry that no one plays any longer goes with them. A family that knows
 * of the event and didn't decline is told. Refused once the student has a result.
 */
export function removeGuest(
  actor: Actor,
  occasionId: string,
  studentId: string,
): Result<{ name: string; told: number }, "not-found" | "has-result"> {
  return transact(() => {
    const occasion = findOccasion(actor, occasionId)
    const guest = findGuest(actor, occasionId, studentId)
    if (!occasion || !guest) return { ok: false, reason: "not-found" }
    if (guest.resultOn !== null) return { ok: false, reason: "has-result" }
    dropFromProgram(actor, occasionId, studentId)
    db()
      .delete(occasionGuests)
      .where(own(actor, occasionGuests, guest.id))
      .run()
    const name = fullName(guest)
    recordEvent(actor, { verb: "remove-guest", noun: "occasion", nounId: occasionId, after: { name } })
    const unread = takeStudentOut(actor, occasionId, { id: studentId, firstName: guest.firstName })
    const isNews = occasion.state === "published" && !isOver(occasion) && guest.toldAt !== null
    const told =
      isNews && guest.answer !== "no"
        ? tellRemoved(actor, occasion, { id: studentId, firstName: guest.firstName }, unread)
        : 0
    return { ok: true, name, told }
  })
}

function dropFromProgram(actor: Actor, occasionId: string, studentId: string) {
  const entries = db()
    .select({ id: programEntries.id })
    .from(programEntries)
    .where(and(own(actor, programEntries), eq(programEntries.occasionId, occasionId)))
    .orderBy(asc(programEntries.position), asc(programEntries.id))
    .all()
    .map(({ id }) => id)
  const isPlaying = and(own(actor, programPerformers), inArray(programPerformers.entryId, entries))
  const played = new Set(
    db()
      .select({ id: programPerformers.entryId })
      .from(programPerformers)
      .where(and(isPlaying, eq(programPerformers.studentId, studentId)))
      .all()
      .map(({ id }) => id),
  )
  db()
    .delete(programPerformers)
    .where(and(isPlaying, eq(programPerformers.studentId, studentId)))
    .run()
  const left = new Set(
    db()
      .select({ id: programPerformers.entryId, n: count() })
      .from(programPerformers)
      .where(isPlaying)
      .groupBy(programPerformers.entryId)
      .all()
      .map(({ id }) => id),
  )
  const isGone = (id: string) => played.has(id) && !left.has(id)
  db()
    .delete(programEntries)
    .where(and(own(actor, programEntries), inArray(programEntries.id, entries.filter(isGone))))
    .run()
  for (const [index, id] of entries.filter((id) => !isGone(id)).entries())
    db()
      .update(programEntries)
      .set({ position: index + 1 })
      .where(own(actor, programEntries, id))
      .run()
}

const findGuest = (actor: Actor, occasionId: string, studentId: string) =>
  db()
    .select({
      id: occasionGuests.id,
      answer: occasionGuests.answer,
      toldAt: occasionGuests.toldAt,
      resultOn: occasionGuests.resultOn,
      firstName: students.firstName,
      lastName: students.lastName,
    })
    .from(occasionGuests)
    .innerJoin(students, joined(students, occasionGuests.studentId))
    .where(
      and(
        own(actor, occasionGuests),
        eq(occasionGuests.occasionId, occasionId),
        eq(occasionGuests.studentId, studentId),
      ),
    )
    .get()
