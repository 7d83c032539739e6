import { classes } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, type SQL } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { formatDate, formatTime } from "~/utils/formats"

/** The school's sessions that `which` says, soonest first, as they are listed in a task. */
export const listSessionItems = (actor: Actor, which: SQL | undefined) =>
  select({
    id: sessions.id,
    className: classes.name,
    localDate: sessions.localDate,
    startTime: sessions.startTime,
    registerTakenAt: sessions.registerTakenAt,
  })
    .from(sessions)
    .innerJoin(classes, joined(classes, sessions.classId))
    .where(and(own(actor, sessions), which))
    .orderBy(asc(sessions.startsAt), asc(sessions.id))
    .all()
    .map(({ id, className, localDate, startTime, registerTakenAt }) => ({
      subjectId: id,
      date: localDate,
      hasAttendance: registerTakenAt !== null,
      name: `${className}, ${formatDate(localDate, "short", actor.school)}, ${formatTime(startTime, actor.school)}`,
    }))
