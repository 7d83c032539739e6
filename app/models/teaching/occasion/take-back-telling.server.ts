import { occasionGuests } from "db/schema/teaching-occasions"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, ownRows } from "~/models/foundation/access/door.server"
import { among } from "~/models/foundation/access/own.server"
import { listContacts } from "~/models/people/family/contacts.server"
import { groupBy } from "~/utils/group-by"
import { listUpdates, removeUpdates } from "../session/reader-updates.server"

// The emails about an event of many students are written at the end of a task. Until then they can be taken back, and their readers
// count as never told.

const listWaiting = (actor: Actor, guestIds: readonly string[]) =>
  listUpdates(actor, guestIds).flatMap((row) =>
    row.isWaiting
      ? [{ ...row, isInvited: (JSON.parse(row.known) as { what: string }).what === "invited" }]
      : [],
  )

/** Takes a student out of the emails that aren't written. Answers who would have read in one of them that they are invited. */
export function takeStudentOut(actor: Actor, guestId: string): ReadonlySet<string> {
  const waiting = listWaiting(actor, [guestId])
  removeUpdates(actor, waiting)
  return new Set(waiting.flatMap(({ reader, isInvited }) => (isInvited ? [reader] : [])))
}

/** Discards the emails about an event that aren't written. Who would have been invited by one of them never heard of it. */
export function takeTellingBack(actor: Actor, occasionId: string) {
  const guests = ownRows(actor, occasionGuests, ["id", "studentId"])
    .where(eq(occasionGuests.occasionId, occasionId))
    .all()
  const waiting = listWaiting(
    actor,
    guests.map(({ id }) => id),
  )
  removeUpdates(actor, waiting)
  const contacts = listContacts(
    actor,
    guests.map(({ studentId }) => studentId),
  )
  const readers = groupBy(
    waiting.filter(({ isInvited }) => isInvited),
    ({ sessionId }) => sessionId,
  )
  const unheard = guests.flatMap(({ id, studentId }) => {
    const those = new Set(readers.get(id)?.map(({ reader }) => reader))
    const isUnheard = those.size > 0 && contacts.get(studentId)?.every(({ email }) => those.has(email))
    return isUnheard ? [id] : []
  })
  change(actor, occasionGuests, among(occasionGuests.id, unheard), { toldAt: null, toldNews: 0 })
}
