import { users } from "db/schema/accounts"
import { assignments } from "db/schema/learning"
import { members, students } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { and, eq, type SQL } from "drizzle-orm"
import { alias } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, type Owner, own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { localDate } from "~/utils/zones"
import type { Assignment } from "./assignment"

// Assignments as they are read: with whose they are, who gave them and who did them.

/** Those of a school that this is true of. */
export function assignmentRows(owner: Owner, which: SQL | undefined) {
  const [doers, doerUsers] = [alias(members, "doers"), alias(users, "doer_users")]
  return select({
    id: assignments.id,
    studentId: assignments.studentId,
    firstName: students.firstName,
    lastName: students.lastName,
    task: assignments.task,
    createdAt: assignments.createdAt,
    dueOn: assignments.dueOn,
    doneAt: assignments.doneAt,
    by: users.name,
    doneBy: doerUsers.name,
    className: classes.name,
  })
    .from(assignments)
    .innerJoin(students, and(own(owner, students), eq(students.id, assignments.studentId)))
    .leftJoin(members, joined(members, assignments.assignedBy))
    .leftJoin(users, eq(users.id, members.userId))
    .leftJoin(doers, joined(doers, assignments.doneBy))
    .leftJoin(doerUsers, eq(doerUsers.id, doers.userId))
    .leftJoin(classes, joined(classes, assignments.classId))
    .where(and(own(owner, assignments), which))
    .$dynamic()
}

type Row = ReturnType<ReturnType<typeof assignmentRows>["all"]>[number]

export function viewOf(actor: Actor, { id, task, dueOn, by, doneBy, className, ...row }: Row): Assignment {
  const dayOf = (ms: number) => localDate(ms, actor.school.timeZone)
  return {
    id,
    task,
    dueOn,
    by,
    doneBy,
    className,
    givenOn: dayOf(row.createdAt),
    doneOn: row.doneAt === null ? null : dayOf(row.doneAt),
    isLate: row.doneAt === null && dueOn !== null && dueOn < dayOf(now()),
  }
}
