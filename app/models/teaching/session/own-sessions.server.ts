import { db } from "db/client.server"
import { teachers } from "db/schema/people"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { givenBy, hasCoTaught, isCoTeacher } from "../co-teacher/co-teacher.server"

// Whose sessions a list is of.

export type SessionFilter = { teacherId?: string; roomId?: string; which?: SQL }

/** With the classes that the teacher gives beside others, where there are any: most teachers have none, and one index. */
export function withCoTaught(actor: Actor, filter: SessionFilter): SessionFilter {
  const { teacherId, which, ...rest } = filter
  if (!teacherId || !isCoTeacher(actor, teacherId)) return filter
  return { ...rest, which: and(which, givenBy(actor, teacherId)) }
}

/** Which sessions are the actor's to see: all for the office, their own for a teacher, none for a family. */
export function ownOnly(actor: Actor): SQL | undefined {
  if (actor.role === "student") return sql`false`
  if (actor.role !== "teacher") return undefined
  const teacher = db()
    .select({ id: teachers.id, isCoTeacher: hasCoTaught })
    .from(teachers)
    .where(and(own(actor, teachers), eq(teachers.memberId, actor.memberId ?? "")))
    .get()
  if (!teacher) return sql`false`
  return teacher.isCoTeacher ? givenBy(actor, teacher.id) : eq(sessions.teacherId, teacher.id)
}
