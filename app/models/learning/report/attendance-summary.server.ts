import { marks } from "db/schema/attendance"
import { classes } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, gte, isNull, lte, sql } from "drizzle-orm"
import type { MarkCode } from "~/models/accounts/outcome/outcome"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import type { Learner } from "../learner/learner"
import type { ClassAttendance, ReportSnapshot } from "./report"

/** How a student came to their lessons from a day to a day, by class; what the school canceled does not count. */
export function summariseAttendance(
  actor: Actor,
  learner: Learner,
  { from, to }: { from: string; to: string },
): ReportSnapshot["attendance"] {
  const countOfMark = (code: MarkCode) => sql<number>`sum(${eq(marks.code, code)})`
  const rows: ClassAttendance[] = select({
    className: classes.name,
    held: sql<number>`count(*)`,
    attended: sql<number>`sum(${marks.countsAsAttended})`,
    late: countOfMark("late"),
    absent: countOfMark("absent"),
    excused: countOfMark("excused"),
  })
    .from(seats)
    .innerJoin(sessions, joined(sessions, seats.sessionId))
    .innerJoin(classes, joined(classes, sessions.classId))
    .innerJoin(marks, and(joined(seats, marks.seatId), isNull(marks.supersededAt)))
    .where(
      and(
        own(actor, seats),
        eq(seats.studentId, learner.id),
        gte(sessions.localDate, from),
        lte(sessions.localDate, to),
        sql`${marks.code} <> 'cancelled'`,
      ),
    )
    .groupBy(classes.id)
    .orderBy(asc(sql`${classes.name} collate nocase`))
    .all()
  const sum = (key: "held" | "attended" | "late" | "absent" | "excused") =>
    rows.reduce((total, row) => total + row[key], 0)
  return {
    total: {
      held: sum("held"),
      attended: sum("attended"),
      late: sum("late"),
      absent: sum("absent"),
      excused: sum("excused"),
    },
    classes: rows,
  }
}
