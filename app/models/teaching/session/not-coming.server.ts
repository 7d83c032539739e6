import { students } from "db/schema/people"
import { seats } from "db/schema/teaching-sessions"
import { and, isNotNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { among, joined } from "~/models/foundation/access/own.server"
import { groupBy } from "~/utils/group-by"
import { fullName } from "~/utils/names"
import type { SessionRow } from "./session"

/** Whose absence was announced for these sessions, by session, by name. */
export function listNotComing(
  actor: Actor,
  sessionIds: readonly string[],
): Map<string, { studentId: string; name: string }[]> {
  const rows = notComingQuery.all(actor, { sessionIds: JSON.stringify(sessionIds) })
  return groupBy(
    rows.map(({ sessionId, studentId, ...student }) => ({ sessionId, studentId, name: fullName(student) })),
    ({ sessionId }) => sessionId,
  )
}

const notComingQuery = query((p: Params<{ sessionIds: string }>, own) =>
  select({
    sessionId: seats.sessionId,
    studentId: seats.studentId,
    firstName: students.firstName,
    lastName: students.lastName,
  })
    .from(seats)
    .innerJoin(students, joined(students, seats.studentId))
    .where(and(own(seats), among(seats.sessionId, p.sessionIds), isNotNull(seats.noticeAt)))
    .orderBy(students.lastName, students.firstName),
)

/** The students of a lesson who aren't coming; two of them can have one name. */
export const listAway = (actor: Actor, { id, notComing }: Pick<SessionRow, "id" | "notComing">): string[] =>
  notComing.length === 0 ? [] : (listNotComing(actor, [id]).get(id) ?? []).map(({ studentId }) => studentId)
