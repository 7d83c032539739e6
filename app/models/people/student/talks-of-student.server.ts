import { participants } from "db/schema/communication"
import { guardians } from "db/schema/people"
import { and, eq, inArray, isNull, or } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, ownRows } from "~/models/foundation/access/door.server"
import { now } from "~/utils/clock.server"
import { guardianOf } from "~/utils/names"

// Guardians are in a conversation about a student as "Guardian of Milo". Once he is in another family, they keep what was written
// until then and read nothing new; who is in it for another child, too, stays.

type About = { familyId: string; firstName: string }

/** The guardians of a family leave the conversations about a student who leaves it, in the caller's transaction. */
export const leaveTalks = (actor: Actor, about: About) =>
  change(actor, participants, and(isGuardianOf(actor, about), isNull(participants.leftAt)), { leftAt: now() })

/** The guardians of a family are in the conversations again that they left with a student who is back. */
export const rejoinTalks = (actor: Actor, about: About) =>
  change(actor, participants, isGuardianOf(actor, about), { leftAt: null })

function isGuardianOf(actor: Actor, { familyId, firstName }: About) {
  const adults = ownRows(actor, guardians, ["id", "memberId"]).where(eq(guardians.familyId, familyId)).all()
  const memberIds = adults.flatMap(({ memberId }) => memberId ?? [])
  const ids = adults.map(({ id }) => id)
  return and(
    eq(participants.why, guardianOf([firstName])),
    or(inArray(participants.memberId, memberIds), inArray(participants.guardianId, ids)),
  )
}
