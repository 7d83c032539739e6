import { classes, enrollments } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, desc, eq, ne } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"

/** The trial lesson that a student had last, or has soon: their lessons most likely go on like it. */
export const findLatestTrial = (actor: Actor, studentId: string) =>
  select({
    teacherId: sessions.teacherId,
    roomId: sessions.roomId,
    instrument: classes.instrument,
    date: sessions.localDate,
    startTime: sessions.startTime,
  })
    .from(enrollments)
    .innerJoin(classes, joined(classes, enrollments.classId))
    .innerJoin(sessions, joined(sessions.classId, classes.id))
    .where(
      and(
        own(actor, enrollments),
        eq(enrollments.studentId, studentId),
        eq(classes.kind, "trial"),
        ne(sessions.state, "cancelled"),
      ),
    )
    .orderBy(desc(sessions.startsAt))
    .limit(1)
    .get()
