import { sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows } from "~/models/foundation/access/door.server"
import { among } from "~/models/foundation/access/own.server"
import { schoolWork } from "~/models/foundation/background-read/school-read.server"
import { readInBackground } from "~/providers/threads/background-read.server"
import { formatDate, formatTime } from "~/utils/formats"
import type { SupposedLesson } from "../free-time/find-times.server"
import { beginsLater } from "../session/begins-later.server"
import { leftOutFinder } from "../session/left-out.server"
import { sessionTitle } from "../session/session"
import { listSessionsToTell } from "../session/session-list.server"
import type { MovesPreview } from "./closure-lesson"
import { proposeTimes, supposed, whyNone } from "./settle-closure.server"

const mostShown = 50

/** Where the lessons of some days would move if the school closed on all of them; nothing is changed. Read in the background. */
export const previewMoves = (actor: Actor, dates: readonly string[]): Promise<MovesPreview> =>
  readInBackground({ ...schoolWork(actor, "closure-moves", listMoves, dates), isLong: true })

/** The same in this process. No two lessons get the same time, and none goes to another of the days. */
export function listMoves(actor: Actor, dates: readonly string[]): MovesPreview {
  const ids = lessonIds(actor, dates)
  const alsoTaken: SupposedLesson[] = []
  const shown = listSessionsToTell(actor, ids.slice(0, mostShown))
  const leftOut = leftOutFinder(actor, shown)
  const moves = shown.map((session) => {
    const [best] = proposeTimes(actor, session, { closedOn: dates, alsoTaken }, leftOut)
    if (best) alsoTaken.push(supposed(session, best))
    const place = best?.roomName ? ` in ${best.roomName}` : ""
    return {
      id: session.id,
      title: sessionTitle(session),
      was: `${formatDate(session.localDate, "short")}, ${formatTime(session.startTime)}`,
      becomes: best ? `${formatDate(best.date, "short")}, ${formatTime(best.startTime)}${place}` : null,
      whyNone: best ? null : whyNone(session),
      leftOut: best?.leftOut ?? [],
    }
  })
  return { lessons: ids.length, moves }
}

/** How many lessons of these days would move or be canceled. */
export const countMovable = (actor: Actor, dates: readonly string[]): number => lessonIds(actor, dates).length

const lessonIds = (actor: Actor, dates: readonly string[]): string[] =>
  ownRows(actor, sessions, ["id"])
    .where(
      and(
        among(sessions.localDate, dates),
        eq(sessions.state, "planned"),
        isNull(sessions.registerTakenAt),
        beginsLater(),
      ),
    )
    .orderBy(asc(sessions.startsAt), asc(sessions.id))
    .all()
    .map(({ id }) => id)
