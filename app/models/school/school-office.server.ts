import { db } from "db/client.server"
import { users } from "db/schema/accounts"
import { members } from "db/schema/people"
import { and, asc, eq, inArray, isNull } from "drizzle-orm"
import type { Actor } from "../access/actor"

/** The people who run the school: whom its teachers and families ask. At most so many, longest-serving first. */
export function listOffice(actor: Actor, most = 3): { name: string; email: string | null }[] {
  return db()
    .select({ name: users.name, email: users.email })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(
      and(
        eq(members.schoolId, actor.school.id),
        inArray(members.role, ["admin", "solo_teacher_admin"]),
        isNull(members.deactivatedAt),
      ),
    )
    .orderBy(asc(members.createdAt))
    .limit(most)
    .all()
}
