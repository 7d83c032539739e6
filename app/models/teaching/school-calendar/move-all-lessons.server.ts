import { db } from "db/client.server"
import { classes } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { releaseMail } from "~/models/foundation/outbox/outbox.server"
import { startTask, type TaskWork } from "~/models/foundation/task/run-task.server"
import { findTask } from "~/models/foundation/task/task.server"
import { formatTime } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import { listSessionsToTell } from "../session/session-list.server"
import { heldMs } from "./add-closure.server"
import { type ClosureFacts, closureLessonIds, findClosure, proposeTimes } from "./closure-lessons.server"
import { movedKey, moveLesson } from "./settle-closure.server"

const About = z.object({ closureId: z.string() })

/** Moves every lesson of a closure to its best free time, as a task. */
export function moveAllLessons(actor: Actor, closure: ClosureFacts): string {
  const ids = JSON.stringify(closureLessonIds(actor, closure))
  const items = db()
    .select({
      id: sessions.id,
      className: classes.name,
      localDate: sessions.localDate,
      startTime: sessions.startTime,
    })
    .from(sessions)
    .innerJoin(classes, joined(classes, sessions.classId))
    .where(and(own(actor, sessions), sql`${sessions.id} in (select value from json_each(${ids}))`))
    .orderBy(asc(sessions.startsAt), asc(sessions.id))
    .all()
    .map(({ id, className, localDate, startTime }) => ({
      subjectId: id,
      name: `${className}, ${formatDate(localDate, "short", actor.school)}, ${formatTime(startTime, actor.school)}`,
    }))
  return startTask(actor, { kind: "move-lessons", about: { closureId: closure.id }, items })
}

export const moveLessonsWork: TaskWork<z.output<typeof About>> = {
  about: About,
  atMost: 1,
  carryOut: (actor, { closureId }, { subjectId }) => {
    const closure = findClosure(actor, closureId)
    if (!closure) return { ok: false, reason: "The closure was removed." }
    const [session] = listSessionsToTell(actor, [subjectId])
    if (!session) return { ok: false, reason: "This lesson no longer exists." }
    const [best] = proposeTimes(actor, session)
    if (!best) return { ok: false, reason: "No time is free for everyone in the weeks around it." }
    return moveLesson(actor, closure, subjectId, best)
  },
  close: (actor, taskId) => {
    const about = About.safeParse(findTask(actor, taskId)?.about)
    return about.success && releaseMail(movedKey(about.data.closureId), 50, heldMs) > 0
  },
}
