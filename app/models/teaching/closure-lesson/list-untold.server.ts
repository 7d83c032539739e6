import { closedLessons } from "db/schema/teaching-closed-lessons"
import { and, asc } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { formatTime } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import type { ClosureFacts } from "../closure/closure.server"
import { MovedFrom } from "../school-calendar/undo-closure.server"
import { sessionTitle } from "../session/session"
import { listSessionsToTell } from "../session/session-list.server"
import type { UntoldLesson } from "./closure-lesson"
import { idsTogether, isWaiting } from "./closure-notice.server"

const mostShown = 100

/** What became of the lessons of a closure, and of those added with it, that no one was told about yet; by their old times. */
export function listUntold(actor: Actor, closure: ClosureFacts): UntoldLesson[] {
  const rows = select({ sessionId: closedLessons.sessionId, was: closedLessons.was })
    .from(closedLessons)
    .where(and(own(actor, closedLessons), isWaiting(actor, idsTogether(actor, closure))))
    .orderBy(asc(closedLessons.createdAt), asc(closedLessons.id))
    .limit(mostShown)
    .all()
  const wasOf = new Map(rows.map(({ sessionId, was }) => [sessionId, was]))
  return listSessionsToTell(actor, [...wasOf.keys()])
    .map((session) => {
      const text = wasOf.get(session.id)
      const { date, startTime } = text
        ? MovedFrom.parse(JSON.parse(text))
        : { date: session.localDate, startTime: session.startTime }
      const isCanceled = session.state === "cancelled"
      const becomes = `${formatDate(session.localDate, "short")}, ${formatTime(session.startTime)}`
      return {
        id: session.id,
        title: sessionTitle(session),
        sort: `${date} ${startTime}`,
        was: `${formatDate(date, "short")}, ${formatTime(startTime)}`,
        becomes: isCanceled
          ? "canceled"
          : `moved to ${becomes}${session.roomName ? ` in ${session.roomName}` : ""}`,
      }
    })
    .sort((one, other) => one.sort.localeCompare(other.sort))
    .map(({ sort: _, ...lesson }) => lesson)
}
