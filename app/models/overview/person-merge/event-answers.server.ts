import { occasionGuests, occasions } from "db/schema/teaching-occasions"
import { and, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { fullName } from "~/utils/names"
import type { Pair } from "./compare-students.server"
import type { Merging } from "./merge-log.server"

// Both entries of a student can be invited to one event: the answer that was given later is the student's, and a result isn't
// lost.

/** Of two invitations to one event the one with a result stays, else the one that was answered later. */
export function keepLaterAnswers(actor: Actor, log: Merging, { keep, gone }: Pair) {
  const theirs = new Map(listInvitations(actor, gone.id).map((each) => [each.guest.occasionId, each.guest]))
  for (const { guest, title } of listInvitations(actor, keep.id)) {
    const other = theirs.get(guest.occasionId)
    if (!other) continue
    const ahead =
      Number(other.resultOn !== null) - Number(guest.resultOn !== null) ||
      (other.answeredAt ?? 0) - (guest.answeredAt ?? 0)
    // What is left doubled goes with the entry that goes.
    if (ahead > 0) log.remove(occasionGuests, [guest.id])
    if (guest.answer !== other.answer)
      recordEvent(actor, {
        verb: "keep-answer",
        noun: "occasion",
        nounId: guest.occasionId,
        after: { name: fullName(keep), event: title },
      })
  }
}

const listInvitations = (actor: Actor, studentId: string) =>
  select({ guest: occasionGuests, title: occasions.title })
    .from(occasionGuests)
    .innerJoin(occasions, joined(occasions, occasionGuests.occasionId))
    .where(and(own(actor, occasionGuests), eq(occasionGuests.studentId, studentId)))
    .all()
