import { users } from "db/schema/accounts"
import { members } from "db/schema/people"
import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"

// Who at the school could be its administrator with the login they have: a teacher, a member of the office, and a former
// administrator, whose login is locked. A family's login stays a family's.

/** Who can be asked, by name, with the email that the question goes to. */
export const listSuccessors = (actor: Actor) =>
  select({
    memberId: members.id,
    name: users.name,
    email: sql<string>`${users.email}`,
    role: members.role,
  })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(
      and(
        own(actor, members),
        isNull(members.erasedAt),
        isNotNull(users.email),
        or(
          and(inArray(members.role, ["office", "teacher"]), isNull(members.deactivatedAt)),
          and(eq(members.role, "admin"), isNotNull(members.deactivatedAt)),
        ),
      ),
    )
    .orderBy(sql`${users.name} collate nocase`, asc(members.id))
    .limit(mostListed)
    .all()

/** The most people that one list offers. */
const mostListed = 500
