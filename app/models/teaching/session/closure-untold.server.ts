import { closedLessons } from "db/schema/teaching-closed-lessons"
import { and, asc, eq, inArray, isNull } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { change, ownRows, remove } from "~/models/foundation/access/door.server"
import { among } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { listSpentBefore } from "../credit/redeem-credit.server"
import { lessonIn, withStudents } from "./lesson-in.server"
import type { SessionRow } from "./session"

// A lesson that was canceled or moved for a closure of which no one was told yet: its people know it as it was before.

const Place = z.object({ date: z.string(), startTime: z.string(), roomId: z.string().nullable() })

/** The closure, and the lesson as its people know it. */
export type Untold = { closureId: string; known: SessionRow }

/** Of some lessons those that are as a closure left them without a word, by ID. */
export function findUntold(actor: Actor, lessons: readonly SessionRow[]): ReadonlyMap<string, Untold> {
  const rows = ownRows(actor, closedLessons, ["sessionId", "closureId", "was"])
    .where(
      and(
        among(
          closedLessons.sessionId,
          lessons.map(({ id }) => id),
        ),
        isNull(closedLessons.toldAt),
      ),
    )
    .orderBy(asc(closedLessons.createdAt), asc(closedLessons.id))
    .all()
  const of = groupBy(rows, ({ sessionId }) => sessionId)
  return new Map(
    lessons.flatMap((lesson) => {
      const those = of.get(lesson.id) ?? []
      const closed = those.find(({ was }) => isAsLeft(lesson, was))
      if (!closed) return []
      // Another may have moved it before that, of which no one knows either.
      const was = those.find((row) => row.was !== null)?.was ?? null
      const known = beforeClosure(actor, lesson, was === null ? null : Place.parse(JSON.parse(was)))
      return [[lesson.id, { closureId: closed.closureId, known }]]
    }),
  )
}

/** The same once their people are told: the closures have nothing more to say of them. */
export function takeUntold(actor: Actor, lessons: readonly SessionRow[]): ReadonlyMap<string, Untold> {
  const untold = findUntold(actor, lessons)
  if (untold.size > 0)
    change(
      actor,
      closedLessons,
      and(inArray(closedLessons.sessionId, [...untold.keys()]), isNull(closedLessons.toldAt)),
      { toldAt: now() },
    )
  return untold
}

/** Whether a lesson was canceled for a closure without an email: then none about it is to leave any more. */
export const forgetUntold = (actor: Actor, sessionId: string): boolean =>
  remove(
    actor,
    closedLessons,
    and(eq(closedLessons.sessionId, sessionId), isNull(closedLessons.was), isNull(closedLessons.toldAt)),
  ) > 0

/** Whether a lesson is canceled or takes place, as a closure left it that moved it from somewhere or canceled it. */
export const isAsLeft = ({ state }: Pick<SessionRow, "state">, was: unknown): boolean =>
  (was === null) === (state === "cancelled")

/** A lesson as it was before a closure changed it. */
export function beforeClosure(
  actor: Actor,
  lesson: SessionRow,
  was: z.output<typeof Place> | null,
): SessionRow {
  // Whose spots in it went when their make-up credits were opened again.
  const gone = () => listSpentBefore(actor, lesson.id).map(({ studentId }) => studentId)
  const planned: SessionRow =
    lesson.state === "planned"
      ? lesson
      : { ...withStudents(actor, lesson, gone(), "make_up"), state: "planned", cancelReason: null }
  return was ? lessonIn(actor, planned, was) : planned
}
