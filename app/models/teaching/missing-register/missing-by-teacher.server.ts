import { teachers } from "db/schema/people"
import { sessions } from "db/schema/teaching-sessions"
import { keepUnchanged } from "db/unchanged.server"
import { and, count, desc, eq, isNull, lt } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import type { MissingOfTeacher } from "./missing-of-teacher"
import { endedMinute } from "./missing-registers.server"

/** How many lessons of each teacher have ended without attendance, most first; one entry without a teacher for the rest. */
export const countMissingByTeacher = (actor: Actor): readonly MissingOfTeacher[] =>
  keepCounts([actor.school.id, endedMinute()], () => readCounts(actor))

const keepCounts = keepUnchanged<readonly MissingOfTeacher[]>(100)

const readCounts = (actor: Actor): MissingOfTeacher[] =>
  select({ teacherId: sessions.teacherId, name: teachers.name, lessons: count() })
    .from(sessions)
    .leftJoin(teachers, joined(teachers, sessions.teacherId))
    .where(
      and(
        own(actor, sessions),
        eq(sessions.state, "planned"),
        isNull(sessions.registerTakenAt),
        lt(sessions.startsAt, now()),
        lt(sessions.endsAt, now()),
      ),
    )
    .groupBy(sessions.teacherId)
    .orderBy(desc(count()), teachers.name)
    .all()
