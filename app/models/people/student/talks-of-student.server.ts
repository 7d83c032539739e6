import { participants } from "db/schema/communication"
import { guardians, students } from "db/schema/people"
import { and, eq, inArray, isNotNull, isNull, like, or } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, ownRows } from "~/models/foundation/access/door.server"
import { now } from "~/utils/clock.server"
import { guardianOf } from "~/utils/names"

// Guardians are in a conversation about a student as "Guardian of Milo". Once he is in another family, they keep what was written
// until then and read nothing new; who is in it for another child, too, stays.

type About = { familyId: string; firstName: string }

/**
 * The guardians of a family leave the conversations about a student who left it, in the caller's transaction: not those that are about
 * a child whom the family still has, too.
 */
export function leaveTalks(actor: Actor, about: About) {
  const stay = ownRows(actor, students, ["firstName"]).where(eq(students.familyId, about.familyId)).all()
  const others = new Set(stay.map(({ firstName }) => firstName))
  const left = listTalks(actor, about).filter(({ names }) => !names.some((name) => others.has(name)))
  for (const { id } of left) change(actor, participants, id, { leftAt: now() })
}

/** The guardians of a family are in the conversations again that they left with a student who is back. */
export function rejoinTalks(actor: Actor, about: About) {
  for (const { id } of listTalks(actor, about, true)) change(actor, participants, id, { leftAt: null })
}

/** Where guardians of a family are, or were, for this student, with the names of all whom they are in it for. */
function listTalks(actor: Actor, { familyId, firstName }: About, areLeft = false) {
  const adults = ownRows(actor, guardians, ["id", "memberId"]).where(eq(guardians.familyId, familyId)).all()
  const memberIds = adults.flatMap(({ memberId }) => memberId ?? [])
  const ids = adults.map(({ id }) => id)
  return ownRows(actor, participants, ["id", "why"])
    .where(
      and(
        like(participants.why, guardianOf(["%"])),
        areLeft ? isNotNull(participants.leftAt) : isNull(participants.leftAt),
        or(inArray(participants.memberId, memberIds), inArray(participants.guardianId, ids)),
      ),
    )
    .all()
    .map(({ id, why }) => ({ id, names: namesIn(why ?? "") }))
    .filter(({ names }) => names.includes(firstName))
}

const namesIn = (why: string) => why.slice(guardianOf([""]).length).split(/,? and |, /)
