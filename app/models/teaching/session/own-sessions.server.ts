import { teachers } from "db/schema/people"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq, type Placeholder, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import type { Owner } from "~/models/foundation/access/own.server"
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
  const { whose, teacherId } = whoseOf(actor)
  return onlyOf(whose, actor, teacherId)
}

/** The same as a prepared statement is made for it: a teacher's own lessons, or those that they give beside others too. */
export type Whose = "all" | "own" | "given" | "none"

export function whoseOf(actor: Actor): { whose: Whose; teacherId: string } {
  if (actor.role !== "teacher") return { whose: actor.role === "student" ? "none" : "all", teacherId: "" }
  const teacher = teacherQuery.get(actor, { memberId: actor.memberId ?? "" })
  if (!teacher) return { whose: "none", teacherId: "" }
  return { whose: teacher.isCoTeacher ? "given" : "own", teacherId: teacher.id }
}

export function onlyOf(whose: Whose, owner: Owner, teacherId: string | Placeholder): SQL | undefined {
  if (whose === "all") return undefined
  if (whose === "none") return sql`false`
  return whose === "given" ? givenBy(owner, teacherId) : eq(sessions.teacherId, teacherId)
}

const teacherQuery = query((p: Params<{ memberId: string }>, own) =>
  select({ id: teachers.id, isCoTeacher: hasCoTaught })
    .from(teachers)
    .where(and(own(teachers), eq(teachers.memberId, p.memberId))),
)
