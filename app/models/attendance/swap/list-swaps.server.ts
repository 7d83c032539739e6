import { swapOffers, swapRequests } from "db/schema/attendance-swaps"
import { students, teachers } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, count, desc, eq, inArray } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { columns, joined, own } from "~/models/foundation/access/own.server"
import { groupBy } from "~/utils/group-by"
import { fullName } from "~/utils/names"
import { listHidden } from "./swappable.server"
import { startText } from "./tell-swap.server"

export const swapsPerPage = 25

/** How many swaps the office is to approve: for a statement that reads it with more. */
export const swapsToApproveQuery = (actor: Actor) =>
  select({ n: count() })
    .from(swapOffers)
    .where(and(own(actor, swapOffers), eq(swapOffers.state, "waiting")))

/** The offers of the school with everyone who asked for them, newest first: one page, and how many there are. */
export function listSwaps(actor: Actor, page: number) {
  const total = ownRows(actor, swapOffers, { n: count() }).get()?.n ?? 0
  const rows = select({
    ...columns(swapOffers, "id", "state", "startsAt", "sessionId"),
    studentId: students.id,
    firstName: students.firstName,
    lastName: students.lastName,
    teacherName: teachers.name,
  })
    .from(swapOffers)
    .innerJoin(students, joined(students, swapOffers.studentId))
    .innerJoin(sessions, joined(sessions, swapOffers.sessionId))
    .leftJoin(teachers, joined(teachers, sessions.teacherId))
    .where(own(actor, swapOffers))
    .orderBy(desc(swapOffers.createdAt), desc(swapOffers.id))
    .limit(swapsPerPage)
    .offset((page - 1) * swapsPerPage)
    .all()
  const asked = requestsQuery(
    actor,
    rows.map(({ id }) => id),
  ).all()
  const requests = groupBy(asked, ({ offerId }) => offerId)
  const hidden = listHidden(actor, [...rows, ...asked])
  return {
    total,
    rows: rows.map(({ firstName, lastName, startsAt, ...row }) => ({
      ...row,
      isHidden: hidden.has(row.id),
      name: fullName({ firstName, lastName }),
      when: startText(actor, startsAt),
      requests: (requests.get(row.id) ?? []).map((request) => ({
        id: request.id,
        sessionId: request.sessionId,
        studentId: request.studentId,
        state: request.state,
        isHidden: hidden.has(request.id),
        name: fullName(request),
        when: startText(actor, request.startsAt),
      })),
    })),
  }
}

const requestsQuery = (actor: Actor, offerIds: readonly string[]) =>
  select({
    ...columns(swapRequests, "id", "offerId", "sessionId", "studentId", "state", "startsAt"),
    firstName: students.firstName,
    lastName: students.lastName,
    className: classes.name,
  })
    .from(swapRequests)
    .innerJoin(students, joined(students, swapRequests.studentId))
    .innerJoin(sessions, joined(sessions, swapRequests.sessionId))
    .innerJoin(classes, joined(classes, sessions.classId))
    .where(and(own(actor, swapRequests), inArray(swapRequests.offerId, [...offerIds])))
    .orderBy(asc(swapRequests.createdAt), asc(swapRequests.id))
