import { db } from "db/client.server"
import { users } from "db/schema/accounts"
import { members } from "db/schema/people"
import { and, asc, eq, inArray, isNotNull, isNull } from "drizzle-orm"
import type { Actor } from "../access/actor"

/** The school's administrators who have an address, the one who has been there longest first. */
export function listOffice(actor: Actor): { name: string; email: string }[] {
  return db()
    .select({ name: users.name, email: users.email })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(
      and(
        eq(members.schoolId, actor.school.id),
        inArray(members.role, ["admin", "solo_teacher_admin"]),
        isNull(members.deactivatedAt),
        isNotNull(users.email),
      ),
    )
    .orderBy(asc(members.createdAt))
    .all()
    .flatMap(({ name, email }) => (email ? [{ name, email }] : []))
}
