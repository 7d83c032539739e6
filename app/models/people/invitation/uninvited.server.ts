import { oneTimeLinks } from "db/schema/foundation"
import { guardians, students } from "db/schema/people"
import { and, eq, exists, isNotNull, isNull, ne, notExists } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"

/** Guardians of current students who have an email and neither a login nor an invitation; the first one says that there are any. */
export const uninvitedQuery = (actor: Actor) =>
  select({ id: guardians.id })
    .from(guardians)
    .where(
      and(
        own(actor, guardians),
        isNull(guardians.memberId),
        isNotNull(guardians.email),
        notExists(openLinks()),
        exists(childrenOf(actor)),
      ),
    )

/** Their invitations that weren't revoked; one that was used has made a login. */
const openLinks = () =>
  select({ id: oneTimeLinks.id })
    .from(oneTimeLinks)
    .where(
      and(
        eq(oneTimeLinks.purpose, "guardian-invitation"),
        eq(oneTimeLinks.subjectId, guardians.id),
        isNull(oneTimeLinks.usedAt),
        isNull(oneTimeLinks.revokedAt),
      ),
    )

const childrenOf = (actor: Actor) =>
  select({ id: students.id })
    .from(students)
    .where(
      and(own(actor, students), joined(students.familyId, guardians.familyId), ne(students.status, "former")),
    )
